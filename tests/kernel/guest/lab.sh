# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=dash disable=SC2034
# Functions shared by the jobs. A result is a line in results.tsv: program, column, pass, fail or skip, reason (tests/programs).

# The processor is emulated: what usually takes milliseconds may take seconds.
lab_seconds=40
lab_dir=/host/$LAB_NAME
lab_failed=0
lab_group=239.1.2.3
# programs that run as a server and a client
pairs="ibv_rc_pingpong ibv_uc_pingpong ibv_ud_pingpong ibv_srq_pingpong rping ucmatose udaddy mckey rdma_server"

# result PROGRAM COLUMN pass|fail|skip [REASON]
result() {
	printf '%s\t%s\t%s\t%s\n' "$1" "$2" "$3" "${4:-}" >>"$lab_dir/results.tsv"
	echo "lab: $(cut -d. -f1 /proc/uptime) s: $3 $1 $2 ${4:-}"
	[ "$3" != fail ] || lab_failed=1
}

# within SECONDS COMMAND...: wait until a command succeeds; false on a timeout.
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

# soft_roce ADDRESS: configure the network card and create an RDMA device on it.
soft_roce() {
	ip link set eth0 up &&
		ip addr add "$1/24" dev eth0 &&
		rdma link add rxe0 type rxe netdev eth0 &&
		within 20 port_is_active rxe0
}

# The card's IPv6 address can be used only after duplicate address detection.
link_local_is_there() {
	ip -6 addr show dev eth0 scope link | grep fe80 | grep -qv tentative
}

# ending STATUS: describe how a program ended.
ending() {
	case $1 in
	143) echo "did not end within $lab_seconds s" ;;
	137) echo "killed" ;;
	139) echo "segmentation fault" ;;
	*) echo "status $1" ;;
	esac
}

# why LOG STATUS: describe a failure in one line; for a contract test, with the test that failed or was running.
why() {
	lab_line=$(grep '^\[  FAILED  \] [A-Za-z]' "$1" | tail -n 1)
	[ -n "$lab_line" ] || lab_line=$(grep -v -e '^ *$' -e '^Terminated$' "$1" | tail -n 1)
	echo "$(ending "$2"): $(echo "$lab_line" | cut -c 1-100)"
}

# alone PROGRAM COLUMN COMMAND...: run a program that has to succeed.
alone() {
	lab_program=$1
	lab_column=$2
	lab_log=$lab_dir/$1.$2.log
	shift 2
	timeout "$lab_seconds" "$@" >"$lab_log" 2>&1
	lab_status=$?
	if [ $lab_status -eq 0 ]; then
		result "$lab_program" "$lab_column" pass
	else
		result "$lab_program" "$lab_column" fail "$(why "$lab_log" $lab_status)"
		grep -i -B 3 -A 3 -m 3 -e fail -e differ "$lab_log" | sed 's/^/lab:   /'
	fi
}

# Whether our library has an adapter for the device: `image` leaves a file if so.
ours_drives_it() {
	[ -e /lab/has_rxe ]
}

# ---- pairs: a server and a client ----

# arguments PROGRAM ADDRESS: set lab_server and lab_client, the arguments of both ends; lab_ready, a command that succeeds once the
# server listens; and lab_pause, the seconds to wait after that.
arguments() {
	lab_pause=0.2
	case $1 in
	ibv_*)
		lab_server="-d rxe0 -g 1 -n 50"
		lab_client="$lab_server $2"
		lab_ready=pingpong_listens
		;;
	rping)
		lab_server="-s -a $2 -V -C 10"
		lab_client="-c -a $2 -V -C 10"
		lab_ready=cm_listens
		;;
	ucmatose | udaddy)
		lab_server="-b $2 -c 2 -C 4"
		lab_client="-s $2 -c 2 -C 4"
		lab_ready=cm_listens
		;;
	rdma_server)
		lab_server=""
		lab_client="-s $2"
		lab_ready=cm_listens
		;;
	mckey)
		# Debian's client exits without waiting for its sends; a kernel that sends asynchronously (6.12) then drops the last ones
		lab_server="-m $lab_group -b $2 -C 4"
		lab_client="-m $lab_group -b $LAB_ADDRESS -C 200 -s"
		lab_ready=group_attached
		;;
	esac
}

