"""How `lab serve` listens."""

import socket

from lab.serve import _listening


def test_small_answers_are_sent_at_once() -> None:
    """A connection that does not say it is TCP waits forty milliseconds for the second half of each answer."""
    with _listening("127.0.0.1", 0) as listener, socket.create_connection(listener.getsockname()):
        accepted, _ = listener.accept()
        with accepted:
            assert (listener.proto, accepted.proto) == (socket.IPPROTO_TCP, socket.IPPROTO_TCP)
