"""Student's t without SciPy."""

import math
from functools import cache


def _within(t: float, degrees: int) -> float:
    """P(|T| <= t): Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.3 (odd) and 26.7.4 (even)."""
    theta = math.atan(t / math.sqrt(degrees))
    odd = degrees % 2 == 1
    term = math.cos(theta) if odd else 1.0
    total = 0.0 if degrees == 1 else term
    for k in range(3 if odd else 2, degrees - 1, 2):
        term *= math.cos(theta) ** 2 * (k - 1) / k
        total += term
    return 2 / math.pi * (theta + math.sin(theta) * total) if odd else math.sin(theta) * total


@cache
def student_t95(degrees: int) -> float:
    """Half the width of a 95 % interval, in standard errors."""
    low, high = 0.0, 1.0
    while _within(high, degrees) < 0.95:
        high *= 2
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, degrees) < 0.95 else (low, middle)
    return high
