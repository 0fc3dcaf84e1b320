# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=dash source=tests/kernel/guest/lab.sh
# The tests between two machines: machine a runs the servers, machine b the clients. They synchronize through files in a shared
# directory.
. /lab/lab.sh

server_address=10.9.0.1
turns=/host/turns
turn=0
mkdir -p $turns

soft_roce "$LAB_ADDRESS" || {
	result rdma_rxe setup fail "no Soft-RoCE device"
	exit 1
}

# say FILE TEXT: write a file atomically.
say() {
	echo "$2" >"$turns/$1.new" && mv "$turns/$1.new" "$turns/$1"
}

# hear FILE SECONDS: wait for a file of the other machine and print it; print nothing on a timeout.
hear() {
	within "$2" test -e "$turns/$1" && cat "$turns/$1"
}

# serve PROGRAM COLUMN FOLDER NOTE: run the server of a pair, and write the result of both ends.
serve() {
	if start_server "$3" "$1" "$lab_log.server.log"; then
		say $turn.server listening
		lab_rc=$(hear $turn.client $((lab_seconds + 10)))
	else
		say $turn.server missing
		echo "the server does not listen" >"$lab_log.client.log"
		lab_rc=1
	fi
	lab_rc=${lab_rc:-1}
	end_server "$lab_rc"
	judge "$1" "$2" "$lab_log" "$4"
}

# ask PROGRAM FOLDER: run the client of a pair, if the server listens.
ask() {
	[ "$(hear $turn.server 60)" = listening ] || return
	run_client "$2" "$1" "$lab_log.client.log"
	say $turn.client $lab_rc
}

# apart PROGRAM COLUMN SERVER_FOLDER CLIENT_FOLDER: run a pair between the two machines.
apart() {
	turn=$((turn + 1))
	lab_log=$turns/$1.${3#/}-${4#/}
	arguments "$1" $server_address
	case $LAB_NAME in
	a) serve "$1" "$2" "$3" "server ${3#/}, client ${4#/}" ;;
	*) ask "$1" "$4" ;;
	esac
}

# ping first, so that the peers' Ethernet addresses are resolved before the tests
say "$LAB_NAME.up" yes
case $LAB_NAME in
a) hear b.up 60 >/dev/null ;;
*) hear a.up 60 >/dev/null && within 20 ping -c 1 -W 1 $server_address ;;
esac

apart rping debian.kernel /theirs /theirs
if ours_drives_it; then
	for program in $pairs; do
		apart "$program" mixed.machines /ours /theirs
		apart "$program" mixed.machines /theirs /ours
	done
fi
exit "$lab_failed"
