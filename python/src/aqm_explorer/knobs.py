"""Knobs: quantities of a scenario by what they mean. The same as models/src/knobs.ts and models/src/study/turn.ts, compared on the same studies."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from .canonical import number
from .data import document
from .documents import Json, lanes, placed, resolve
from .errors import DocumentError, Issue
from .sampling import six_digits

WHOLE = frozenset({"flows", "buffer"})
"""Knobs that count."""

# Each after those that it follows from.
_ORDER = ("rate", "buffer", "flows", "rtt", "load")
_MAX_FLOWS = 10_000
_HEADER_BITS = 8 * 40

Place = Sequence[str | int]
Edit = tuple[tuple[str | int, ...], float]
"""A place below ``network`` or ``traffic``, and the number that it gets. Of a link: ("link", key)."""


@dataclass(frozen=True)
class Turn:
    """A knob of an axis at a point."""

    knob: str
    value: Any
    at: str
    """Place of the axis in the study."""


class _Unfit(Exception):
    """Why a scenario has no one place for a knob."""


@dataclass(frozen=True)
class _Knob:
    limits: tuple[float, float]
    edits: Callable[[Any], list[Edit]]
    or_none: bool = False
    """Whether a scenario may have none of it besides, which stands apart from the limits."""


def turned(scenario: Json, turns: Sequence[Turn], taken: Sequence[Place]) -> Json:
    """The scenario with knobs turned. ``taken``: places that the study's other axes give values.

    Raises:
        DocumentError: a knob does not fit the scenario.
    """
    for turn in sorted(turns, key=lambda turn: _ORDER.index(turn.knob)):
        scenario = _turned_once(scenario, turn, taken)
    return scenario


def _turned_once(scenario: Json, turn: Turn, taken: Sequence[Place]) -> Json:
    def fault(rule: str, value: Any = turn.knob) -> DocumentError:
        return DocumentError([Issue(turn.at, rule, value)])

    def places_in(lane: Json) -> list[Edit]:
        try:
            knob = _knob(lane, turn.knob)
        except _Unfit as error:
            raise fault(str(error)) from None
        least, most = knob.limits
        if not (least <= turn.value <= most or (knob.or_none and turn.value == 0)):
            none = "0 or " if knob.or_none else ""
            raise fault(f"{turn.knob} can be {none}from {_short(least)} to {_short(most)} here", turn.value)
        return [(_place_of(scenario, lane, place), value) for place, value in knob.edits(turn.value)]

    [bare] = lanes({**scenario, "lanes": [{}]})
    found = places_in(bare)
    for place, _ in found:
        if any(_overlap(place, other) for other in taken):
            raise fault(f"sets {_show(place)}, which another axis has as its path")
    for i, lane in enumerate(scenario["lanes"]):
        if not lane.get("set"):
            continue
        [own] = lanes({**scenario, "lanes": [lane]})
        if places_in(own) != found or any(decides(lane["set"], place) for place, _ in found):
            raise fault(f"lanes[{i}].set has values of its own that {turn.knob} follows from or sets")
    for place, value in found:
        scenario = placed(scenario, place, value)
    return scenario


def decides(patch: Any, place: Place) -> bool:
    """Whether a merge patch decides what stands at a place: it names it, or replaces something around it."""
    if not place or not isinstance(patch, dict):
        return True
    return place[0] in patch and decides(patch[str(place[0])], place[1:])


def _overlap(a: Place, b: Place) -> bool:
    """Whether one place is the other, or around it."""
    return all(x == y or "*" in (x, y) for x, y in zip(a, b))


def _show(place: Place) -> str:
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in place).removeprefix(".")


def _place_of(scenario: Json, lane: Json, place: tuple[str | int, ...]) -> tuple[str | int, ...]:
    if place[0] != "link":
        return place
    chained = isinstance(scenario.get("network", {}).get("links"), list)
    return ("network", *(("links", lane["network"]["observed"]) if chained else ("bottleneck",)), place[1])


def _knob(lane: Json, knob: str) -> _Knob:
    network = lane["network"]
    link = network["links"][network["observed"]]
    if knob == "flows":
        return _flows(lane)
    if knob == "rtt":
        return _trip(lane, link)
    if knob == "load":
        return _load(lane, link)
    if knob == "rate" and _changes(link, "rate"):
        raise _Unfit("the rate of the observed link changes over time")
    return _Knob(_bounds(knob), lambda value: [(("link", knob), _nearest(value) if knob in WHOLE else six_digits(value))])


def _short(value: float) -> str:
    return number(float(f"{value:.4g}"))


def _nearest(value: float) -> int:
    return math.floor(value + 0.5)


def _mean(value: Any) -> float:
    return float(value[0] + value[1]) / 2 if isinstance(value, list) else float(value)


def _bounds(key: str) -> tuple[float, float]:
    node = document("scenario.v1.schema")["$defs"]["bottleneck"]["properties"][key]
    return node.get("minimum", -math.inf), node.get("maximum", math.inf)


def _changes(link: Json, key: str) -> bool:
    return any(key in change for change in link.get("changes", []))


def _forward(lane: Json) -> Iterator[tuple[int, Json]]:
    return ((i, row) for i, row in enumerate(lane["traffic"]) if row["direction"] == "forward" and row["flows"] > 0)


def _tcp(lane: Json) -> list[tuple[int, Json]]:
    rows = [(i, row) for i, row in _forward(lane) if row["kind"] == "ftp"]
    if not rows:
        raise _Unfit("the scenario has no row of TCP flows in the forward direction")
    return rows


def _way(lane: Json, row: Json) -> range:
    """The links that a row crosses."""
    return range(row.get("from", 0), row.get("to", len(lane["network"]["links"])))


def _flows(lane: Json) -> _Knob:
    """All TCP flows of the forward direction, shared by their rows as they are now."""
    rows = _tcp(lane)
    weights = [row["flows"] for _, row in rows]
    others = sum(row["flows"] for row in lane["traffic"]) - sum(weights)

    def edits(value: float) -> list[Edit]:
        parts = _shared(_nearest(value), weights)
        return [(("traffic", i, "flows"), part) for (i, _), part in zip(rows, parts)]

    return _Knob((max(1, len(rows)), _MAX_FLOWS - others), edits)


def _shared(total: int, weights: list[int]) -> list[int]:
    """``total`` in whole parts in proportion to ``weights``, by largest remainders, each at least one."""
    exact = [weight * total / sum(weights) for weight in weights]
    parts = [max(1, math.floor(part)) for part in exact]
    places = range(len(parts))
    while sum(parts) < total:
        parts[max(places, key=lambda i: exact[i] - parts[i])] += 1
    while sum(parts) > total:
        parts[max(places, key=lambda i: parts[i])] -= 1
    return parts


def unloaded_round_trip(lane: Json, row: Json) -> float:
    """Two-way delay of a row's flow that meets no queue, s: propagation, and the time in which links send a packet and its acknowledgement."""
    network, own = lane["network"], row.get("access", {})
    bits = 8 * network["packet_size"]
    data, answer = (bits, _HEADER_BITS) if row["direction"] == "forward" else (_HEADER_BITS, bits)
    way: float = 4 * _mean(own.get("delay", network["access"]["delay"]))
    sending: float = (2 * (bits + _HEADER_BITS)) / own.get("rate", network["access"]["rate"])
    for i in _way(lane, row):
        link = network["links"][i]
        back = {**link, **link.get("reverse", {})}
        way += link["delay"] + back["delay"]
        sending += data / link["rate"] + answer / back["rate"]
    return way + sending


