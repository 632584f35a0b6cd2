"""Documents into the flat arrays that the module reads.

What follows what stands in ``data/inputs.json``, which the project generates from the table that its TypeScript encoder follows; the
fields, in their order, the module names itself. Here is only how a value becomes numbers.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .data import document
from .errors import DocumentError, Issue

_LEFT_OUT = math.nan


def _at(node: Any, path: str) -> Any:
    for key in path.split(".") if path else ():
        node = node.get(key) if isinstance(node, Mapping) else None
    return node


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def _numbers(kind: str, value: Any, choices: Sequence[str] = ()) -> list[float] | None:
    """The numbers that stand for a value; None when it does not fit."""
    match kind:
        case "number":
            return [float(value)] if _is_number(value) else None
        case "integer":
            return [float(value)] if _is_number(value) and value == math.floor(value) else None
        case "toggle":
            return [float(value)] if isinstance(value, bool) else None
        case "choice":
            return [float(choices.index(value))] if value in choices else None
        case "pair":
            if _is_number(value):
                return [float(value)] * 2
            fits = isinstance(value, Sequence) and len(value) == 2 and all(map(_is_number, value))
            return [float(x) for x in value] if fits else None
    raise ValueError(kind)


#: What the text of a program is, as an entry of the catalogue.
Describe = Callable[[str], Mapping[str, Any]]


class _Encoder:
    def __init__(self, layout: Mapping[str, Any], catalogue: Sequence[Mapping[str, Any]], program: Describe) -> None:
        self.layout = layout
        self.catalogue = catalogue
        self.program = program
        self.numbers: list[float] = []
        self.issues: list[Issue] = []

    def parts(self, parts: Sequence[Mapping[str, Any]], node: Any, prefix: str = "") -> None:
        for part in parts:
            found = _at(node, part["at"])
            here = f"{prefix}{part['at']}"
            match part["kind"]:
                case "fields":
                    self.fields(self.layout[part["table"]], found, f"{here}." if part["at"] else prefix)
                case "each":
                    entries = found or []
                    self.numbers.append(len(entries))
                    for i, entry in enumerate(entries):
                        self.parts(part["parts"], entry, f"{here}[{i}].")
                case "entry":
                    word = part.get("otherwise") if found is None else found
                    entry = self.entry(self.layout[part["table"]], word, here)
                    self.spans(entry["params"], _at(node, part["values"]) or {}, f"{prefix}{part['values']}.")
                case "numbers":
                    self.counted([] if found is None else found)
                case "scheme":
                    info = self.entry(self.catalogue, found["id"], f"{here}.id")
                    if info["id"] == "program":
                        # Its text tells which parameters it has.
                        info = self.program(found["params"].get("program") or info["params"][0]["default"])
                    self.params(info, found["params"], f"{here}.params.")

    def entry(self, table: Sequence[Mapping[str, Any]], word: Any, place: str) -> Mapping[str, Any]:
        """Appends the place of a word in its catalogue."""
        for i, entry in enumerate(table):
            if entry["id"] == word:
                self.numbers.append(i)
                return entry
        raise DocumentError([Issue(place, "must be one of " + ", ".join(e["id"] for e in table), word)])

    def append(self, kind: str, value: Any, place: str, choices: Sequence[str] = ()) -> None:
        width = 2 if kind == "pair" else 1
        encoded = [_LEFT_OUT] * width if value is None else _numbers(kind, value, choices)
        if encoded is None:
            self.issues.append(Issue(place, f"must be a {kind}{': ' + ', '.join(choices) if choices else ''}", value))
        else:
            self.numbers += encoded

    def fields(self, fields: Sequence[Mapping[str, Any]], node: Any, prefix: str) -> None:
        for field in fields:
            place = f"{prefix}{field['name']}"
            self.append(field["type"], _at(node, field["name"]), place, field.get("choices", ()))

    def spans(self, table: Sequence[Mapping[str, Any]], values: Mapping[str, Any], prefix: str) -> None:
        """A catalogue's own parameters of a row of traffic, each as a pair."""
        self.numbers.append(len(table))
        for row in table:
            kind = row["kind"] if row["kind"] in ("pair", "choice", "toggle") else "number"
            before = len(self.numbers)
            self.append(kind, values.get(row["name"]), f"{prefix}{row['name']}", row.get("choices", ()))
            if len(self.numbers) == before + 1:
                self.numbers.append(self.numbers[-1])

    def counted(self, numbers: Sequence[float]) -> None:
        self.numbers.append(len(numbers))
        self.numbers += [float(x) for x in numbers]

    def params(self, info: Mapping[str, Any], given: Mapping[str, Any], prefix: str) -> None:
        """A scheme's parameters in the order of its table, then its lists, then its texts."""
        known = [row["name"] for row in info["params"]]
        for name in given:
            if name not in known:
                self.issues.append(Issue(f"{prefix}{name}", f"{info['id']} has the parameters {', '.join(known)}", given[name]))
        lists: list[list[float]] = []
        texts: list[str] = []
        self.numbers.append(len(known))
        for row in info["params"]:
            value = given.get(row["name"])
            match row["kind"]:
                case "list":
                    lists.append([x for entry in value or [] for x in entry])
                    self.numbers.append(_LEFT_OUT)
                case "text":
                    texts.append(value or "")
                    self.numbers.append(_LEFT_OUT)
                case kind:
                    # Whether a number is whole is a rule of the table, which the engine checks.
                    plain = "number" if kind in ("integer", "pair") else kind
                    self.append(plain, value, f"{prefix}{row['name']}", row.get("choices", ()))
        self.numbers.append(len(lists))
        for numbers in lists:
            self.counted(numbers)
        self.numbers.append(len(texts))
        for text in texts:
            self.counted(list(text.encode()))


def encode(
    name: str, layout: Mapping[str, Any], catalogue: Sequence[Mapping[str, Any]], program: Describe, node: Any
) -> list[float]:
    """The array of an input ("scenario", "fluid", "scheme", "curve"). Raises DocumentError where a value does not fit."""
    encoder = _Encoder(layout, catalogue, program)
    encoder.parts(document("inputs")[name], node)
    if encoder.issues:
        raise DocumentError(encoder.issues)
    return encoder.numbers
