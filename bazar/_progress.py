"""How far a long run is, told on one line of a terminal."""

from __future__ import annotations

import os
import shutil
from time import monotonic
from typing import TextIO

# Seconds between two tellings, and before the first.
PAUSE = 0.2
ERASE = "\r\x1b[K"


class Progress:
    """Rows done of a number of rows; silent unless the stream is a terminal."""

    def __init__(self, name: str, rows: int, stream: TextIO, *, wanted: bool = True) -> None:
        self.name = os.path.basename(name)
        self.rows = rows
        self.stream = stream if wanted and stream.isatty() and os.environ.get("TERM") != "dumb" else None
        self.begun = self.told = monotonic()

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *error: object) -> None:
        if self.stream is not None and self.told != self.begun:
            self.stream.write(ERASE)
            self.stream.flush()

    def at(self, done: int) -> None:
        """Tell it, if the last telling is long enough ago."""
        now = monotonic()
        if self.stream is None or now - self.told < PAUSE:
            return
        self.told = now
        spent = now - self.begun
        left = spent * (self.rows - done) / max(done, 1)
        line = f"{self.name}: {done:,} of {self.rows:,} rows, {done / spent:,.0f} a second, {left:.0f} s left"
        # A line that wraps could not be erased.
        self.stream.write(ERASE + line[: shutil.get_terminal_size().columns - 1])
        self.stream.flush()
