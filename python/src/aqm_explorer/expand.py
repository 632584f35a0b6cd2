"""A study's runs: for every seed, every lane, every point of the axes. The same as models/src/study, tested on the same studies."""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .canonical import canonical
from .documents import Json, lanes, merge_patch, parse_place, placed, with_lists
from .errors import DocumentError, Issue
from .knobs import WHOLE, Turn, turned
from .sampling import along, latin, sobol

# About two seconds, and what bounds the number of cheap runs in a part.
_PACKETS = 8e6
_MOST_RUNS = 256
# Changes when rows are written otherwise.
_FORMAT = 1

AxisValue = float | str | bool


@dataclass(frozen=True)
class Factor:
    """A column of the results that an axis fills."""

    name: str
    paths: tuple[str, ...]
    type: str
    """number, boolean or text."""
    cases: Mapping[str, Any] | None = None
    knob: str | None = None


@dataclass(frozen=True)
class Line:
    """An axis with its values at hand."""

    factors: tuple[Factor, ...]
    count: int
    at: Callable[[int], tuple[AxisValue, ...]]


@dataclass(frozen=True, order=True)
class Chunk:
    """Runs of one lane with one seed at the points first to end - 1."""

    seed: int
    lane: int
    first: int
    end: int


def _paths(axis: Json) -> tuple[str, ...]:
    path = axis.get("path", [])
    return (path,) if isinstance(path, str) else tuple(path)


def _factor(axis: Json, kind: str = "number") -> Factor:
    knob: str | None = axis.get("knob")
    if knob is not None:
        return Factor(axis.get("name", knob), (), kind, knob=knob)
    paths = _paths(axis)
    names = [step for step in parse_place(paths[0]) if isinstance(step, str) and step != "*"] if paths else []
    return Factor(axis.get("name", names[-1] if names else ""), paths, kind, axis.get("cases"))


def _span(span: Json) -> Json:
    """A knob that counts takes whole numbers."""
    return {**span, "whole": True} if span.get("knob") in WHOLE else span


def _line(axis: Json) -> Line:
    if "sample" in axis:
        over, count = [_span(span) for span in axis["over"]], axis["count"]
        places = sobol(len(over)) if axis["sample"] == "sobol" else latin(len(over), count, axis.get("seed", 1))
        return Line(tuple(map(_factor, over)), count, lambda i: tuple(map(along, over, places(i))))
    if "cases" in axis:
        labels = list(axis["cases"])
        return Line((_factor(axis, "text"),), len(labels), lambda i: (labels[i],))
    if "values" in axis:
        values = axis["values"]
        kinds = {"boolean" if isinstance(v, bool) else "text" if isinstance(v, str) else "number" for v in values}
        return Line((_factor(axis, kinds.pop() if len(kinds) == 1 else "text"),), len(values), lambda i: (values[i],))
    span, last = _span(axis), axis["count"] - 1
    return Line((_factor(axis),), axis["count"], lambda i: (along(span, i / last),))


