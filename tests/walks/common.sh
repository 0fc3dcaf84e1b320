# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=bash
# Shared by the walks: a private directory, the emulator, and what a user has after `cmake --install build --prefix PREFIX`.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck disable=SC2034 # used by scripts that source this file
root=$(cd "$here/../.." && pwd)
work=$(mktemp -d)
pids=()
cleanup() {
	[ ${#pids[@]} -eq 0 ] || kill -9 "${pids[@]}" 2>/dev/null
	wait
	rm -rf "$work"
}
trap cleanup EXIT
# shellcheck source=../e2e/common.sh
source "$here/../e2e/common.sh"

fail() {
	echo "FAILED: $*"
	exit 1
}

# until_so COMMAND...: run the command until it succeeds, for up to a minute, because the machine may be busy.
until_so() {
	local tenths=0
	until "$@"; do
		[ $((tenths += 1)) -lt 600 ] || fail "not so after a minute: $*: $(cat "$work/why" 2>/dev/null)"
		sleep 0.1
	done
}

# has_prefix PREFIX: put its commands and packages first in the search paths.
has_prefix() {
	export PKG_CONFIG_PATH=$1/lib/pkgconfig PATH=$1/bin:$PATH
	unset INVERBS_EMULATOR LD_PRELOAD
}

# compile PACKAGE FILE PROGRAM FLAG...: compile as README.md describes.
compile() {
	local flags
	read -ra flags <<<"$(pkg-config --cflags --libs "$1")"
	"${CC:-cc}" -O2 -g "${@:4}" "$2" "${flags[@]}" -o "$3" || fail "$2 does not compile with $1"
}

# plant FROM TO PATTERN REPLACEMENT: make a copy with one mistake in it.
plant() {
	sed "s|$3|$4|" "$1" >"$2"
	cmp -s "$1" "$2" && fail "there is no '$3' in $1"
	return 0
}

# names_cause PATTERN COMMAND...: the command must fail, and its output must contain the cause.
names_cause() {
	"${@:2}" >"$work/said" 2>&1 && fail "no failure: ${*:2}"
	grep -q "$1" "$work/said" || fail "no '$1' in: $(cat "$work/said")"
}

# as_quoted: replace numbers that differ from run to run, as in the quotes of docs/mistakes.md.
as_quoted() {
	sed -E 's/^[0-9]+\.[0-9]+ (\w+) [0-9]+ /… \1 … /; s/(softhca: info: )[0-9.]+ /\1… /; s/0x[0-9a-f]+/0x…/g; s/[0-9]+\.[0-9]+ s/… s/g
		s/(process|domain|yaml:|WQE) ?[0-9]+/\1 …/g'
}

# page_says NAME <TEXT: the block after this name in docs/mistakes.md must be this text. (In a pipe, fail would not end the walk.)
page_says() {
	local page
	page=$(awk -v mark="<!-- $1 -->" '$0 == mark {on = 1; next} on && /^    / {print substr($0, 5); inside = 1; next}
		on && inside {exit}' "$root/docs/mistakes.md")
	as_quoted >"$work/quote"
	diff <(echo "$page") "$work/quote" >"$work/diff" || fail "$1 of docs/mistakes.md is not what is said: $(cat "$work/diff")"
}
