"""Runs of the packet simulator, solutions of the fluid model, drop curves: each as NumPy arrays and pandas frames."""

import math
import os
import re
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .documents import Json, complete
from .encode import encode
from .errors import DocumentError, Issue
from .link_trace import with_link_trace
from .module import Native, native
from .scenario import Scenario, as_scenario
from .statistics import student_t95

if TYPE_CHECKING:
    import pandas as pd

Column = NDArray[np.float64]

# So many events at a time: between them an interrupt from the keyboard is heard.
_EVENTS = 2e6


@dataclass(frozen=True)
class Link:
    """What was measured and recorded at one link."""

    metrics: dict[str, float | None]
    """By name, SI units; None where nothing was observed."""
    columns: dict[str, NDArray[Any]] = field(repr=False)
    """Recorded columns, each of shape (bins,), and the dots of drops and marks (``dots.time`` ...), each of shape (dots,)."""
    bin_seconds: float = 0.0
    """Entry i of a column of the overview describes [i * bin_seconds, (i + 1) * bin_seconds)."""
    bins: int = 0

    states: tuple[str, ...] = ()
    """Names of the AQM's recorded states, in the order of the columns ``overview.state.0`` and on."""

    def frame(self) -> "pd.DataFrame":
        """The overview, a row an interval: ``time`` (s, its beginning), queues (packets), counts, and the states of the AQM by name."""
        import pandas as pd

        names = {f"state.{i}": name for i, name in enumerate(self.states)}
        columns = {name.removeprefix("overview."): c for name, c in self.columns.items() if name.startswith("overview.")}
        own = {names.get(name, name): c for name, c in columns.items()}
        return pd.DataFrame({"time": np.arange(self.bins) * self.bin_seconds, **own})


@dataclass(frozen=True)
class Run:
    """One lane with one seed, simulated to its end."""

    label: str
    aqm: str
    seed: int
    digest: str
    """Of the events at all links, 16 hexadecimal digits: the same wherever the engine runs."""
    events: int
    observed: int
    links: tuple[Link, ...] = field(repr=False)
    """Every link of the path."""
    rows: tuple[dict[str, float | None], ...] = field(repr=False)
    """Metrics of every row of traffic."""
    flow_goodputs: Column = field(repr=False)
    """bit/s, shape (flows,)."""

    @property
    def metrics(self) -> dict[str, float | None]:
        """Of the observed link."""
        return self.links[self.observed].metrics

    def frame(self) -> "pd.DataFrame":
        """The course of the observed link (see ``Link.frame``)."""
        return self.links[self.observed].frame()


def run(
    scenario: Scenario | Json | str,
    *,
    seed: int | None = None,
    seeds: int | None = None,
    bins: int = 4096,
    link_trace: str | PathLike[str] | None = None,
) -> list[Run]:
    """Simulates every lane of a scenario, packet by packet.

    Args:
        scenario: a Scenario, a document, or its JSON text.
        seed: in place of the scenario's.
        seeds: replications with the seeds 1 to ``seeds``, on all processors.
        bins: intervals of the recording.
        link_trace: file of a trace, by which the bottleneck (of a chain the observed link) changes: columns time, rate, delay, loss, with
            units if wanted, or Mahimahi's times.

    Returns:
        A Run for each lane, in the order of the document; with ``seeds`` that many for each lane, one after the other.

    Raises:
        DocumentError: the document does not hold; every reason has its place, value and rule.
    """
    if seed is not None and seeds is not None:
        raise DocumentError([Issue("seeds", "seed and seeds exclude each other", seeds)])
    if seeds is not None and seeds < 1:
        raise DocumentError([Issue("seeds", "must be >= 1", seeds)])
    given = as_scenario(scenario)
    lanes = (given if link_trace is None else Scenario(with_link_trace(given.document, link_trace))).lanes()
    if seeds is None:
        return [run_lane(lane if seed is None else {**lane, "seed": seed}, bins) for lane in lanes]
    jobs = [{**lane, "seed": one} for lane in lanes for one in range(1, seeds + 1)]
    # The engine runs outside of Python's lock.
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        return list(pool.map(lambda lane: run_lane(lane, bins), jobs))


