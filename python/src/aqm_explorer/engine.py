"""Runs of the packet simulator, solutions of the fluid model, drop curves: each as NumPy arrays and pandas frames."""

import hashlib
import os
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from numbers import Integral, Real
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .documents import Json, ask, parsed, plain
from .errors import DocumentError, Issue, arguments, wrong
from .module import Native, native
from .scenario import Scenario, as_scenario

if TYPE_CHECKING:
    import pandas as pd

Column = NDArray[np.float64]

# Events of one call. Between two calls Python handles an interrupt from the keyboard.
_EVENTS = 2e6
# Steps of the solver in one call.
_STEPS = 1e6
# The largest seed of a document, and the most seeds of a study.
_LAST_SEED = 2**53 - 1
_MOST_SEEDS = 100_000


@dataclass(frozen=True)
class Link:
    """What was measured and recorded at one link."""

    metrics: dict[str, float | None]
    """Values by name, in SI units; None where nothing was observed."""
    columns: dict[str, NDArray[Any]] = field(repr=False)
    """Recorded columns, each of shape (bins,), and the drops and marks (``dots.time`` ...), each of shape (dots,)."""
    bin_seconds: float = 0.0
    """Entry i of a column of the overview describes [i * bin_seconds, (i + 1) * bin_seconds)."""
    bins: int = 0

    def frame(self) -> "pd.DataFrame":
        """A row for each interval: ``time`` (s, the beginning), queues (packets), counts, and the states of the AQM."""
        import pandas as pd

        columns = {
            name.removeprefix("overview."): c for name, c in self.columns.items() if name.startswith("overview.")
        }
        return pd.DataFrame({"time": np.arange(self.bins) * self.bin_seconds, **columns})


@dataclass(frozen=True)
class Run:
    """The complete simulation of one lane with one seed."""

    lane: int
    """Index of the lane in the document, from 0. Labels may be equal, indices are not."""
    label: str
    aqm: str
    seed: int
    scenario: str = field(repr=False)
    """16 hexadecimal digits over the lane's complete scenario without its seed; different for different scenarios."""
    digest: str
    """16 hexadecimal digits over the events at all links; the same on every machine."""
    events: int
    observed: int
    links: tuple[Link, ...] = field(repr=False)
    """Every link of the path."""
    rows: tuple[dict[str, float | None], ...] = field(repr=False)
    """Metrics of every row of traffic."""
    flow_goodputs: Column = field(repr=False)
    """bit/s, shape (flows,)"""

    @property
    def metrics(self) -> dict[str, float | None]:
        """Metrics of the observed link."""
        return self.links[self.observed].metrics

    def frame(self) -> "pd.DataFrame":
        """The observed link over time (see ``Link.frame``)."""
        return self.links[self.observed].frame()


def run(
    scenario: Scenario | Json | str,
    *,
    seed: int | None = None,
    seeds: int | Iterable[int] | None = None,
    bins: int = 4096,
    link_trace: str | PathLike[str] | None = None,
) -> list[Run]:
    """Simulates every lane of a scenario, packet by packet. Runs share the processors of the machine.

    Args:
        scenario: a Scenario, a document, or its JSON text.
        seed: replaces the seed of the scenario, a whole number from 0 to 2**53 - 1.
        seeds: runs each lane with each of these seeds, which differ; a number N stands for 1 to N. ``summary`` gives
            means and intervals.
        bins: number of intervals of the recording.
        link_trace: file of a trace that changes the bottleneck (in a chain: the observed link). It has the columns
            time, rate, delay, loss, with optional units, or Mahimahi's times.

    Returns:
        A Run for each lane in the order of the document, and within a lane for each seed.

    Raises:
        DocumentError: the document is invalid; every reason has its place, value and rule.
        ValueError: both ``seed`` and ``seeds`` are given, one of them is no seed, or one stands twice.
    """
    chosen: list[Json] = [{}] if seed is None and seeds is None else [{"seed": one} for one in _chosen(seed, seeds)]
    given = as_scenario(scenario)
    traced = given if link_trace is None else given.with_link_trace(link_trace)
    jobs = [(i, {**lane, **change}) for i, lane in enumerate(traced.lanes()) for change in chosen]
    with arguments({"bins": bins}):
        prepared = [(ask("run", lane=lane, bins=plain(bins, "bins")), i) for i, lane in jobs]
    if len(jobs) < 2:
        return [run_lane(*lane) for lane in prepared]
    with ThreadPoolExecutor(min(len(jobs), os.cpu_count() or 1)) as pool:
        return list(pool.map(run_lane, *zip(*prepared)))


