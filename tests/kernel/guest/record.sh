# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=dash source=tests/kernel/guest/lab.sh
# Records how this kernel handles management datagrams: raw_umad.json in tests/kernel_trace/vectors.
. /lab/lab.sh

soft_roce "$LAB_ADDRESS" && within 10 link_local_is_there &&
	timeout "$lab_seconds" /replay/kernel_record_mad rxe0 >"$lab_dir/raw_umad.json"