def _trip(lane: Json, link: Json) -> _Knob:
    """The mean round trip of the TCP flows, by the delay of the observed link: what of it is elsewhere stays."""
    flows, trips = 0, 0.0
    for i, row in _tcp(lane):
        flows += row["flows"]
        trips += row["flows"] * unloaded_round_trip(lane, row)
        if lane["network"]["observed"] not in _way(lane, row):
            raise _Unfit(f"traffic[{i}] does not cross the observed link, by whose delay round trips are set")
    if _changes(link, "delay"):
        raise _Unfit("the delay of the observed link changes over time")
    present = trips / flows
    ways = 1 if "delay" in link.get("reverse", {}) else 2
    elsewhere = present - ways * link["delay"]
    shortest, longest = _bounds("delay")

    def edits(value: float) -> list[Edit]:
        return [(("link", "delay"), max(0.0, six_digits(link["delay"] + (value - present) / ways)))]

    return _Knob((elsewhere + ways * shortest, elsewhere + ways * longest), edits)


def _load(lane: Json, link: Json) -> _Knob:
    """The share of the observed link's rate that senders ask for who do not answer to congestion, by the rate of their only row."""
    observed = lane["network"]["observed"]
    rows = [(i, row) for i, row in _forward(lane) if row["kind"] != "ftp" and observed in _way(lane, row)]
    if not rows:
        raise _Unfit("the scenario has no row of UDP traffic across the observed link, whose rate is set")
    nodes = [resolve({"oneOf": []}, row)["properties"]["rate"] for _, row in rows]
    if any(node["unit"] != "bit/s" for node in nodes):
        raise _Unfit("web traffic asks for no rate of bits")
    if len(rows) > 1:
        numbers = ", ".join(str(i) for i, _ in rows)
        raise _Unfit(f"rows {numbers} of the traffic make the load together; it is set by the rate of one")
    if _changes(link, "rate"):
        raise _Unfit("the rate of the observed link changes over time")
    [(index, row)], [node] = rows, nodes
    bursts = "on" in row and "off" in row
    share = _mean(row["on"]) / (_mean(row["on"]) + _mean(row["off"])) if bursts else 1
    per_share = link["rate"] / (row["flows"] * share)

    def edits(value: float) -> list[Edit]:
        # No load is no flow: a rate of nothing there is none.
        if value == 0:
            return [(("traffic", index, "flows"), 0)]
        return [(("traffic", index, "rate"), six_digits(value * per_share))]

    return _Knob((node["minimum"] / per_share, node["maximum"] / per_share), edits, or_none=True)