def _chosen(seed: Any, seeds: Any) -> list[int]:
    """The seeds of ``run``."""
    if seed is not None and seeds is not None:
        raise ValueError(f"seed = {seed}, seeds = {seeds}: only one of the two may be given")
    if seeds is None:
        return [_seed("seed", seed)]
    if isinstance(seeds, Integral) and not isinstance(seeds, bool):
        count = int(seeds)
        if not 1 <= count <= _MOST_SEEDS:
            raise wrong("seeds", seeds, f"must be a number from 1 to {_MOST_SEEDS}, or a list of seeds")
        return list(range(1, count + 1))
    if isinstance(seeds, str | bytes) or not isinstance(seeds, Iterable):
        raise wrong("seeds", seeds, "must be a whole number or a list of seeds")
    given = list(seeds)
    own = [_seed(f"seeds[{i}]", one) for i, one in enumerate(given)]
    if not own:
        raise wrong("seeds", seeds, "must have at least one seed")
    for one, times in Counter(own).items():
        if times > 1:
            raise wrong("seeds", given, f"{one} stands {'twice' if times == 2 else f'{times} times'}")
    return own


def _seed(name: str, value: Any) -> int:
    seed = int(value) if isinstance(value, Integral) and not isinstance(value, bool) else -1
    if not 0 <= seed <= _LAST_SEED:
        raise wrong(name, value, f"must be a whole number from 0 to {_LAST_SEED}")
    return seed


def run_lane(prepared: Json, lane: int) -> Run:
    """Simulates the lane with this index, which the question "run" or "point" has prepared."""
    module = native("aqm")
    handle = module.send("aqm_open", parsed(prepared["numbers"]))
    try:
        while module.call("aqm_run", handle, _EVENTS) != 1:
            pass
        module.call("aqm_result", handle)
        raw = module.json()
        names = _names_of_states(module, prepared["states"])
        found = {c["name"]: c for c in raw["columns"]}
        links = tuple(
            Link(
                metrics=link["metrics"],
                columns={
                    names.get(name.removeprefix(f"links.{i}."), name.removeprefix(f"links.{i}.")): module.column(column)
                    for name, column in found.items()
                    if name.startswith(f"links.{i}.")
                },
                bin_seconds=link["binSeconds"],
                bins=link["bins"],
            )
            for i, link in enumerate(raw["links"])
        )
        goodputs = module.column(found["flowGoodputs"])
    finally:
        module.call("aqm_close", handle)
        module.trim()
    return Run(
        lane=lane,
        label=prepared["label"],
        aqm=prepared["aqm"],
        seed=prepared["seed"],
        scenario=hashlib.sha256(prepared["scenario"].encode()).hexdigest()[:16],
        digest=raw["digest"],
        events=int(raw["events"]),
        observed=int(raw["observed"]),
        links=links,
        rows=tuple(raw["rows"]),
        flow_goodputs=goodputs,
    )


def _names_of_states(module: Native, names: Sequence[str]) -> dict[str, str]:
    """Names of the columns of the AQM's states. A name that another column has gets the prefix ``state_``."""
    taken = {column["name"] for column in module.layout["overview"]} | {"time"}
    return {
        f"overview.state.{i}": f"overview.{f'state_{name}' if name in taken else name}" for i, name in enumerate(names)
    }


