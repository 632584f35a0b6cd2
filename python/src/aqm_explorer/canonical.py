"""One text for equal values, the same as everywhere else: the JSON Canonicalization Scheme (RFC 8785)."""

import json
from typing import Any


def number(value: float) -> str:
    """A number as JavaScript writes it (ECMA-262, Number::toString), which RFC 8785 prescribes."""
    if value == 0:
        return "0"
    if isinstance(value, int) and abs(value) < 2**53:
        return str(value)
    sign = "-" if value < 0 else ""
    mantissa, _, exponent = f"{float(abs(value))!r}".partition("e")
    whole, _, part = mantissa.partition(".")
    if part == "0":
        part = ""
    # The value is 0.d1 d2 ... times 10^n.
    digits = (whole + part).lstrip("0")
    n = len(whole) + int(exponent or 0) - (len(whole + part) - len((whole + part).lstrip("0")))
    digits = digits.rstrip("0")
    k = len(digits)
    if k <= n <= 21:
        return sign + digits + "0" * (n - k)
    if 0 < n <= 21:
        return f"{sign}{digits[:n]}.{digits[n:]}"
    if -6 < n <= 0:
        return f"{sign}0.{'0' * -n}{digits}"
    power = f"e{'+' if n > 0 else '-'}{abs(n - 1)}"
    return sign + digits[0] + (f".{digits[1:]}" if k > 1 else "") + power


def canonical(value: Any) -> str:
    """The canonical text of a JSON value."""
    if isinstance(value, dict):
        # By UTF-16 code units, as the standard has it.
        members = sorted(value.items(), key=lambda item: str(item[0]).encode("utf-16-be"))
        return "{" + ",".join(f"{canonical(key)}:{canonical(member)}" for key, member in members) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(map(canonical, value)) + "]"
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return number(value)
    return json.dumps(value, ensure_ascii=False)
