# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=bash
# To be sourced. compat_builds SOURCE FOLDER [FLAG...] looks for libibverbs and librdmacm as configure scripts do, then builds
# and runs SOURCE. FLAGs say where headers and libraries are, if not in a default directory; pkg-config must find ours itself.

# compat_links NAME FLAG...: SOURCE must link with these flags after it, and run on the emulator.
compat_links() {
	"${CC:-cc}" -O2 -Wall -Werror "$compat_source" -o "$compat_folder/$1" "${@:2}" || {
		echo "does not link: ${*:2}"
		return 1
	}
	[ "$(INVERBS_EMULATOR=inproc:mlx4_0 timeout 60 "$compat_folder/$1")" = "mlx4_0: success" ] || {
		echo "does not run when linked with: ${*:2}"
		return 1
	}
	! readelf -d "$compat_folder/$1" 2>/dev/null | grep -E 'NEEDED.*(ibverbs|rdmacm)' || {
		echo "is linked to another library: ${*:2}"
		return 1
	}
}

# compat_has LIBRARY FUNCTION FLAG...: the test of AC_CHECK_LIB, which includes no header and declares the wrong prototype.
compat_has() {
	printf 'char %s();\nint main(void) { return %s(); }\n' "$2" "$2" >"$compat_folder/conftest.c"
	"${CC:-cc}" "$compat_folder/conftest.c" -o "$compat_folder/conftest" "${@:3}" "-l$1" || {
		echo "configure would not find $2 in -l$1"
		return 1
	}
}

compat_builds() {
	local flags linking package
	compat_source=$1
	compat_folder=$2
	shift 2
	compat_has ibverbs ibv_get_device_list "$@" && compat_has rdmacm rdma_create_event_channel "$@" || return 1
	# one library, both in either order, repeated, and together with ours
	for flags in -lrdmacm "-static -lrdmacm -libverbs" "-libverbs -linverbs -lrdmacm -libverbs" "-static -linverbs -lrdmacm"; do
		# shellcheck disable=SC2086 # several words
		compat_links asked "$@" $flags -lpthread || return 1
	done
	for package in libibverbs "--static librdmacm" "--static libibverbs librdmacm inverbs-mlx4"; do
		linking=
		[[ $package != --static* ]] || linking=-static
		# shellcheck disable=SC2086 # several words
		read -ra flags < <(pkg-config --cflags --libs $package)
		compat_links asked $linking "${flags[@]}" || return 1
	done
	pkg-config --atleast-version=1.14 libibverbs && pkg-config --atleast-version=1.3 librdmacm || {
		echo "too old for those who ask for a version"
		return 1
	}
}
