"""Places in the unit cube, the same to the bit as in models/src/study/sampling.ts: whole numbers of 32 bits and IEEE 754's own operations."""

import math
from collections.abc import Callable, Mapping
from decimal import ROUND_HALF_UP, Context, Decimal
from functools import cache
from typing import Any

_BITS = 0xFFFFFFFF
_WORDS = 2**32
_SIX_DIGITS = Context(prec=6, rounding=ROUND_HALF_UP)


def power(q: float, u: float) -> float:
    """q^u for q > 0 and 0 <= u < 1, by the binary digits of u: each contributes a repeated square root."""
    root, rest, result = q, u, 1.0
    while rest > 0:
        root = math.sqrt(root)
        rest *= 2
        if rest >= 1:
            rest -= 1
            result *= root
    return result


def six_digits(value: float) -> float:
    """Six digits, halves away from zero."""
    return float(_SIX_DIGITS.create_decimal(Decimal(value)))


def along(span: Mapping[str, Any], u: float) -> float:
    """What stands at the share ``u`` of a range; its ends are exactly what was written."""
    start, end = float(span["from"]), float(span["to"])
    if u <= 0 or u >= 1:
        value = start if u <= 0 else end
    else:
        exact = start * power(end / start, u) if span.get("scale") == "log" else start + (end - start) * u
        value = six_digits(exact)
    return math.floor(value + 0.5) if span.get("whole") else value


# Degree, coefficients and first values of Sobol's polynomials (Joe and Kuo 2008, doi:10.1137/070709359).
_POLYNOMIALS = (
    (1, 0, (1,)),
    (2, 1, (1, 3)),
    (3, 1, (1, 3, 1)),
    (3, 2, (1, 1, 1)),
    (4, 1, (1, 1, 3, 3)),
    (4, 4, (1, 3, 5, 13)),
    (5, 2, (1, 1, 5, 5, 17)),
    (5, 4, (1, 1, 5, 5, 5)),
    (5, 7, (1, 1, 7, 11, 19)),
)
MOST_DIMENSIONS = len(_POLYNOMIALS) + 1

Places = Callable[[int], list[float]]


def _directions(dimension: int) -> list[int]:
    if dimension == 0:
        return [1 << (31 - i) for i in range(32)]
    s, a, m = _POLYNOMIALS[dimension - 1]
    v = [value << (31 - i) for i, value in enumerate(m)]
    for i in range(s, 32):
        following = v[i - s] ^ (v[i - s] >> s)
        for k in range(1, s):
            if (a >> (s - 1 - k)) & 1:
                following ^= v[i - k]
        v.append(following)
    return v


@cache
def sobol(dimensions: int) -> Places:
    """Point ``index`` of Sobol's sequence in Gray code order, unscrambled."""
    tables = [_directions(d) for d in range(dimensions)]

    def place(index: int) -> list[float]:
        gray = index ^ (index >> 1)
        found = []
        for v in tables:
            x = 0
            for bit in range(gray.bit_length()):
                if (gray >> bit) & 1:
                    x ^= v[bit]
            found.append(x / _WORDS)
        return found

    return place


def xorshift(seed: int) -> Callable[[], int]:
    """Random words of 32 bits (Marsaglia 2003, section 4)."""
    x, y, z, w = 123456789 ^ seed, 362436069, 521288629, 88675123

    def following() -> int:
        nonlocal x, y, z, w
        t = (x ^ (x << 11)) & _BITS
        x, y, z = y, z, w
        w = w ^ (w >> 19) ^ t ^ (t >> 8)
        return w

    for _ in range(32):
        following()
    return following


@cache
def latin(dimensions: int, count: int, seed: int) -> Places:
    """A Latin hypercube: in each dimension one point in each of ``count`` equal strata."""
    random = xorshift(seed)
    tables = []
    for _ in range(dimensions):
        strata = list(range(count))
        for i in range(count - 1, 0, -1):
            k = random() * (i + 1) // _WORDS
            strata[i], strata[k] = strata[k], strata[i]
        tables.append([(stratum + random() / _WORDS) / count for stratum in strata])
    return lambda index: [table[index] for table in tables]
