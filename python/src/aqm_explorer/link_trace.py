"""A trace of a link as a list of changes, as models/src/link-trace.ts reads it: columns with units, or Mahimahi's one column."""

import math
import re
from os import PathLike, fspath
from pathlib import Path

from .documents import Json, complete
from .errors import DocumentError, Issue

_UNITS = {"time": "s", "rate": "bit/s", "delay": "s", "loss": "1"}
_SPELLINGS = {
    "s": {"s": 0, "sec": 0, "second": 0, "seconds": 0, "ms": -3, "msec": -3, "us": -6, "µs": -6, "usec": -6, "ns": -9},
    "bit/s": {
        f"{prefix}{name}": power
        for prefix, power in (("", 0), ("k", 3), ("m", 6), ("g", 9))
        for name in ("bit/s", "bps", "b/s", "bit", "bits/s")
    },
    "1": {"1": 0, "%": -2, "percent": -2},
}
_MOST_CHANGES = 10_000
_OPPORTUNITY_BYTES = 1500
_WINDOW_MS = 100


def with_link_trace(scenario: Json, path: str | PathLike[str]) -> Json:
    """The document with the trace as the changes of its bottleneck, or in a chain of the link that is observed."""
    name = fspath(path)
    whole = complete(scenario)
    changes = _changes(name, Path(name).read_text("utf-8-sig"), float(whole["duration"]))
    network = dict(scenario.get("network", {}))
    if whole["network"]["topology"] == "chain" and "links" in network:
        observed = whole["network"].get("observed", 0)
        network["links"] = [{**link, "changes": changes} if i == observed else link for i, link in enumerate(network["links"])]
    else:
        network["bottleneck"] = {**network.get("bottleneck", {}), "changes": changes}
    return {**scenario, "network": network}


def _changes(name: str, text: str, duration: float) -> list[dict[str, float]]:
    stripped = ((line.strip(), i + 1) for i, line in enumerate(re.split(r"\r\n|\r|\n", text)))
    lines = [(line, number) for line, number in stripped if line and not line.startswith("#")]
    if not lines:
        raise _refused(name, "there is no line of numbers in it")
    changes = _opportunities(name, lines, duration) if lines[0][0].isdecimal() else _columns(name, lines)
    if len(changes) > _MOST_CHANGES:
        raise _refused(name, f"it makes {len(changes)} changes; a link has at most {_MOST_CHANGES}")
    return changes


def _refused(name: str, rule: str) -> DocumentError:
    return DocumentError([Issue(name, rule)])


def _opportunities(name: str, lines: list[tuple[str, int]], duration: float) -> list[dict[str, float]]:
    times: list[int] = []
    for line, number in lines:
        if not line.isdecimal():
            raise _refused(name, f"line {number}: {line[:40]!r} is no whole number of ms")
        if times and int(line) < times[-1]:
            raise _refused(name, f"line {number}: {line} ms comes after {times[-1]} ms")
        times.append(int(line))
    if times[-1] == 0:
        raise _refused(name, "the last time must be above 0 ms: there the trace begins anew")
    windows = math.ceil(duration * 1000 / _WINDOW_MS)
    if windows > _MOST_CHANGES:
        raise _refused(
            name, f"a run of {duration:g} s has {windows} windows of {_WINDOW_MS} ms; a link has at most {_MOST_CHANGES} changes"
        )
    counts = [0] * windows
    base = 0
    while base < duration * 1000:
        for time in times:
            window = max(0, -(-(base + time) // _WINDOW_MS) - 1)
            if window >= windows:
                break
            counts[window] += 1
        base += times[-1]
    return [
        {"time": i * _WINDOW_MS / 1000, "rate": count * _OPPORTUNITY_BYTES * 8 * 1000 / _WINDOW_MS}
        for i, count in enumerate(counts)
        if i == 0 or count != counts[i - 1]
    ]


def _columns(name: str, lines: list[tuple[str, int]]) -> list[dict[str, float]]:
    separator = next((one for one in (";", ",") if one in lines[0][0]), None)

    def cells(line: str) -> list[str]:
        split = line.split(separator or ("\t" if "\t" in line else None))
        return [cell.replace('"', "").strip() for cell in split]

    heads = [(column, "") for column in _UNITS]
    if named := any(re.match("[a-zA-Z]", cell) for cell in cells(lines[0][0])):
        heads = [_head(name, word, lines[0][1]) for word in cells(lines[0][0])]
    columns = [column for column, _ in heads]
    if "time" not in columns or len(set(columns)) < len(columns):
        rule = "the column time is missing" if "time" not in columns else "a column stands twice"
        raise _refused(name, f"line {lines[0][1]}: {rule}")
    changes = [_change(name, cells(line), heads, number) for line, number in lines[1 if named else 0 :]]
    if not changes:
        raise _refused(name, "there is no line of numbers in it")
    return changes


def _head(name: str, word: str, line: int) -> tuple[str, str]:
    found = re.fullmatch(r"(\w+?)(?:\s*[(\[]([^)\]]*)[)\]]|_(\w+))?", word)
    column = found[1].lower() if found else ""
    if found is None or column not in _UNITS:
        raise _refused(name, f"line {line}: {word[:40]!r} is no column; they are {', '.join(_UNITS)}")
    unit = found[2] or found[3] or ""
    _value(name, f"1 {unit}", column, line)
    return column, unit


def _change(name: str, cells: list[str], heads: list[tuple[str, str]], line: int) -> dict[str, float]:
    if len(cells) > len(heads):
        raise _refused(name, f"line {line}: {len(cells)} values for the columns {', '.join(column for column, _ in heads)}")
    change = {}
    for cell, (column, unit) in zip(cells, heads, strict=False):
        if cell:
            change[column] = _value(name, f"{cell} {unit}" if re.fullmatch(r"[-+\d.eE]+", cell) else cell, column, line)
    if "time" not in change:
        raise _refused(name, f"line {line}: the time is missing")
    if len(change) == 1:
        raise _refused(name, f"line {line}: there is a time and no value, so that nothing would change")
    return change


def _value(name: str, text: str, column: str, line: int) -> float:
    found = re.fullmatch(r"([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*(.*)", text.strip())
    unit, factor = ("", 1) if found is None else (found[2], 1)
    # Letter case tells bytes from bits.
    if column == "rate" and (octets := re.fullmatch(r"([kKmMgG]?)(?:B|bytes)/s", unit)):
        unit, factor = f"{octets[1]}bit/s", 8
    power = None if found is None else 0 if unit == "" else _SPELLINGS[_UNITS[column]].get(unit.lower())
    if found is None or power is None:
        raise _refused(name, f"line {line}: {column} = {text.strip()[:40]!r} is no number of {_UNITS[column]}, and has no unit of it")
    digits, _, exponent = found[1].lower().partition("e")
    return float(f"{digits}e{int(exponent or 0) + power}") * factor