# client_of PROGRAM: print the name of the client that belongs to a server.
client_of() {
	[ "$1" = rdma_server ] && echo rdma_client || echo "$1"
}

# Whether a socket listens on port 18515 (0x4853), which all pingpongs use.
pingpong_listens() {
	cat /proc/net/tcp /proc/net/tcp6 | grep -q ':4853 [0-9A-F]*:0000 0A '
}

cm_listens() {
	rdma resource show cm_id | grep -q 'state LISTEN'
}

# For a multicast group, Soft-RoCE subscribes its card to the Ethernet address of the corresponding IPv6 group.
group_attached() {
	grep -q 3333ef010203 /proc/net/dev_mcast
}

ready_or_gone() {
	"$lab_ready" || ! kill -0 "$lab_pid"
}

# start_server FOLDER PROGRAM LOG: start a server in the background and set lab_pid. False if it does not listen.
start_server() {
	# $lab_server is split into words on purpose; no argument has spaces
	# shellcheck disable=SC2086
	timeout "$lab_seconds" "$1/$2" $lab_server >"$3" 2>&1 &
	lab_pid=$!
	within 20 ready_or_gone
	"$lab_ready" >/dev/null 2>&1 && sleep "$lab_pause"
}

# end_server CLIENT_STATUS: wait for the server and set lab_status. If the client failed, the server is killed.
end_server() {
	[ "$1" -eq 0 ] || kill "$lab_pid" 2>/dev/null
	wait "$lab_pid"
	lab_status=$?
}

# run_client FOLDER PROGRAM LOG: run a client and set lab_rc, its status.
run_client() {
	# shellcheck disable=SC2086
	timeout "$lab_seconds" "$1/$(client_of "$2")" $lab_client >"$3" 2>&1
	lab_rc=$?
}

# pair PROGRAM COLUMN SERVER_FOLDER CLIENT_FOLDER: run a server and a client on this machine.
pair() {
	lab_log=$lab_dir/$1.${3#/}-${4#/}
	arguments "$1" "$LAB_ADDRESS"
	lab_rc=1
	if start_server "$3" "$1" "$lab_log.server.log"; then
		run_client "$4" "$1" "$lab_log.client.log"
	else
		echo "the server does not listen" >"$lab_log.client.log"
	fi
	end_server $lab_rc
	judge "$1" "$2" "$lab_log" "server ${3#/}, client ${4#/}"
}

# judge PROGRAM COLUMN LOG NOTE: write the result of a pair, from lab_rc (client) and lab_status (server).
judge() {
	if [ $lab_rc -ne 0 ]; then
		result "$1" "$2" fail "$4: client: $(why "$3.client.log" $lab_rc)"
	elif [ $lab_status -ne 0 ]; then
		result "$1" "$2" fail "$4: server: $(why "$3.server.log" $lab_status)"
	else
		result "$1" "$2" pass "$4"
	fi
}

# second_device: create a device on the loopback interface that only root may open.
second_device() {
	rdma link add rxelo type rxe netdev lo && within 20 port_is_active rxelo || return
	for lab_node in /sys/class/infiniband_verbs/uverbs*; do
		[ "$(cat "$lab_node/ibdev")" != rxelo ] || chmod 600 "/dev/infiniband/${lab_node##*/}"
	done
}

# as_nobody PROGRAM COLUMN FOLDER: run a pair whose client is unprivileged.
as_nobody() {
	arguments "$1" "$LAB_ADDRESS"
	lab_log=$lab_dir/$1.nobody
	lab_rc=1
	if start_server "$3" "$1" "$lab_log.server.log"; then
		timeout "$lab_seconds" su nobody -s /bin/sh -c "$3/$1 $lab_client" >"$lab_log.client.log" 2>&1
		lab_rc=$?
	fi
	end_server $lab_rc
	judge "$1" "$2" "$lab_log" "client without rights, beside a device that it cannot open"
}

# ---- contract tests ----

# contract NAME: run a program of contract tests with both ends on the single device, without the tests in left_out.
contract() {
	lab_seconds=80 KIT_ONE_DEVICE=1 KIT_LEFT_OUT=/lab/left_out alone "contract.$1" test.kernel "/contract/$1"
}
