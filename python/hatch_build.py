"""Puts into the wheel what Node makes of models/ and cli/: documents and the command line have one implementation, in
TypeScript."""

import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PROJECT = Path(__file__).parents[1]


class BuildHook(BuildHookInterface[Any]):
    """``node scripts/python-documents.mjs`` writes what is taken in."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        try:
            subprocess.run(["node", "scripts/python-documents.mjs"], cwd=PROJECT, check=True)
        except FileNotFoundError:
            raise RuntimeError(
                "A wheel is built with Node 22 or newer, after `npm ci` in the project's folder."
            ) from None
        build_data["force_include"][str(PROJECT / "build/python-documents")] = "aqm_explorer/data"
