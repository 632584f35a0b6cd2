"""What can be wrong, always with the place, the value and the rule."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Issue:
    """One thing that is wrong with a document."""

    path: str
    """Place in the document: ``network.bottleneck.rate``; empty for the whole; of text that is not JSON, line and column."""
    rule: str
    """What must hold."""
    value: Any = None
    """What stands there; None when nothing does."""
    nearest: float | str | None = None
    """The nearest value, or the known name most like the one given, that would do."""
    message: str = ""
    """All of it as one sentence."""

    @classmethod
    def told(cls, issue: Mapping[str, Any]) -> "Issue":
        """As models/src/issue.ts writes it."""
        return cls(issue["path"], issue["rule"], issue.get("value"), issue.get("nearest"), issue["message"])

    def __str__(self) -> str:
        place = self.path or "The document"
        given = "" if self.value is None else f" = {self.value!r}"
        return self.message or f"{place}{given} is refused: {self.rule}."


class DocumentError(ValueError):
    """A scenario, a study or a request that does not hold; ``issues`` has all reasons."""

    def __init__(self, issues: Iterable[Issue]) -> None:
        self.issues: tuple[Issue, ...] = tuple(issues)
        super().__init__("\n".join(map(str, self.issues)))

    def __reduce__(self) -> Any:
        # An exception of a worker comes back in one piece.
        return (DocumentError, (self.issues,))


class EngineFailure(RuntimeError):
    """The engine trapped: a defect of the engine, never of its input."""