def lanes_in(runs: Run | Iterable[Run]) -> list[list[Run]]:
    """The runs of each lane, by index, label and scheme.

    Raises:
        ValueError: something is no run, a seed repeats, or the runs of a lane are of different scenarios.
    """
    own = [runs] if isinstance(runs, Run) else list(runs) if isinstance(runs, Iterable) else None
    if own is None or not all(isinstance(one, Run) for one in own):
        raise wrong("runs", runs, "must be the runs that run() gives")
    lanes: dict[tuple[int, str, str], dict[int, Run]] = {}
    for one in own:
        seeds = lanes.setdefault((one.lane, one.label, one.aqm), {})
        place = f"runs: lane = {one.lane}, label = {one.label!r}, aqm = {one.aqm!r}"
        if one.seed in seeds:
            raise ValueError(f"{place}, seed = {one.seed} stands twice")
        seeds[one.seed] = one
        if one.scenario != next(iter(seeds.values())).scenario:
            raise ValueError(f"{place} has runs of different scenarios: only runs of one scenario go together")
    return [list(seeds.values()) for seeds in lanes.values()]


def summary(runs: Run | Sequence[Run]) -> "pd.DataFrame":
    """Means over the seeds, with a row for each lane and metric.

    The columns are ``lane`` (its index in the document), ``label``, ``aqm``, ``metric``, ``mean``, ``low``,
    ``high``, ``n``. ``low`` and ``high`` are the bounds of Student's 95 % confidence interval, NaN for a single
    run. ``n`` is the number of runs in which the metric was observed. Units are SI.

    Raises:
        ValueError: a lane has the same seed twice, or runs of different scenarios.
    """
    import pandas as pd

    rows = []
    for own in lanes_in(runs):
        first = own[0]
        for metric in first.metrics:
            told = ask("summary", values=[value for one in own if (value := one.metrics[metric]) is not None])
            if told is not None:
                low, high = told.get("ci95", (np.nan, np.nan))
                rows.append((first.lane, first.label, first.aqm, metric, told["mean"], low, high, told["n"]))
    return pd.DataFrame(rows, columns=["lane", "label", "aqm", "metric", "mean", "low", "high", "n"])


@dataclass(frozen=True)
class Fluid:
    """The fluid model of one lane."""

    label: str
    aqm: str
    note: str
    """Why there is no model, or what the model assumes; often empty."""
    model: dict[str, Any] | None = field(repr=False)
    """None if the lane has no model. Otherwise the answer of ``aqm fluid``: ``equilibrium``, ``equilibria``,
    ``margins`` (``exact`` and ``hollot``, each with ``phase_margin`` in degrees, ``delay_margin`` in s,
    ``gain_margin``), ``roots``, ``response``, ``outlook``, ``band`` (None around no stable rest), ``measured`` (the
    error of the scheme's model against packets), ``apart``, ``assumptions``, ``issues``."""
    columns: dict[str, NDArray[Any]] = field(repr=False)
    """``time`` (s), ``queue`` (packets), ``probability``, ``window.0`` (packets) ..., and the states of the law by
    their names, each of shape (points,); besides them the columns of the loop's response, and of the band:
    ``band.omega`` (rad/s) and ``band.spectrum`` (packets^2 / Hz, one-sided)."""

    def frame(self) -> "pd.DataFrame":
        """The solution, with a row for each moment."""
        import pandas as pd

        length = len(self.columns.get("time", ()))
        return pd.DataFrame(
            {name: c for name, c in self.columns.items() if len(c) == length and not name.startswith(_LOOPS)}
        )


_LOOPS = ("exact.", "hollot.", "band.")


def fluid(scenario: Scenario | Json | str, **options: Any) -> list[Fluid]:
    """Solves the fluid model of every lane.

    Args:
        scenario: as in ``run``.
        options: the form of the model: ``form``, ``delay``, ``drops``, ``windows``, ``clock``, ``losses``,
            ``tolerance``, ``points``. ``aqm fluid --help`` lists their values.

    Returns:
        A Fluid for each lane. A lane without a model is no error; its ``note`` says why.

    Raises:
        DocumentError: the document or an option is invalid.
    """
    module = native("fluid")
    lanes = as_scenario(scenario).lanes()
    with arguments(options):
        return [_solve(module, lane, plain(options)) for lane in lanes]


