"""Scenarios: documents that say what is simulated."""

from os import PathLike
from typing import Any

from .documents import Json, ask, named, plain, text_in, text_of
from .errors import DocumentError, Issue


class Scenario:
    """A scenario document (scenario.v1): a network, its traffic, and lanes that each try one AQM on it.

    Units are SI throughout: seconds, bit/s, bytes, packets, probabilities in [0, 1]. What is left out has the default of the schema.

    Args:
        document: the document (NumPy's numbers and tuples will do), or its JSON text. ``Scenario({})`` is the default scenario.

    Raises:
        DocumentError: the document does not hold; every reason has its place, value, rule, and the nearest value that would do.
    """

    def __init__(self, document: Json | str) -> None:
        given = {"version": 1, **document} if isinstance(document, dict) else document
        if not isinstance(given, dict | str):
            raise DocumentError([Issue("", "a scenario is an object", given)])
        if isinstance(given, str) and not given.lstrip().startswith("{"):
            rule = "is JSON text here; Scenario.load reads a file, Scenario.from_link a link"
            raise DocumentError([Issue("scenario", rule, given[:60])])
        found = ask("scenario", text=text_of(given))
        self.document: Json = found["document"]
        self.warnings: tuple[Issue, ...] = tuple(map(Issue.told, found["warnings"]))
        """What is odd about it, and runs all the same."""

    @classmethod
    def load(cls, path: str | PathLike[str]) -> "Scenario":
        """The scenario in a file (JSON)."""
        with named(path):
            return cls(text_in(path))

    @classmethod
    def from_link(cls, link: str) -> "Scenario":
        """The scenario in a link of the page: a whole address, or what stands behind its ``#``.

        Raises:
            DocumentError: the link is damaged, or holds no scenario.
        """
        return cls(ask("link", link=link))

    def changed(self, **changes: Any) -> "Scenario":
        """The scenario with a merge patch (RFC 7396): ``scenario.changed(duration=50, network={"packet_size": 1000})``."""
        return Scenario(ask("changed", document=self.document, patch=plain(changes)))

    def with_link_trace(self, path: str | PathLike[str]) -> "Scenario":
        """The scenario with the trace in a file as the changes of its bottleneck, in a chain of the observed link.

        Raises:
            DocumentError: the file is no trace; its line is told.
        """
        with named(path):
            return Scenario(ask("traced", document=self.document, text=text_in(path)))

    def complete(self) -> Json:
        """The document with every default written out."""
        found: Json = ask("complete", document=self.document)
        return found

    def lanes(self) -> list[Json]:
        """What the engine runs: one complete scenario a lane."""
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
