"""Scenarios: documents that describe a simulation."""

from os import PathLike
from typing import Any

from .documents import Json, ask, named, plain, text_in, text_of
from .errors import DocumentError, Issue


class Scenario:
    """A scenario document (scenario.v1): a network, its traffic, and lanes that each try one AQM on it.

    Units are SI: seconds, bit/s, bytes; besides them packets, and probabilities in [0, 1]. A value that is left out has
    the default of the schema.

    Args:
        document: the document, which may have NumPy's numbers and tuples, or its JSON text. ``Scenario({})`` is the
            default scenario.

    Raises:
        DocumentError: the document is invalid; every reason has its place, value, rule, and the nearest valid value.
    """

    def __init__(self, document: Json | str) -> None:
        given = {"version": 1, **document} if isinstance(document, dict) else document
        if not isinstance(given, dict | str):
            raise DocumentError([Issue("", "a scenario is an object", given)])
        if isinstance(given, str) and not given.lstrip().startswith("{"):
            rule = "is JSON text here; Scenario.load reads a file, Scenario.from_link a link"
            raise DocumentError([Issue("scenario", rule, given[:60])])
        self._take(text_of(given))

    def _take(self, text: str) -> None:
        found = ask("scenario", text=text)
        self.document: Json = found["document"]
        self.warnings: tuple[Issue, ...] = tuple(map(Issue.told, found["warnings"]))
        """Oddities of the document that do not prevent a run."""

    @classmethod
    def load(cls, path: str | PathLike[str]) -> "Scenario":
        """The scenario in a file (JSON).

        Raises:
            DocumentError: the file is no JSON (with line and column), or its document is invalid.
            OSError: the file cannot be read.
        """
        scenario = cls.__new__(cls)
        with named(path):
            scenario._take(text_in(path))
        return scenario

    @classmethod
    def from_link(cls, link: str) -> "Scenario":
        """The scenario in a link of the page: a whole address, or the part after its ``#``.

        Raises:
            DocumentError: the link is damaged, or has no scenario.
        """
        return cls(ask("link", link=link))

    def changed(self, **changes: Any) -> "Scenario":
        """The scenario after a merge patch (RFC 7396), as in ``scenario.changed(duration=50)``."""
        return Scenario(ask("changed", document=self.document, patch=plain(changes)))

    def with_link_trace(self, path: str | PathLike[str]) -> "Scenario":
        """The scenario in which the trace in a file changes the bottleneck (in a chain: the observed link).

        Raises:
            DocumentError: the file is no trace; the message names the line.
        """
        with named(path):
            return Scenario(ask("traced", document=self.document, text=text_in(path)))

    def complete(self) -> Json:
        """The document with every default written out."""
        found: Json = ask("complete", document=self.document)
        return found

    def lanes(self) -> list[Json]:
        """A complete scenario for each lane, as the engine runs it."""
        found: list[Json] = ask("lanes", document=self.document)
        return found

    @property
    def labels(self) -> list[str]:
        """The lanes' labels."""
        return [str(lane["label"]) for lane in self.lanes()]

    def __repr__(self) -> str:
        return f"Scenario({self.document!r})"


def as_scenario(given: "Scenario | Json | str") -> Scenario:
    return given if isinstance(given, Scenario) else Scenario(given)
