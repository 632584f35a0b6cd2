"""Errors, always with the place, the value and the rule."""

import reprlib
from collections.abc import Iterable, Mapping
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


class EngineFailure(RuntimeError):
    """The engine trapped: a defect of the engine, never of its input."""
