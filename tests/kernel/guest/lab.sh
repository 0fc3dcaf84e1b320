# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh
# What the jobs share. A result is a line in results.tsv: program, column, pass, fail or skip, reason.

# Everything is emulated: what takes milliseconds elsewhere may take seconds.
lab_seconds=60
lab_dir=/host/$LAB_NAME
lab_failed=0

# result PROGRAM COLUMN pass|fail|skip [REASON]
result() {
	printf '%s\t%s\t%s\t%s\n' "$1" "$2" "$3" "${4:-}" >>"$lab_dir/results.tsv"
	echo "lab: $3 $1 $2 ${4:-} (at $(cut -d. -f1 /proc/uptime) s)"
	[ "$3" != fail ] || lab_failed=1
}

# within SECONDS CONDITION...: wait until a command succeeds.
within() {
	lab_left=$(($1 * 10))
	shift
	until "$@" >/dev/null 2>&1; do
		[ "$lab_left" -gt 0 ] || return 1
		lab_left=$((lab_left - 1))
		sleep 0.1
	done
}

port_is_active() {
	grep -q ACTIVE "/sys/class/infiniband/$1/ports/1/state"
}

# soft_roce ADDRESS: the network card and an RDMA device on it.
soft_roce() {
	ip link set eth0 up &&
		ip addr add "$1/24" dev eth0 &&
		rdma link add rxe0 type rxe netdev eth0 &&
		within 20 port_is_active rxe0
}

# How a program ended, for people.
ending() {
	case $1 in
	124 | 143) echo "did not end within $lab_seconds s" ;;
	137) echo "killed" ;;
	139) echo "segmentation fault" ;;
	*) echo "status $1" ;;
	esac
}

# alone PROGRAM COLUMN COMMAND...: one program that has to succeed.
alone() {
	lab_program=$1
	lab_column=$2
	shift 2
	lab_log=$lab_dir/$lab_program.$lab_column.log
	timeout "$lab_seconds" "$@" >"$lab_log" 2>&1
	lab_status=$?
	if [ $lab_status -eq 0 ]; then
		result "$lab_program" "$lab_column" pass
	else
		result "$lab_program" "$lab_column" fail "$(ending $lab_status): $(tail -n 1 "$lab_log" | cut -c 1-120)"
	fi
}