def _solve(module: Native, lane: Json, options: Json) -> Fluid:
    raw = _sliced(module, "aqm_fluid", ask("fluid", lane=lane, options=options))
    model = raw.get("model")
    names = {} if model is None else {f"law.{i}": state["name"] for i, state in enumerate(model["states"])}
    columns = {column["name"]: module.column(column) for column in raw["columns"]}
    named = {
        f"law.{names[name]}" if names.get(name) in columns else names.get(name, name): c for name, c in columns.items()
    }
    aqm = lane["aqm"]["id"]
    answer = {name: value for name, value in raw.items() if name != "columns"}
    told = None if model is None else ask("model", lane={**answer, "aqm": aqm})
    return Fluid(lane["label"], aqm, raw["note"], told, named)


def _sliced(module: Native, name: str, numbers: str) -> Any:
    """Runs a job of the engine in slices, and returns its answer."""
    module.send(f"{name}_begin", parsed(numbers))
    while module.call(f"{name}_run", _STEPS) != 1:
        pass
    module.call(f"{name}_result")
    return module.json()


@dataclass(frozen=True)
class Hopf:
    """The value of a quantity at which the equilibrium of a lane loses stability, and the oscillation that begins."""

    label: str
    parameter: str
    value: float | None
    """SI units; None if there is no such value."""
    omega: float | None
    """rad/s"""
    message: str
    """Why there is no value, for instance because the lane's AQM has no such parameter; otherwise empty."""
    bend: float | None
    """1/(s packet^2): an oscillation of A packets grows at the rate slope (value - point) + bend A^2. Below 0 it begins
    softly, above 0 with a jump."""
    lyapunov: float | None
    """The first Lyapunov coefficient, bend / omega."""
    slope: float | None
    """Derivative of the growth rate by the parameter."""
    onset: str
    """Why there is no coefficient although there is an oscillation; otherwise empty."""


def hopf(scenario: Scenario | Json | str, along: str, **options: Any) -> list[Hopf]:
    """For each lane, the value at which stability is lost that is nearest to the present one.

    Args:
        scenario: as in ``run``.
        along: ``flows``, ``rtt``, ``rate``, ``buffer``, ``load``, or a parameter of the lanes' AQM:
            ``aqm.params.max_p``.
        options: the form of the model, as in ``fluid``.

    Returns:
        A Hopf for each lane; the ``message`` of a lane without this parameter, or without a model, says so.

    Raises:
        DocumentError: the document, the quantity or an option is invalid, or no lane has the parameter.
    """
    module = native("fluid")
    asked, found = ["along", plain(along, "along")], []
    for lane, lack in _lacks(scenario, [asked]):
        if lack:
            found.append(Hopf(lane["label"], along, None, None, lack, None, None, None, ""))
            continue
        with arguments(options):
            numbers = ask("hopf", lane=lane, along=asked, options=plain(options))
            found.append(_hopf(lane, along, _sliced(module, "aqm_hopf", numbers)))
    return found


def _lacks(scenario: Scenario | Json | str, along: list[list[Any]]) -> list[tuple[Json, str]]:
    """The lanes, each with the reason why it lacks one of the quantities, or ""."""
    lanes = as_scenario(scenario).lanes()
    return list(zip(lanes, ask("lacks", lanes=lanes, along=along)))


def _hopf(lane: Json, along: str, told: Json) -> Hopf:
    names = ("value", "omega", "message", "bend", "lyapunov", "slope", "onset")
    return Hopf(lane["label"], along, *(told[name] for name in names))


Range = tuple[str, float, float]
"""A quantity as in ``hopf``, and its range in SI units: ``("rtt", 0.05, 0.5)``. Above 0 its logarithm is divided
evenly."""


