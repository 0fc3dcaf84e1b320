# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh
# One machine that talks to itself.
. /lab/lab.sh

soft_roce "$LAB_ADDRESS" || {
	result rdma_rxe setup fail "no Soft-RoCE device"
	exit 1
}
for program in /ours/*; do echo $program; done
alone ibv_devices theirs /theirs/ibv_devices
alone ibv_devinfo theirs /theirs/ibv_devinfo -v
INVERBS_LOG=1 alone ibv_devices ours /ours/ibv_devices
alone ibv_devinfo ours /ours/ibv_devinfo -v
rdma system show
exit "$lab_failed"
