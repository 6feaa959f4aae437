"""A link to the database that can be cut, slowed down or silenced: every byte goes through here."""

import select
import socket
import threading
import time
from contextlib import closing, suppress
from typing import Literal

Trouble = Literal["cut", "slow", "silent"]
SLOW = 0.05  # seconds of delay per chunk, in either direction


class Link:
    """Listens on a port of its own and forwards everything to another one, and back."""

    def __init__(self, to: int) -> None:
        self.to = to
        self.mode: Trouble | Literal["well"] = "well"
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._closing = False
        threading.Thread(target=self._listen, daemon=True).start()

    def set(self, mode: Trouble | Literal["well"]) -> None:
        """Switch the link to this mode."""
        self.mode = mode

    def close(self) -> None:
        """Close the link for good."""
        self._closing, self.mode = True, "cut"
        self._listener.close()

    def _listen(self) -> None:
        while not self._closing:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._carry, args=(near,), daemon=True).start()

    def _carry(self, near: socket.socket) -> None:
        with closing(near), suppress(OSError):
            while self.mode == "silent":
                time.sleep(0.01)
            if self.mode == "cut":
                return
            with closing(socket.create_connection(("127.0.0.1", self.to))) as far:
                while self._pass_on(near, far):
                    pass

    def _pass_on(self, near: socket.socket, far: socket.socket) -> bool:
        """Forward what has arrived; False once either side is gone or the link is cut."""
        if self.mode == "cut":
            return False
        if self.mode == "silent":
            time.sleep(0.01)
            return True
        for ready in select.select([near, far], [], [], 0.05)[0]:
            piece = ready.recv(65536)
            if not piece:
                return False
            if self.mode == "slow":
                time.sleep(SLOW)
            if self.mode in ("cut", "silent"):
                return self._hold(piece, far if ready is near else near)
            (far if ready is near else near).sendall(piece)
        return True

    def _hold(self, piece: bytes, to: socket.socket) -> bool:
        """A silent link delays data, a cut one drops it."""
        while self.mode == "silent":
            time.sleep(0.01)
        if self.mode == "cut":
            return False
        to.sendall(piece)
        return True
