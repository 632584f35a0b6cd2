"""Runs of the packet simulator, solutions of the fluid model, drop curves: each as NumPy arrays and pandas frames."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .documents import Json, complete
from .encode import encode
from .errors import DocumentError, Issue
from .module import Native, native
from .scenario import Scenario, as_scenario

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

    def frame(self) -> "pd.DataFrame":
        """The overview, a row an interval: ``time`` (s, its beginning), queues (packets), counts, and the states of the AQM."""
        import pandas as pd

        columns = {name.removeprefix("overview."): c for name, c in self.columns.items() if name.startswith("overview.")}
        return pd.DataFrame({"time": np.arange(self.bins) * self.bin_seconds, **columns})


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


def run(scenario: Scenario | Json | str, *, seed: int | None = None, bins: int = 4096) -> list[Run]:
    """Simulates every lane of a scenario, packet by packet.

    Args:
        scenario: a Scenario, a document, or its JSON text.
        seed: in place of the scenario's.
        bins: intervals of the recording.

    Returns:
        A Run for each lane, in the order of the document.

    Raises:
        DocumentError: the document does not hold; every reason has its place, value and rule.
    """
    own = {} if seed is None else {"seed": seed}
    return [run_lane({**lane, **own}, bins) for lane in as_scenario(scenario).lanes()]


def check_lane(lane: Json) -> None:
    """Whether the engine takes a complete lane; DocumentError: why not. Nothing runs."""
    module = native("aqm")
    numbers = encode("scenario", module.layout, module.catalogue, module.program, {**lane, "record": {"bins": 1}})
    module.call("aqm_close", module.send("aqm_open", numbers))


def run_lane(lane: Json, bins: int) -> Run:
    """Simulates one complete lane (an entry of ``Scenario.lanes()``)."""
    module = native("aqm")
    numbers = encode("scenario", module.layout, module.catalogue, module.program, {**lane, "record": {"bins": bins}})
    handle = module.send("aqm_open", numbers)
    try:
        while module.call("aqm_run", handle, _EVENTS) != 1:
            pass
        module.call("aqm_result", handle)
        raw = module.json()
        found = {c["name"]: c for c in raw["columns"]}
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
    """The point of rest, stability, margins, roots, as the page shows them; None where the lane has no model."""
    columns: dict[str, NDArray[Any]] = field(repr=False)
    """``time`` (s), ``queue`` (packets), ``probability``, ``window.0`` (packets) ..., each of shape (points,); and those of the loop."""

    def frame(self) -> "pd.DataFrame":
        """The solution, a row a moment."""
        import pandas as pd

        length = len(self.columns.get("time", ()))
        return pd.DataFrame(
            {name: c for name, c in self.columns.items() if len(c) == length and "." not in name or name.startswith(("window.", "law."))}
        )


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
    module.send("aqm_fluid", encode("fluid", module.layout, module.catalogue, module.program, {**lane, "options": options}))
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
    module.send("aqm_curve", encode("curve", module.layout, module.catalogue, module.program, request))
    x, p = np.split(module.numbers(), 2)
    return x, p


def catalogue() -> list[Json]:
    """Every AQM with its parameters: name, unit, default, range, help."""
    return native("aqm").catalogue
