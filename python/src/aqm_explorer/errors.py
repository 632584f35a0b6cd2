"""Errors, always with the place, the value and the rule."""

import re
import reprlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Issue:
    """One thing that is wrong with a document."""

    path: str
    """Place in the document, such as ``network.bottleneck.rate``.

    It is empty for the whole document, and line and column if the text is no JSON."""
    rule: str
    """The rule that is broken."""
    value: Any = None
    """The value at this place; None if there is none."""
    nearest: float | str | None = None
    """The nearest valid value, or the known name most similar to the given one."""
    message: str = ""
    """The error as one sentence."""

    @classmethod
    def told(cls, issue: Mapping[str, Any]) -> "Issue":
        """From an issue in the form of models/src/issue.ts."""
        return cls(issue["path"], issue["rule"], issue.get("value"), issue.get("nearest"), issue["message"])

    def __str__(self) -> str:
        place = self.path or "The document"
        given = "" if self.value is None else f" = {self.value!r}"
        return self.message or f"{place}{given} is refused: {self.rule}."


class DocumentError(ValueError):
    """An invalid scenario, study or request; ``issues`` has all reasons."""

    def __init__(self, issues: Iterable[Issue]) -> None:
        self.issues: tuple[Issue, ...] = tuple(issues)
        super().__init__("\n".join(map(str, self.issues)))

    def __reduce__(self) -> Any:
        # An exception of a worker has to arrive complete.
        return (DocumentError, (self.issues,))


def wrong(name: str, value: object, rule: str) -> ValueError:
    """An error about an argument: its name, its value (cut if it is long), and the rule."""
    return ValueError(f"{name} = {reprlib.repr(value)}: {rule}")


@contextmanager
def arguments(given: Mapping[str, Any]) -> Iterator[None]:
    """The engine's errors within about one of the arguments get its name in Python, and the given value."""
    try:
        yield
    except DocumentError as error:
        raise DocumentError(_argument(issue, given) for issue in error.issues) from None


def _argument(issue: Issue, given: Mapping[str, Any]) -> Issue:
    group, _, own = issue.path.rpartition(".")
    name = re.sub("[A-Z]", lambda capital: f"_{capital[0].lower()}", own)
    if name not in given or group not in ("", "record", "curve", "options", "fluid"):
        return issue
    message = f"{name} = {reprlib.repr(given[name])} is refused: {issue.rule}."
    return Issue(name, issue.rule, given[name], issue.nearest, message)


class EngineFailure(RuntimeError):
    """The engine trapped: a defect of the engine, never of its input."""