@dataclass(frozen=True)
class CycleBranch:
    """Limit cycles of the queue that follow from each other, from a point at which stability is lost."""

    columns: dict[str, NDArray[Any]] = field(repr=False)
    """Each of shape (cycles,): ``value`` (SI units), ``period`` (s), ``low``, ``high``, ``mean`` (packets),
    ``multiplier`` (complex; the largest Floquet multiplier besides the 1 of every cycle), ``unstable`` (the number of
    multipliers outside of the unit circle; 0: the cycle is stable), ``error`` (the distance from 1 of the multiplier
    that is 1), ``doubtful`` (True where the error is so large that the multipliers mean little), ``event`` (what
    happened since the cycle before: ``none``, ``fold``, ``doubling``, ``torus``)."""
    ending: str
    """Why the branch ends."""

    def frame(self) -> "pd.DataFrame":
        """A row for each cycle."""
        import pandas as pd

        return pd.DataFrame(self.columns)


@dataclass(frozen=True)
class Cycles:
    """The bifurcation diagram of a lane: its rests and limit cycles along a quantity."""

    label: str
    parameter: str
    value: Column = field(repr=False)
    """Of the quantity at the rests, SI units, shape (rests,)."""
    queue: Column = field(repr=False)
    """At rest, packets; NaN without a rest."""
    growth: Column = field(repr=False)
    """1/s; above 0 the rest is unstable; NaN without a linear model."""
    points: tuple[Hopf, ...]
    """Where stability is lost."""
    branches: tuple[CycleBranch, ...] = field(repr=False)
    """Of limit cycles, each from one of the points."""
    message: str
    """Why no cycle is followed, for instance because the lane's AQM has no such parameter; otherwise empty."""


def cycles(scenario: Scenario | Json | str, along: Range, **options: Any) -> list[Cycles]:
    """For each lane, the limit cycles of the queue along a quantity, stable and unstable ones.

    Args:
        scenario: as in ``run``.
        along: the quantity and its range, such as ``("rtt", 0.05, 0.5)``. A quantity with whole values only has no
            cycles.
        options: the form of the model, as in ``fluid``.

    Returns:
        A Cycles for each lane. A lane without a fluid model, or without this parameter, has no rests and no branches.

    Raises:
        DocumentError: the document, the range or an option is invalid, or no lane has the parameter.
        ValueError: ``along`` is no quantity with a range.
    """
    return [
        Cycles(
            label=lane["label"],
            parameter=along[0],
            value=np.array(told["value"], float),
            queue=np.array(told["queue"], float),
            growth=np.array(told["growth"], float),
            points=tuple(_hopf(lane, along[0], point) for point in told["points"]),
            branches=tuple(map(_branch, told["branches"])),
            message=told["message"],
        )
        for lane, told in _over("aqm_cycles", scenario, {"along": along}, options, _NO_CYCLES)
    ]


_NO_CYCLES: Json = {"value": [], "queue": [], "growth": [], "points": [], "branches": []}
_EVENTS_OF_CYCLES = np.array(["none", "fold", "doubling", "torus"])


def _branch(told: Json) -> CycleBranch:
    columns: dict[str, NDArray[Any]] = {
        name: np.array(told[name], float) for name in ("value", "period", "low", "high", "mean")
    }
    columns["multiplier"] = np.array(told["multiplierRe"]) + 1j * np.array(told["multiplierIm"])
    columns["unstable"] = np.array(told["unstable"], int)
    columns["error"] = np.array(told["error"], float)
    columns["doubtful"] = np.array(told["doubtful"], bool)
    columns["event"] = _EVENTS_OF_CYCLES[np.array(told["event"], int)]
    return CycleBranch(columns, told["ending"])


@dataclass(frozen=True)
class HopfCurve:
    """A curve over two quantities along which the equilibrium of a lane loses stability."""

    lane: int
    """Index of the lane in the document, from 0."""
    label: str
    x: Column = field(repr=False)
    """Of the first quantity, SI units; all columns have the shape (points,)."""
    y: Column = field(repr=False)
    omega: Column = field(repr=False)
    """rad/s; 0: nothing oscillates, a real root crosses."""
    bend: Column = field(repr=False)
    """As of a Hopf: below 0 the oscillation begins softly, above 0 with a jump; 0: not known."""
    message: str = ""
    """Why there is no point: the lane's AQM lacks one of the parameters; otherwise empty."""