def summary(runs: Iterable[Run]) -> "pd.DataFrame":
    """Runs that differ in their seeds alone, by lane and metric: ``mean``, Student's 95 % interval (``low``, ``high``; NaN of one run) and ``n``."""
    import pandas as pd

    found: dict[tuple[str, str, str], list[float]] = {}
    for one in runs:
        for name, value in one.metrics.items():
            values = found.setdefault((one.label, one.aqm, name), [])
            if value is not None:
                values.append(value)
    rows = [(*key, *_interval(np.asarray(values)), len(values)) for key, values in found.items() if values]
    return pd.DataFrame(rows, columns=["label", "aqm", "metric", "mean", "low", "high", "n"])


def _interval(values: Column) -> tuple[float, float, float]:
    mean = float(values.mean())
    if len(values) < 2:
        return mean, math.nan, math.nan
    half = student_t95(len(values) - 1) * float(values.std(ddof=1)) / math.sqrt(len(values))
    return mean, mean - half, mean + half


def check_lane(lane: Json) -> None:
    """Whether the engine takes a complete lane; DocumentError: why not. Nothing runs."""
    module = native("aqm")
    numbers = encode("scenario", module.layout, module.catalogue, {**lane, "record": {"bins": 1}})
    module.call("aqm_close", module.send("aqm_open", numbers))


def run_lane(lane: Json, bins: int) -> Run:
    """Simulates one complete lane (an entry of ``Scenario.lanes()``)."""
    module = native("aqm")
    numbers = encode("scenario", module.layout, module.catalogue, {**lane, "record": {"bins": bins}})
    handle = module.send("aqm_open", numbers)
    try:
        while module.call("aqm_run", handle, _EVENTS) != 1:
            pass
        module.call("aqm_result", handle)
        raw = module.json()
        found = {c["name"]: c for c in raw["columns"]}
        states = tuple(state["name"] for scheme in module.catalogue if scheme["id"] == lane["aqm"]["id"] for state in scheme["states"])
        links = tuple(
            Link(
                metrics=link["metrics"],
                columns={
                    name.removeprefix(f"links.{i}."): module.column(column)
                    for name, column in found.items()
                    if name.startswith(f"links.{i}.")
                },
                bin_seconds=link["binSeconds"],
                bins=link["bins"],
                states=states,
            )
            for i, link in enumerate(raw["links"])
        )
        goodputs = module.column(found["flowGoodputs"])
    finally:
        module.call("aqm_close", handle)
        module.trim()
    return Run(
        label=lane["label"],
        aqm=lane["aqm"]["id"],
        seed=lane["seed"],
        digest=raw["digest"],
        events=int(raw["events"]),
        observed=int(raw["observed"]),
        links=links,
        rows=tuple(raw["rows"]),
        flow_goodputs=goodputs,
    )


