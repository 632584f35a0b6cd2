"""Files of measurements: Flent, captures, tc, ping, irtt, iperf3, traces of ns-2 and ns-3, CSV.

docs/data.md lists what each kind of file contains.
"""

import gzip
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from .documents import read_measured
from .errors import DocumentError, Issue

if TYPE_CHECKING:
    import pandas as pd

_PIECE = 1 << 18


@dataclass(frozen=True)
class Series:
    """One quantity over time."""

    name: str
    quantity: str
    """round_trip, delay, queue, backlog, rate, window, drops or marks; "other" if the file does not name it."""
    unit: str
    """SI unit"""
    times: NDArray[np.float64] = field(repr=False)
    """s, on the clock of the file"""
    values: NDArray[np.float64] = field(repr=False)

    def frame(self) -> "pd.DataFrame":
        """``time`` and ``value``."""
        import pandas as pd

        return pd.DataFrame({"time": self.times, "value": self.values})


@dataclass(frozen=True)
class Measured:
    """The contents of a file, in SI units."""

    format: str
    begin: float | None
    """Time 0 of the file's clock, s since 1970; None if the file does not give it."""
    counts: dict[str, float]
    notes: list[str]
    series: tuple[Series, ...]
    arrivals: "pd.DataFrame | None" = field(repr=False)
    """Packets that arrive at a queue, if the file has them: ``at`` (ns), ``bytes``, ``ecn``, ``flow``."""


def measured(path: str | PathLike[str]) -> Measured:
    """Reads a file of measurements; gzip is unpacked.

    Raises:
        DocumentError: the file is of no known kind, or damaged; the message has the place. Nothing of such a file is
            given.
        OSError: the file cannot be read.
    """
    import pandas as pd

    name = Path(fspath(path)).name
    try:
        told = read_measured(name, _pieces(path))
    except DocumentError as error:
        raise DocumentError(
            Issue(issue.path, issue.rule, message=f"{fspath(path)}: {issue}") for issue in error.issues
        ) from None
    arrivals = told.get("arrivals")
    return Measured(
        format=told["format"],
        begin=told.get("begin") or None,
        counts=told["counts"],
        notes=told["notes"],
        series=tuple(
            Series(
                one["name"], one["quantity"], one["unit"], np.array(one["times"], float), np.array(one["values"], float)
            )
            for one in told["series"]
        ),
        arrivals=None if arrivals is None else pd.DataFrame(arrivals),
    )


def _pieces(path: str | PathLike[str]) -> Iterator[bytes]:
    with open(path, "rb") as raw:
        packed = raw.read(2) == b"\x1f\x8b"
    try:
        with gzip.open(path) if packed else open(path, "rb") as file:
            while piece := file.read(_PIECE):
                yield piece
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise DocumentError([Issue(fspath(path), f"is a gzip file that is damaged or cut off ({error})")]) from None
