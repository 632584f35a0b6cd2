"""Scenarios: documents that say what is simulated."""

import base64
import re
import zlib
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from .data import document
from .documents import Json, check_shape, complete, lanes, merge_patch, parsed, plain
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
        given = plain(_text(document) if isinstance(document, str) else document)
        if not isinstance(given, dict):
            raise DocumentError([Issue("", "a scenario is an object", given)])
        self.document: Json = {"version": 1, **given}
        issues = tuple(check_shape("scenario", self.document))
        if issues:
            raise DocumentError(issues)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> "Scenario":
        """The scenario in a file (JSON)."""
        name = fspath(path)
        found: Json = parsed(Path(name).read_text("utf-8"), name)
        return cls(found)

    @classmethod
    def from_link(cls, link: str) -> "Scenario":
        """The scenario in a link of the page: whole (formats 1 and 2), or a preset and what is different of it.

        Raises:
            DocumentError: the link is damaged, or holds no scenario, or is of a preset that this version does not have.
        """
        if found := re.search(r"(?:^|#)s=p\.([a-z][a-z0-9-]*)\.([1-9]\d*)(?:\.([\w-]+))?", link):
            releases = document("presets").get(found[1], [])
            if int(found[2]) > len(releases):
                raise DocumentError([Issue("link", f"is of the preset {found[1]}, release {found[2]}, which this version does not have")])
            released = str(releases[int(found[2]) - 1])
            return cls(released if found[3] is None else _unpacked(found[3], released.encode()))
        whole = re.search(r"(?:^|#)s=([12])([\w-]+)", link)
        if whole is None:
            raise DocumentError([Issue("link", "is damaged, or holds no scenario")])
        return cls(_unpacked(whole[2], document("inputs")["link_words"].encode() if whole[1] == "2" else b""))

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


def _text(text: str) -> Any:
    if not text.lstrip().startswith(("{", "[")):
        raise DocumentError(
            [Issue("scenario", "is JSON text; a file is read with Scenario.load, a link with Scenario.from_link", text[:60])]
        )
    return parsed(text, "scenario")


def _unpacked(payload: str, words: bytes) -> str:
    """The text of a link's payload: CRC-32 and raw DEFLATE, against a dictionary."""
    try:
        packed = base64.urlsafe_b64decode(f"{payload}{'=' * (-len(payload) % 4)}")
        inflate = zlib.decompressobj(-15, zdict=words) if words else zlib.decompressobj(-15)
        text = inflate.decompress(packed[4:]) + inflate.flush()
        if text and zlib.crc32(text) == int.from_bytes(packed[:4], "big"):
            return text.decode()
    except (ValueError, zlib.error):
        pass
    raise DocumentError([Issue("link", "is damaged, or holds no scenario")])
