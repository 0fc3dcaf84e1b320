# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=dash source=tests/kernel/guest/lab.sh
# The tests on one machine, with both ends of each connection on it.
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

within 10 link_local_is_there
# Replaying needs no adapter, since the commands were recorded from another program. The traces are of kernel 6.1; other kernels
# respond to some commands differently.
case $(uname -r) in
6.1.*) alone replay test.kernel /replay/kernel_live rxe0 /traces/errors.json /traces/raw_uverbs.json ;;
esac
alone replay_mad test.kernel /replay/kernel_live rxe0 /traces/raw_umad.json
alone ibv_devices ours.kernel /ours/ibv_devices
if ours_drives_it; then
	alone ibv_devinfo ours.kernel /ours/ibv_devinfo -v
	for program in $pairs; do
		pair "$program" ours.kernel /ours /ours # two.sh mixes them with Debian's
	done
	alone access_layer test.kernel /ours/access_layer
	for test in /contract/*; do
		contract "${test##*/}"
	done
	alone unprivileged test.kernel su nobody -s /bin/sh -c "/ours/ibv_devinfo -d rxe0"
	alone renamed test.kernel /bin/sh -c \
		"rdma dev set rxe0 name blue0 && /ours/ibv_devinfo -d blue0; s=\$?; rdma dev set blue0 name rxe0; exit \$s"
	# with a second device that only root may open, programs of user nobody still work on the first
	second_device || result rdma_rxe setup fail "no second device"
	alone closed_device test.kernel su nobody -s /bin/sh -c "/ours/ibv_devinfo | grep 'hca_id:.rxe0'"
	as_nobody rping ours.kernel /ours
	rdma link delete rxelo
	umount /sys
	alone without_sysfs test.kernel /bin/sh -c "/ours/ibv_devices | grep rxe0"
	mount -t sysfs sysfs /sys
else
	for program in ibv_devinfo $pairs; do
		result "$program" ours.kernel skip "no adapter drives rxe0"
	done
fi
exit "$lab_failed"
