"""Scenarios: documents that say what is simulated."""

import base64
import json
import re
import zlib
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from .data import document
from .documents import Json, check_shape, complete, lanes, merge_patch
from .errors import DocumentError, Issue


class Scenario:
    """A scenario document (scenario.v1): a network, its traffic, and lanes that each try one AQM on it.

    Units are SI throughout: seconds, bit/s, bytes, packets, probabilities in [0, 1]. What is left out has the default of the schema.

    Args:
        document: the document, or its JSON text. ``Scenario({})`` is the default scenario.

    Raises:
        DocumentError: the document breaks the schema. Rules across keys, and those of the schemes' parameters, are the engine's; they
            are told when it runs.
    """

    def __init__(self, document: Json | str) -> None:
        given = json.loads(document) if isinstance(document, str) else document
        if not isinstance(given, dict):
            raise DocumentError([Issue("", "a scenario is an object", given)])
        self.document: Json = {"version": 1, **given}
        issues = tuple(check_shape("scenario", self.document))
        if issues:
            raise DocumentError(issues)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> "Scenario":
        """The scenario in a file (JSON)."""
        return cls(Path(fspath(path)).read_text("utf-8"))

    @classmethod
    def from_link(cls, link: str) -> "Scenario":
        """The scenario in a link of the page, of format 1 or 2.

        Raises:
            DocumentError: the link is damaged, or holds no scenario; or it is one on a preset (``#s=p.``), which the page and
                ``aqm open`` write out.
        """
        if re.search(r"(?:^|#)s=p\.", link):
            raise DocumentError([Issue("link", "is one on a preset: `npm run -s aqm -- open LINK` writes its scenario out")])
        found = re.search(r"(?:^|#)s=([12])([\w-]+)", link)
        try:
            packed = base64.urlsafe_b64decode(f"{found[2]}{'=' * (-len(found[2]) % 4)}") if found else b""
            words = document("inputs")["link_words"].encode() if found and found[1] == "2" else b""
            inflate = zlib.decompressobj(-15, zdict=words) if words else zlib.decompressobj(-15)
            text = inflate.decompress(packed[4:]) + inflate.flush()
        except (ValueError, zlib.error):
            text = b""
        if not found or not text or zlib.crc32(text) != int.from_bytes(packed[:4], "big"):
            raise DocumentError([Issue("link", "is damaged, or holds no scenario")])
        return cls(text.decode())

    def changed(self, **changes: Any) -> "Scenario":
        """The scenario with a merge patch (RFC 7396): ``scenario.changed(duration=50, network={"packet_size": 1000})``."""
        return Scenario(merge_patch(self.document, changes))

    def complete(self) -> Json:
        """The document with every default written out."""
        return complete(self.document)

    def lanes(self) -> list[Json]:
        """What the engine runs: one complete scenario a lane."""
        return lanes(self.document)

    @property
    def labels(self) -> list[str]:
        """The lanes' labels."""
        return [str(lane["label"]) for lane in self.complete()["lanes"]]

    def __repr__(self) -> str:
        return f"Scenario({self.document!r})"


def as_scenario(given: "Scenario | Json | str") -> Scenario:
    return given if isinstance(given, Scenario) else Scenario(given)
