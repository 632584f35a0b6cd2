"""Scenario documents: their defaults, their lanes, and places in them. All of it follows the schema (scenario.v1)."""

import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

import numpy as np

from .data import document
from .errors import DocumentError, Issue

Json = dict[str, Any]


def _schema() -> Json:
    found: Json = document("scenario.v1.schema")
    return found


def _kind(row: Any) -> str:
    return str(row.get("kind", "ftp")) if isinstance(row, Mapping) else "ftp"


def resolve(node: Mapping[str, Any], value: Any) -> Mapping[str, Any]:
    """A node with its reference followed, and of the kinds of traffic the one that ``value`` is."""
    reference = node.get("$ref")
    name = _kind(value) if "oneOf" in node else reference.removeprefix("#/$defs/") if reference else None
    if name is None or name not in _schema()["$defs"]:
        return node
    # What stands beside a $ref describes this use of it and wins.
    own = {key: member for key, member in node.items() if key not in ("$ref", "oneOf")}
    return resolve({**_schema()["$defs"][name], **own}, value)


def _fill(node: Mapping[str, Any], value: Any) -> Any:
    own = resolve(node, value)
    if isinstance(value, list):
        return [_fill(own["items"], item) for item in value] if "items" in own else value
    if not isinstance(value, dict) or "properties" not in own:
        return value
    filled = {}
    for key, child in own["properties"].items():
        given = value[key] if key in value else resolve(child, None).get("default")
        if given is not None:
            filled[key] = _fill(child, given)
    return filled


def complete(scenario: Json) -> Json:
    """The scenario with every default written out."""
    filled: Json = _fill(resolve(_schema(), None), scenario)
    for lane in filled["lanes"]:
        lane.setdefault("label", lane["aqm"]["id"])
    network = filled["network"]
    if network["topology"] == "chain" and "links" in network:
        network["links"] = [{**network["bottleneck"], **link} for link in network["links"]]
        network.setdefault("observed", 0)
        for row in filled["traffic"]:
            row.setdefault("from", 0)
            row.setdefault("to", len(network["links"]))
    return filled


def merge_patch(target: Any, patch: Any) -> Any:
    """JSON Merge Patch, RFC 7396 section 2. Neither argument changes."""
    if not isinstance(patch, dict):
        return patch
    merged = dict(target) if isinstance(target, dict) else {}
    for key, value in patch.items():
        if value is None:
            merged.pop(key, None)
        else:
            merged[key] = merge_patch(merged.get(key), value)
    return merged


def lanes(scenario: Json) -> list[Json]:
    """What the engine runs: each lane, its patch applied and every default filled in."""
    base = {key: value for key, value in scenario.items() if key != "lanes"}
    whole = complete(scenario)
    return [_lane(lane, whole if not lane.get("set") else complete(merge_patch(base, lane["set"]))) for lane in whole["lanes"]]


def _lane(lane: Json, own: Json) -> Json:
    network = own["network"]
    chained = network["topology"] == "chain" and "links" in network
    rest = {key: value for key, value in network.items() if key not in ("topology", "bottleneck")}
    # A single bottleneck is a chain of one link.
    alone = {"links": [{**network["bottleneck"], "managed": True}], "observed": 0}
    network = rest if chained else {**rest, **alone}
    parts = {key: own[key] for key in ("seed", "duration", "warmup", "traffic")}
    return {"label": lane["label"], "network": network, "aqm": lane["aqm"], **parts}


def with_lists(scenario: Json) -> Json:
    """The scenario with its lists of traffic and lanes written out, so that places in them exist."""
    properties = _schema()["properties"]
    return {**{key: properties[key]["default"] for key in ("traffic", "lanes")}, **scenario}


_STEP = re.compile(r'\.?([$\w-]+)|\["([^"\]]+)"\]|\[(\d+|\*)\]', re.ASCII)
_MISSING = object()


def parse_place(text: str) -> list[str | int]:
    """The steps of a path such as ``traffic[0].flows`` or ``lanes[*].aqm.params.max_p``."""
    steps: list[str | int] = []
    at = 0
    while at < len(text):
        found = _STEP.match(text, at)
        if found is None or (found[1] is not None and (text[at] == ".") == (at == 0)):
            raise DocumentError([Issue("path", "must be a path such as traffic[0].flows", text)])
        name, quoted, index = found.groups()
        steps.append(name or quoted or (index if index == "*" else int(index)))
        at = found.end()
    if not steps:
        raise DocumentError([Issue("path", "must be a path such as traffic[0].flows", text)])
    return steps


