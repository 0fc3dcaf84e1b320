# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=dash source=tests/kernel/guest/lab.sh
# One machine that talks to itself.
. /lab/lab.sh

soft_roce "$LAB_ADDRESS" || {
	result rdma_rxe setup fail "no Soft-RoCE device"
	exit 1
}

alone ibv_devices debian.kernel /theirs/ibv_devices
alone ibv_devinfo debian.kernel /theirs/ibv_devinfo -v
for program in $pairs; do
	pair "$program" debian.kernel /theirs /theirs
done

alone ibv_devices ours.kernel /ours/ibv_devices
if ours_drives_it; then
	alone ibv_devinfo ours.kernel /ours/ibv_devinfo -v
	for program in $pairs; do
		pair "$program" ours.kernel /ours /ours
		pair "$program" mixed.kernel /ours /theirs
		pair "$program" mixed.kernel /theirs /ours
	done
else
	for program in ibv_devinfo $pairs; do
		result "$program" ours.kernel skip "no adapter drives rxe0"
	done
fi
exit "$lab_failed"
