"""Statistics for papers: number of seeds, differences of lanes, end of the warm-up. docs/scale.md names the methods."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from .documents import Json, ask, plain
from .engine import Run

if TYPE_CHECKING:
    import pandas as pd

Within = float | str


@dataclass(frozen=True)
class Comparison:
    """A comparison of the lanes of one scenario over their seeds."""

    lanes: "pd.DataFrame" = field(repr=False)
    """A row for each lane: ``lane``, ``n``, ``mean``, ``low``, ``high`` (95 %), ``deviation``; with ``within`` also
    ``within``, ``seeds``, ``cautious``."""
    pairs: "pd.DataFrame" = field(repr=False)
    """A row for each pair: ``a``, ``b``, ``n``, ``difference`` (a - b), ``low``, ``high``, ``p``, ``holm``, ``effect``;
    with ``within`` also ``to_tell``."""


def compare(runs: Sequence[Run], metric: str = "queueing_delay_p95", *, within: Within | None = None) -> Comparison:
    """Compares every pair of lanes by a paired t test over common seeds, with Holm's correction and effect sizes.

    Args:
        runs: the runs of ``run(scenario, seeds=...)``.
        metric: name of a metric of the observed link.
        within: the wanted half-width of the interval: a number in the metric's unit, or a share of the mean such as
            "5%".

    Raises:
        DocumentError: ``within`` is neither.
        ValueError: there is no such metric.
    """
    import pandas as pd

    for one in runs:
        if metric not in one.metrics:
            raise ValueError(f"metric = {metric!r}: must be one of {', '.join(one.metrics)}")

    lanes: dict[tuple[str, str], list[list[float | None]]] = {}
    for one in runs:
        lanes.setdefault((one.label, one.aqm), []).append([one.seed, one.metrics[metric]])
    labels = [label for label, _ in lanes]
    told = ask("compare", lanes=list(lanes.values()), labels=labels, half=None if within is None else str(within))
    return Comparison(pd.DataFrame(map(_flat, told["lanes"])), pd.DataFrame(map(_flat, told["pairs"])))


def _flat(row: Json) -> Json:
    """A row whose intervals and numbers of seeds are columns."""
    low, high = row.pop("ci95") or (np.nan, np.nan)
    return {**row, "low": low, "high": high, **(row.pop("needed", None) or {})}


def seeds_needed(pilot: Sequence[float], within: Within) -> Json | None:
    """The number of seeds for which the 95 % interval of the mean is at most +- ``within``, from the spread of a pilot.

    ``seeds`` takes the pilot's spread for the true one and values for normal; ``cautious`` takes the spread that the
    true one exceeds in one pilot of five. None where more than a million are needed. ``within`` is a number, or a share
    of the mean such as "5%".

    Returns:
        {"within", "seeds", "cautious"}, or None for fewer than two values, which say nothing of their spread.

    Raises:
        DocumentError: ``within`` is no number above 0 and no share.
    """
    told: Json | None = ask("needed", values=plain(list(pilot)), half=str(within))
    return told


def course(runs: Run | Sequence[Run], warmup: float = 0.0) -> Json:
    """When a run is warm, and how far the mean of the rest can be trusted, of the mean queue over time.

    Args:
        runs: one run of a lane, or those of several seeds, whose courses are averaged.
        warmup: s, that of the document.

    Returns:
        {"warmup_found", "warmup", "steady": {"mean", "ci95", "batches", "lag1", "independent"}, "warning"}: the end of
        the warm-up by MSER-5 (None if the run is too short to say), and the mean by batches after ``warmup``.

    Raises:
        ValueError: there is no run, or their recordings differ in length.
    """
    own = [runs] if isinstance(runs, Run) else list(runs)
    lengths = {(run.links[run.observed].bins, run.links[run.observed].bin_seconds) for run in own}
    if len(lengths) != 1:
        raise ValueError(f"runs = {len(own)} of {len(lengths)} lengths: there must be one or more, of one length")
    link = own[0].links[own[0].observed]
    queue = np.mean([run.links[run.observed].columns["overview.queue_mean"] for run in own], axis=0)
    told: Json = ask("course", values=queue.tolist(), step=link.bin_seconds, warmup=warmup)
    return told
