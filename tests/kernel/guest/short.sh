# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=dash source=tests/kernel/guest/lab.sh
# The short tests on one machine: with another kernel, programs find, open and use the device as with the default one.
. /lab/lab.sh

soft_roce "$LAB_ADDRESS" || {
	result rdma_rxe setup fail "no Soft-RoCE device"
	exit 1
}
alone ibv_devinfo ours.kernel /ours/ibv_devinfo -v
pair ibv_rc_pingpong mixed.kernel /ours /theirs
pair rping mixed.kernel /theirs /ours
within 10 link_local_is_there
alone replay_mad test.kernel /replay/kernel_live rxe0 /traces/raw_umad.json
for test in discovery identity management transfer states; do
	contract "$test"
done
exit "$lab_failed"
