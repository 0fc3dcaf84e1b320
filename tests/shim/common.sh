# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=bash disable=SC2034,SC2154
# For scripts of this folder; they set bin.

# result PROGRAM COLUMN pass|fail|skip REASON: see tests/programs.
result() {
	[ -z "${INVERBS_RESULTS:-}" ] || printf '%s\t%s\t%s\t%s\n' "$@" >>"$INVERBS_RESULTS"
}

# Why Debian's program cannot be run here; nothing if it can.
why_not() {
	[ -x "/usr/bin/$1" ] || echo "/usr/bin/$1 is not installed"
	[ -e /etc/libibverbs.d/mlx4.driver ] || echo "Debian's ibverbs-providers is not installed"
}

# command_of ours|debian PROGRAM: sets command. Line by line, so that a script sees what a server says while it runs.
command_of() {
	if [ "$1" = ours ]; then
		command=("$bin/$2")
	else
		command=(stdbuf -oL "$bin/softhca-run" "/usr/bin/$2")
	fi
}