@dataclass(frozen=True)
class Fluid:
    """The fluid model of one lane."""

    label: str
    aqm: str
    note: str
    """Why there is no model, or what it takes for granted; often empty."""
    model: dict[str, Any] | None = field(repr=False)
    """The point of rest, stability, margins, roots, as the engine names them; None where the lane has no model."""
    columns: dict[str, NDArray[Any]] = field(repr=False)
    """``time`` (s), ``queue`` (packets), ``probability``, ``window.0`` (packets) ..., each of shape (points,); and those of the loop."""

    @property
    def equilibrium(self) -> dict[str, Any] | None:
        """As ``aqm fluid`` names it."""
        return None if self.model is None else _contract(self.model["rest"])

    @property
    def margins(self) -> dict[str, Any] | None:
        """``exact`` and ``hollot``, each with ``phase_margin``, ``delay_margin``, ``gain_margin`` ..., or None."""
        stability = self.model and self.model["stability"]
        return {key: _contract(stability[key]) for key in ("exact", "hollot")} if stability else None

    @property
    def roots(self) -> list[dict[str, float]] | None:
        """The rightmost characteristic roots."""
        stability = self.model and self.model["stability"]
        return stability["roots"] if stability else None

    @property
    def roots_in_right_half_plane(self) -> int | None:
        stability = self.model and self.model["stability"]
        return stability["rightHalfPlane"] if stability else None

    def frame(self) -> "pd.DataFrame":
        """The solution, a row a moment."""
        import pandas as pd

        length = len(self.columns.get("time", ()))
        return pd.DataFrame(
            {name: c for name, c in self.columns.items() if len(c) == length and "." not in name or name.startswith(("window.", "law."))}
        )


def _contract(members: dict[str, Any] | None) -> dict[str, Any] | None:
    """The engine's names as documents and the command line write them."""
    return members and {re.sub(r"(?=[A-Z])", "_", name).lower(): value for name, value in members.items()}


def fluid(scenario: Scenario | Json | str, **options: Any) -> list[Fluid]:
    """Solves the fluid model of every lane.

    Args:
        scenario: as of ``run``.
        options: how the model is read: ``form``, ``delay``, ``drops``, ``windows``, ``clock``, ``losses``, ``tolerance``, ``points``;
            their words are those of ``aqm fluid --help``.

    Returns:
        A Fluid for each lane; a lane without a model is no error.

    Raises:
        DocumentError: the document or an option does not hold.
    """
    module = native("fluid")
    known = [entry["name"] for entry in module.layout["fluid"]]
    if strange := [name for name in options if name not in known]:
        raise DocumentError(Issue(name, f"must be one of {', '.join(known)}", options[name]) for name in strange)
    return [_solve(module, lane, options) for lane in as_scenario(scenario).lanes()]


def _solve(module: Native, lane: Json, options: Mapping[str, Any]) -> Fluid:
    module.send("aqm_fluid", encode("fluid", module.layout, module.catalogue, {**lane, "options": options}))
    raw = module.json()
    columns = {column["name"]: module.column(column) for column in raw["columns"]}
    return Fluid(lane["label"], lane["aqm"]["id"], raw["note"], raw.get("model"), columns)


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
        params: its parameters; what is left out has its default.
        points: places of the even grid; both sides of every kink come besides.
        rate: of the link, bit/s. buffer: packets. packet_size: bytes. Left out: those of the default scenario.
        which: of the scheme's curves.
        x_max: where the curve ends. Left out: the scheme's own extent.

    Returns:
        x (packets, or what the scheme measures) and p_b, each of shape (places,).

    Raises:
        DocumentError: no such scheme, or parameters that do not hold.
    """
    network = complete({"version": 1})["network"]
    link = {
        "rate": network["bottleneck"]["rate"] if rate is None else rate,
        "buffer": network["bottleneck"]["buffer"] if buffer is None else buffer,
        "packetSize": network["packet_size"] if packet_size is None else packet_size,
    }
    module = native("aqm")
    asked = {"which": which, "points": points, "xMax": x_max}
    request = {"curve": asked, "link": link, "aqm": {"id": aqm, "params": params or {}}}
    own = next((scheme for scheme in module.catalogue if scheme["id"] == aqm), None)
    if own is not None and not own["curves"]:
        raise DocumentError([Issue("aqm", "has no drop curve: what it drops depends on more than one quantity", aqm)])
    module.send("aqm_curve", encode("curve", module.layout, module.catalogue, request))
    x, p = np.split(module.numbers(), 2)
    return x, p


def catalogue() -> list[Json]:
    """Every AQM with its parameters: name, unit, default, range, help."""
    return native("aqm").catalogue
