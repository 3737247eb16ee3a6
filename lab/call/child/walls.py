"""Walls that the Linux kernel puts around agents: no network, a read-only disk, no rights, processes of their own.

Raised once, in the stem, before it has seen any submission; what it forks stands behind them too. A kernel that does
not let an ordinary user do this (or is no Linux) leaves the process, its limits and the fence.
"""

import os
import sys
from typing import Any

_NEW_MOUNTS, _NEW_NAMES, _NEW_IPC, _NEW_USER = 0x00020000, 0x04000000, 0x08000000, 0x10000000
_NEW_PIDS, _NEW_NETWORK = 0x20000000, 0x40000000
_RECURSIVE, _PRIVATE, _READ_ONLY, _NO_SUID = 0x4000, 0x40000, 1, 2
_MOUNT_SETATTR, _HERE, _ALL_BELOW = 442, -100, 0x8000
_NO_NEW_PRIVILEGES, _SUBREAPER = 38, 36
NOBODY = 65534


class Walls:
    """`standing` names those that could be raised: `no network`, `nobody`, `read-only disk`, `own processes`."""

    def __init__(self) -> None:
        self.standing: list[str] = []
        self._libc: Any = None
        if sys.platform == "linux":
            self._raise()

    def _raise(self) -> None:
        import ctypes

        self._libc = ctypes.CDLL(None, use_errno=True)
        user, group = os.getuid(), os.getgid()
        if self._libc.unshare(_NEW_USER | _NEW_MOUNTS | _NEW_NETWORK | _NEW_IPC | _NEW_NAMES):
            return
        self.standing.append("no network")
        if _be_nobody(user, group):
            self.standing.append("nobody")
        if self._close_the_disk(ctypes):
            self.standing.append("read-only disk")

    def _close_the_disk(self, ctypes: Any) -> bool:
        """Every mount becomes read-only, and what the system tells of other processes is covered."""
        none = ctypes.c_char_p(None)
        self._libc.mount(none, b"/", none, _RECURSIVE | _PRIVATE, none)
        attributes = (ctypes.c_uint64 * 4)(_READ_ONLY, 0, 0, 0)
        size = ctypes.c_size_t(ctypes.sizeof(attributes))
        closed = bool(self._libc.syscall(_MOUNT_SETATTR, _HERE, b"/", _ALL_BELOW, attributes, size) == 0)
        self._libc.mount(b"none", b"/proc", b"tmpfs", _READ_ONLY | _NO_SUID, none)
        return closed

    def fork(self) -> int:
        """Like os.fork, but where it can be done the child is the first process of a world of its own."""
        if "no network" not in self.standing:
            return os.fork()
        between = os.fork()
        if between:
            os.waitpid(between, 0)
            return between
        if self._libc.unshare(_NEW_PIDS) == 0:
            self.standing.append("own processes")
        if os.fork():
            os._exit(0)
        return 0

    def settle(self) -> None:
        """Give up every right that was needed to raise the walls, for good; and be told of orphans."""
        if self._libc is None:
            return
        import ctypes

        self._libc.prctl(_SUBREAPER, 1, 0, 0, 0)
        self._libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
        if "no network" in self.standing:
            header = (ctypes.c_uint32 * 2)(0x20080522, 0)
            self._libc.capset(header, (ctypes.c_uint32 * 6)())


def _be_nobody(user: int, group: int) -> bool:
    try:
        for name, text in (
            ("setgroups", "deny"),
            ("uid_map", f"{NOBODY} {user} 1"),
            ("gid_map", f"{NOBODY} {group} 1"),
        ):
            with open(f"/proc/self/{name}", "w") as file:
                file.write(text)
    except OSError:
        return False
    return True
