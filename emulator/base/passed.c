/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/passed.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

bool softhca_inode_of(int fd, struct softhca_inode *inode)
{
	struct statx st;

	if (fd < 0 ||
	    statx(fd, "", AT_EMPTY_PATH | AT_STATX_DONT_SYNC, STATX_TYPE | STATX_INO, &st))
		return false;
	*inode = (struct softhca_inode){
		.number = st.stx_ino,
		.device = makedev(st.stx_dev_major, st.stx_dev_minor),
		.mode = st.stx_mode,
	};
	return true;
}