def hopf_curves(scenario: Scenario | Json | str, x: Range, y: Range, **options: Any) -> list[HopfCurve]:
    """The curves over two quantities along which stability is lost.

    Args:
        scenario: as in ``run``.
        x: the first quantity and its range, such as ``("flows", 4, 400)``.
        y: the second.
        options: the form of the model, as in ``fluid``.

    Returns:
        The curves of all lanes; ``lane`` and ``label`` say whose. A lane may have none or several; one without one of
        the parameters has a curve without points, whose ``message`` says so.

    Raises:
        DocumentError: the document, a range or an option is invalid, or no lane has both parameters.
        ValueError: ``x`` or ``y`` is no quantity with a range.
    """
    none: Json = {"curves": [{"x": [], "y": [], "omega": [], "bend": []}]}
    return [
        HopfCurve(
            i,
            lane["label"],
            np.array(one["x"], float),
            np.array(one["y"], float),
            np.array(one["omega"], float),
            np.array(one["bend"], float),
            told.get("message", ""),
        )
        for i, (lane, told) in enumerate(_over("aqm_curves", scenario, {"x": x, "y": y}, options, none))
        for one in told["curves"]
    ]


def _over(
    name: str, scenario: Scenario | Json | str, ranges: dict[str, Range], options: Json, none: Json
) -> list[tuple[Json, Any]]:
    """The lanes, each with the engine's answer over the ranges; with ``none`` and a message if it lacks a quantity."""
    along = []
    for argument, given in ranges.items():
        own = given if isinstance(given, list | tuple) else ()
        numbers = [one for one in own[1:] if isinstance(one, Real) and not isinstance(one, bool)]
        if len(own) != 3 or not isinstance(own[0], str) or len(numbers) != 2:
            raise wrong(argument, given, 'must be a quantity and its range, such as ("rtt", 0.05, 0.5)')
        along.append([argument, *plain(own, argument)])
    module = native("fluid")

    def answer(lane: Json) -> Any:
        with arguments(options):
            return _sliced(module, name, ask("ranges", lane=lane, along=along, options=plain(options)))

    lacks = _lacks(scenario, along)
    return [(lane, {**none, "message": lack} if lack else answer(lane)) for lane, lack in lacks]


def curve(
    aqm: str,
    params: Json | None = None,
    *,
    points: int = 200,
    rate: float | None = None,
    buffer: int | None = None,
    packet_size: int | None = None,
    which: int = 0,
    x_max: float | None = None,
) -> tuple[Column, Column]:
    """The drop curve of a scheme.

    Args:
        aqm: id in the catalogue, such as "red".
        params: parameters; others have their defaults.
        points: points of the even grid; the two sides of every kink are added.
        rate: rate of the link, bit/s. By default, rate, buffer and packet size are those of the default scenario.
        buffer: packets.
        packet_size: bytes.
        which: index of the curve, for a scheme with several curves.
        x_max: end of the curve. By default the scheme sets it.

    Returns:
        x (packets, or the quantity that the scheme measures) and p_b, each of shape (points and kinks,).

    Raises:
        DocumentError: there is no such scheme, or a parameter is invalid.
    """
    link = {"rate": rate, "buffer": buffer, "packet_size": packet_size}
    info = next((entry for entry in catalogue() if entry["id"] == aqm), None)
    if info is not None and not info["curves"]:
        raise DocumentError([Issue("aqm", "has no drop curve: what it drops depends on more than one quantity", aqm)])
    asked = {"which": which, "points": points, **({} if x_max is None else {"xMax": x_max})}
    module = native("aqm")
    question = {"aqm": aqm, "params": {} if params is None else params, "link": link, "curve": asked}
    with arguments({"which": which, "points": points, "x_max": x_max}):
        module.send("aqm_curve", parsed(ask("curve", **plain(question))))
    x, p = np.split(module.numbers(), 2)
    return x, p


def catalogue() -> list[Json]:
    """Every AQM with its parameters: name, unit, default, range and help."""
    return native("aqm").catalogue
