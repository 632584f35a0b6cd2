"""Statistics for papers: number of seeds, differences of lanes, end of the warm-up. docs/scale.md names the methods."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from numbers import Real
from typing import TYPE_CHECKING

import numpy as np

from .documents import Json, ask, plain
from .engine import Run, lanes_in
from .errors import wrong

if TYPE_CHECKING:
    import pandas as pd

Within = float | str


@dataclass(frozen=True)
class Comparison:
    """A comparison of the lanes of one scenario over their seeds."""

    lanes: "pd.DataFrame" = field(repr=False)
    """A row for each lane: ``lane`` (its label; lanes with equal labels are ``A (lane 0)``, ``A (lane 1)``), ``n``,
    ``mean``, ``low``, ``high`` (95 %), ``deviation``; with ``within`` also ``within``, ``seeds``, ``cautious``."""
    pairs: "pd.DataFrame" = field(repr=False)
    """A row for each pair: ``a``, ``b``, ``n``, ``difference`` (a - b), ``low``, ``high``, ``p``, ``holm``, ``effect``;
    with ``within`` also ``to_tell``."""


def compare(
    runs: Run | Sequence[Run], metric: str = "queueing_delay_p95", *, within: Within | None = None
) -> Comparison:
    """Compares every pair of lanes by a paired t test over common seeds, with Holm's correction and effect sizes.

    Args:
        runs: the runs of ``run(scenario, seeds=...)``.
        metric: name of a metric of the observed link.
        within: the wanted half-width of the interval: a number in the metric's unit, or a share of the mean such as
            "5%".

    Raises:
        DocumentError: ``within`` is neither.
        ValueError: there is no such metric, a lane has the same seed twice, or it has runs of different scenarios.
    """
    import pandas as pd

    lanes = lanes_in(runs)
    if lanes and metric not in (known := lanes[0][0].metrics):
        raise wrong("metric", metric, f"must be one of {', '.join(known)}")
    firsts = [own[0] for own in lanes]
    times = Counter(one.label for one in firsts)
    labels = [one.label if times[one.label] == 1 else f"{one.label} (lane {one.lane})" for one in firsts]
    values = [[[one.seed, one.metrics[metric]] for one in own] for own in lanes]
    told = ask("compare", lanes=values, labels=labels, half=None if within is None else str(within))
    return Comparison(pd.DataFrame(map(_flat, told["lanes"])), pd.DataFrame(map(_flat, told["pairs"])))


def _flat(row: Json) -> Json:
    """A row whose intervals and numbers of seeds are columns."""
    low, high = row.pop("ci95") or (np.nan, np.nan)
    return {**row, "low": low, "high": high, **(row.pop("needed", None) or {})}


def seeds_needed(pilot: Iterable[float | None], within: Within) -> Json | None:
    """The number of seeds for which the 95 % interval of the mean is at most +- ``within``, from the spread of a pilot.

    ``seeds`` takes the pilot's spread for the true one and values for normal; ``cautious`` takes the spread that the
    true one exceeds in one pilot of five. None where more than a million are needed. ``within`` is a number, or a share
    of the mean such as "5%". Values of the pilot that were not observed (None or NaN) are left out.

    Returns:
        {"within", "seeds", "cautious"}, or None for fewer than two values, which say nothing of their spread.

    Raises:
        DocumentError: ``within`` is no number above 0 and no share.
        ValueError: the pilot has something else than numbers.
    """
    if isinstance(pilot, str) or not isinstance(pilot, Iterable):
        raise wrong("pilot", pilot, "must be a list of numbers")
    given = list(pilot)
    for i, value in enumerate(given):
        if value is not None and (isinstance(value, bool) or not isinstance(value, Real)):
            raise wrong(f"pilot[{i}]", value, "must be a number, or None where nothing was observed")
    values = plain([value for value in given if value is not None and not np.isnan(value)], "pilot")
    told: Json | None = ask("needed", values=values, half=str(within))
    return told


def course(runs: Run | Sequence[Run], warmup: float = 0.0) -> Json:
    """When a run is warm, and how far the mean of the rest can be trusted, of the mean queue over time.

    Args:
        runs: one run of a lane, or those of several seeds, whose courses are averaged.
        warmup: s, that of the document, from 0 to its duration.

    Returns:
        {"warmup_found", "warmup", "steady": {"mean", "ci95", "batches", "lag1", "independent"}, "warning"}: the end of
        the warm-up by MSER-5 (None if the run is too short to say), and the mean by batches after ``warmup``.

    Raises:
        ValueError: there is no run, the runs are of several lanes, their recordings differ in length, or the warm-up is
            outside of the run.
    """
    lanes = lanes_in(runs)
    if len(lanes) > 1:
        told_lanes = [f"{own[0].label} (lane {own[0].lane})" for own in lanes]
        raise ValueError(f"runs = {', '.join(told_lanes)}: must be the runs of one lane")
    own = lanes[0] if lanes else []
    lengths = {(run.links[run.observed].bins, run.links[run.observed].bin_seconds) for run in own}
    if len(lengths) != 1:
        raise ValueError(f"runs = {len(own)} of {len(lengths)} lengths: there must be one or more, of one length")
    link = own[0].links[own[0].observed]
    duration = link.bins * link.bin_seconds
    if isinstance(warmup, bool) or not isinstance(warmup, Real) or not 0 <= warmup <= duration * (1 + 1e-9):
        raise wrong("warmup", warmup, f"must be a number from 0 to the duration, {duration:g} s")
    queue = np.mean([run.links[run.observed].columns["overview.queue_mean"] for run in own], axis=0)
    told: Json = ask("course", values=queue.tolist(), step=link.bin_seconds, warmup=float(warmup))
    return told