def placed(node: Any, place: Sequence[str | int], value: Any) -> Any:
    """A copy with ``value`` at a place. Raises KeyError when there is no such place; objects that are left out are made."""
    if not place:
        return value
    step, *rest = place
    if isinstance(node, list):
        chosen = range(len(node)) if step == "*" else [step]
        if isinstance(step, str) and step != "*" or any(i not in range(len(node)) for i in chosen):
            raise KeyError(step)
        return [placed(item, rest, value) if i in chosen else item for i, item in enumerate(node)]
    if not isinstance(step, str) or step == "*" or not (node is _MISSING or isinstance(node, dict)):
        raise KeyError(step)
    own: Json = node if isinstance(node, dict) else {}
    return {**own, step: placed(own.get(step, _MISSING), rest, value)}


def check_shape(name: str, value: Any) -> Iterator[Issue]:
    """What the schema says of a document; a row of traffic is judged by the schema of its kind."""
    from jsonschema import Draft202012Validator

    schema = document(f"{name}.v1.schema")
    if name == "scenario":
        defs = {**schema["$defs"], "traffic": {"type": "object"}}
        yield from _explained(Draft202012Validator({**schema, "$defs": defs}), value, ())
        kinds = [kind["$ref"].removeprefix("#/$defs/") for kind in schema["$defs"]["traffic"]["oneOf"]]
        rows = value.get("traffic", []) if isinstance(value, dict) else []
        for i, row in enumerate(rows if isinstance(rows, list) else []):
            if _kind(row) not in kinds:
                yield Issue(f"traffic[{i}].kind", f"must be one of {', '.join(kinds)}", _kind(row))
            elif isinstance(row, dict):
                one = Draft202012Validator({"$defs": schema["$defs"], "$ref": f"#/$defs/{_kind(row)}"})
                yield from _explained(one, row, ("traffic", i))
    else:
        yield from _explained(Draft202012Validator(schema), value, ())


def _explained(validator: Any, value: Any, at: tuple[str | int, ...]) -> Iterator[Issue]:
    for error in validator.iter_errors(value):
        place = (*at, *error.absolute_path)
        if error.validator == "additionalProperties" and isinstance(error.instance, dict):
            known = list(error.schema.get("properties", {}))
            for key in (key for key in error.instance if key not in known):
                near = get_close_matches(key, known, 1)
                hint = f". Did you mean {near[0]}?" if near else ""
                yield Issue(_shown((*place, key)), f"unknown key; known here: {', '.join(known)}{hint}", _brief(error.instance[key]))
        else:
            yield Issue(_shown(place), _rule(error), _brief(error.instance))


def _shown(place: Iterable[str | int]) -> str:
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in place).removeprefix(".")


def _brief(value: Any) -> Any:
    return None if isinstance(value, (dict, list)) else value


_NAMES = {
    "number": "a number",
    "integer": "a whole number",
    "array": "a list",
    "object": "an object",
    "string": "text",
    "boolean": "true or false",
}


def _rule(error: Any) -> str:
    """What the schema asks for, in the words of the command line."""
    wanted = error.validator_value
    unit = f" {error.schema['unit']}" if error.schema.get("unit") else ""
    match error.validator:
        case "minimum":
            return f"must be >= {wanted}{unit}. Nearest valid value: {wanted}"
        case "maximum":
            return f"must be <= {wanted}{unit}. Nearest valid value: {wanted}"
        case "exclusiveMinimum":
            return f"must be > {wanted}{unit}"
        case "exclusiveMaximum":
            return f"must be < {wanted}{unit}"
        case "type":
            kinds = [wanted] if isinstance(wanted, str) else wanted
            return f"must be {' or '.join(_NAMES.get(kind, kind) for kind in kinds)}"
        case "enum":
            return f"must be one of {', '.join(map(str, wanted))}"
        case "required":
            missing = [key for key in wanted if key not in error.instance]
            return f"{', '.join(missing)} must be given"
        case "minItems" | "maxItems":
            least = error.validator == "minItems"
            return f"must have at {'least' if least else 'most'} {wanted} {'entry' if wanted == 1 else 'entries'}"
        case _:
            return str(error.message)


def plain(value: Any, place: tuple[str | int, ...] = ()) -> Any:
    """The value as JSON has it: tuples and NumPy's arrays are lists, NumPy's numbers are numbers. What JSON has no form for is refused."""
    if isinstance(value, Mapping):
        return {str(key): plain(member, (*place, str(key))) for key, member in value.items()}
    if isinstance(value, (list, tuple, np.ndarray)):
        return [plain(item, (*place, i)) for i, item in enumerate(value)]
    if isinstance(value, np.generic):
        return plain(value.item(), place)
    if isinstance(value, float) and not math.isfinite(value):
        raise DocumentError([Issue(_shown(place), "must be a finite number", value)])
    return value


def parsed(text: str, name: str) -> Any:
    """JSON text; DocumentError with file, line and column where it is none."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise DocumentError([Issue(name, f"No JSON at line {error.lineno}, column {error.colno}: {error.msg}")]) from None
