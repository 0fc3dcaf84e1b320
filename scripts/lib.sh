# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=bash
# Shared by scripts/demo, scripts/site, scripts/check, scripts/fuzz and scripts/kernel-check; source it, don't run it.
# Defines root (a path), say, fail, packages_ready, unpack_packages, configure, build_jobs and within_seconds, and cleans up everything
# that was started.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root" || exit 1
export LC_ALL=C.UTF-8
export DEBIAN_FRONTEND=noninteractive
export CMAKE_GENERATOR=Ninja # for new build directories; existing ones keep theirs
exec </dev/null

say() {
	printf '%s\n' "$*"
}

fail() {
	printf '%s: %s\n' "$(basename "$0")" "$*" >&2
	exit 1
}

# A private directory, and the processes to stop, when the script ends for whatever reason.
work_dir=$(mktemp -d) || exit 1
started=()
cleanup() {
	local pid
	for pid in "${started[@]}"; do
		# the process group, if it leads one
		{ kill -- "-$pid" || kill "$pid"; } 2>/dev/null && wait "$pid" 2>/dev/null
	done
	rm -rf "$work_dir"
}
trap cleanup EXIT
# forget pid: the process has ended, and its PID may be reused.
forget() {
	local pid kept=()
	for pid in "${started[@]}"; do
		[ "$pid" = "$1" ] || kept+=("$pid")
	done
	started=("${kept[@]}")
}
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

build_jobs() {
	nproc 2>/dev/null || echo 2
}

# within_seconds N COMMAND...: wait until a command succeeds.
within_seconds() {
	local tenths=$(($1 * 10))
	shift
	until "$@" >/dev/null 2>&1; do
		[ $((tenths -= 1)) -ge 0 ] || return 1
		sleep 0.1
	done
}

# missing_packages demo|site|check|lab: names of packages that are not installed yet. check also needs those of demo and site; the
# others need only their own.
missing_packages() {
	local name first _
	while read -r name first _; do
		case $name in '' | '#'*) continue ;; esac
		[ "$first" = "$1" ] || [[ "$1 $first" = "check "@(demo|site) ]] || continue
		dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed$' || echo "$name"
	done <scripts/packages
}

# packages_ready demo|site|check: install the packages that are missing.
packages_ready() {
	local missing
	command -v dpkg-query >/dev/null || fail "this is not Debian; install what scripts/packages names, in your way"
	mapfile -t missing < <(missing_packages "$1")
	[ ${#missing[@]} -eq 0 ] && return
	say "installing ${#missing[@]} packages: ${missing[*]}"
	[ "$(id -u)" -eq 0 ] || fail "needs root for that; or run yourself: apt-get install ${missing[*]}"
	install_packages "${missing[@]}" || {
		tail -n 20 "$work_dir/apt.log" >&2
		fail "apt-get could not install them; scripts/packages says why they are needed"
	}
}

install_packages() {
	local apt=(apt-get -y -q -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3)
	# Old package lists may contain versions that the mirror no longer has, hence the second try.
	{ "${apt[@]}" install --no-install-recommends "$@" ||
		{ "${apt[@]}" update && "${apt[@]}" install --no-install-recommends "$@"; }; } \
		>"$work_dir/apt.log" 2>&1
}

# Unpack the packages that are not to be installed, each in build/packages/NAME, unless it is already there.
unpack_packages() {
	local name first _ dir
	while read -r name first _; do
		dir=$root/build/packages/$name
		[ "$first" = unpack ] && [ ! -e "$dir" ] || continue
		rm -rf "$dir".*
		mkdir -p "$dir.deb" "$dir.tree"
		download_package "$name" "$dir.deb" && dpkg-deb -x "$dir.deb/$name"_*.deb "$dir.tree" &&
			mv "$dir.tree" "$dir" || say "cannot be unpacked, so tests are skipped: $name"
		rm -rf "$dir".*
	done <scripts/packages
}

# download_package NAME DIRECTORY
download_package() {
	local apt=(apt-get -q -o APT::Sandbox::User=root -o Acquire::Retries=3)
	(cd "$2" && { "${apt[@]}" download "$1" || { "${apt[@]}" update && "${apt[@]}" download "$1"; }; }) \
		>"$work_dir/apt.log" 2>&1
}

# configure preset [cmake argument...]: prints output only if it fails.
configure() {
	local preset=$1
	shift
	cmake --preset "$preset" "$@" >"$work_dir/configure.log" 2>&1 || {
		cat "$work_dir/configure.log" >&2
		fail "cannot configure the preset $preset"
	}
}