class Expansion:
    """The points, lanes and seeds of a study that has been validated."""

    def __init__(self, study: Json) -> None:
        self._study = study
        self._base = with_lists(study["scenario"])
        self._lines = [_line(axis) for axis in study["axes"]]
        self.factors = [factor for line in self._lines for factor in line.factors]
        self._places = [[parse_place(path) for path in factor.paths] for factor in self.factors]
        self._taken = [place for places in self._places for place in places]
        # Of each factor, where it stands in the study.
        self._origins = [
            f"axes[{i}]{inner}"
            for i, axis in enumerate(study["axes"])
            for inner in ([f".over[{k}]" for k in range(len(axis["over"]))] if "over" in axis else [""])
        ]
        self.points = math.prod(line.count for line in self._lines)
        self.lanes = len(self._base["lanes"])
        seeds = study.get("seeds", {"count": 1})
        self.seeds = range(seeds.get("first", 1), seeds.get("first", 1) + seeds["count"])
        self.runs = self.points * self.lanes * len(self.seeds)

    def values_at(self, point: int) -> tuple[AxisValue, ...]:
        """The factors' values at a point; the last axis varies fastest."""
        parts: list[tuple[AxisValue, ...]] = []
        for line in reversed(self._lines):
            point, index = divmod(point, line.count)
            parts.append(line.at(index))
        return tuple(value for part in reversed(parts) for value in part)

    def cells_at(self, point: int) -> list[AxisValue]:
        """As they stand in a row: an axis of words and numbers is one of words."""
        from .canonical import number

        def word(value: AxisValue) -> str:
            return value if isinstance(value, str) else str(value).lower() if isinstance(value, bool) else number(value)

        return [word(v) if f.type == "text" else v for f, v in zip(self.factors, self.values_at(point))]

    def document_at(self, point: int) -> Json:
        """The scenario at a point, with all lanes."""
        found = self._base
        turns: list[Turn] = []
        for factor, places, value, origin in zip(self.factors, self._places, self.values_at(point), self._origins):
            if factor.knob is not None:
                turns.append(Turn(factor.knob, value, f"{origin}.knob"))
            if factor.cases is not None:
                found = merge_patch(found, factor.cases[str(value)])
            for path, place in zip(factor.paths, places):
                try:
                    found = placed(found, place, value)
                except KeyError:
                    raise DocumentError([Issue(f"{origin}.path", "the scenario has no such place", path)]) from None
        return turned(found, turns, self._taken)

    def lane_at(self, point: int, lane: int, seed: int) -> Json:
        """What the engine runs."""
        document = self.document_at(point)
        [own] = lanes({**document, "lanes": [document["lanes"][lane]]})
        return {**own, "seed": seed}

    def chunks(self) -> Iterator[Chunk]:
        """Seeds outermost, so that a study that is stopped early has something of every point."""
        cuts: list[list[int]] = [[] for _ in range(self.lanes)]
        for i, seed in enumerate(self.seeds):
            for lane, own in enumerate(cuts):
                if i > 0:
                    yield from (Chunk(seed, lane, first, end) for first, end in zip([0, *own], own))
                    continue
                first, packets = 0, 0.0
                for point in range(self.points):
                    packets += estimate_work(self.lane_at(point, lane, seed))
                    end = point + 1
                    if packets < _PACKETS and end - first < _MOST_RUNS and end < self.points:
                        continue
                    own.append(end)
                    yield Chunk(seed, lane, first, end)
                    first, packets = end, 0.0

    def key_text(self, chunk: Chunk, engine: str) -> str:
        """What decides everything that a chunk's part holds; its hash names the part."""
        apart = ("$schema", "title", "question", "source", "lanes", "seed")
        points = [
            [
                value if factor.cases is None else [value, factor.cases[str(value)]]
                for factor, value in zip(self.factors, self.values_at(point))
            ]
            for point in range(chunk.first, chunk.end)
        ]
        return canonical(
            {
                "format": _FORMAT,
                "engine": engine,
                "scenario": {key: value for key, value in self._base.items() if key not in apart},
                "lane": [chunk.lane, self._base["lanes"][chunk.lane]],
                "seed": chunk.seed,
                "axes": [
                    {"name": factor.name, "paths": list(factor.paths), **({"knob": factor.knob} if factor.knob else {})}
                    for factor in self.factors
                ],
                "points": points,
                "metrics": self._study["metrics"],
                "keep": self._study.get("keep", {}),
            }
        )


_BURST = 8


def _mean(span: Any) -> float:
    return float(span[0] + span[1]) / 2 if isinstance(span, list) else float(span)


def estimate_work(lane: Json) -> float:
    """About how many packets a lane's simulation handles (models/src/work.ts, which says why)."""
    duration, network = lane["duration"], lane["network"]

    def mean_rate(link: Json) -> float:
        bits, since, now = 0.0, 0.0, link["rate"]
        for change in link.get("changes", []):
            time = min(change["time"], duration)
            bits, since, now = bits + now * (time - since), time, change.get("rate", now)
        return float((bits + now * (duration - since)) / duration)

    def rate_back(link: Json) -> float:
        reverse = link.get("reverse")
        return mean_rate(link) if reverse is None else float(reverse.get("rate", link["rate"]))

    links = network["links"]
    rates = {"forward": [mean_rate(link) for link in links], "reverse": [rate_back(link) for link in links]}

    def active(row: Json) -> float:
        stop = _mean(row["stop"]) if "stop" in row else duration
        return float(max(0, min(stop, duration) - _mean(row["start"])))

    packets = 0.0
    for link in range(len(links)):
        for direction in ("forward", "reverse"):
            tcp = 0.0
            for row in lane["traffic"]:
                first, end = row.get("from", 0), row.get("to", len(links))
                if row["direction"] != direction or link < first or link >= end:
                    continue
                time = active(row)
                bits = 8 * row.get("packet_size", network["packet_size"])
                if row["kind"] == "ftp":
                    at_link_rate = (time * min(rates[direction][first:end])) / bits
                    in_file = (row["flows"] * _mean(row["bytes"]) * 8) / bits if "bytes" in row else math.inf
                    window = min(row.get("initial_window", 0), row.get("receiver_window", math.inf))
                    tcp = max(tcp, min(max(at_link_rate, row["flows"] * window if time > 0 else 0), in_file))
                else:
                    bursts = "on" in row or "off" in row or row["kind"] == "onoff"
                    period = _mean(row.get("on", 1)) + _mean(row.get("off", 1)) if bursts else math.inf
                    on = _mean(row.get("on", 1)) / period if bursts else 1
                    rate = on * min(_mean(row.get("rate", 0)), network["access"]["rate"])
                    packets += row["flows"] * time * (rate / bits + _BURST / period)
            packets += tcp
    return packets
