"""Statistics: the figures of the command line, and of textbooks."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import aqm_explorer as aqm

SCENARIO: dict[str, Any] = {
    "version": 1,
    "duration": 6,
    "warmup": 1,
    "traffic": [{"kind": "ftp", "flows": 10}],
    "lanes": [{"aqm": {"id": "red"}}, {"aqm": {"id": "codel"}}],
}
STUDY: dict[str, Any] = {
    "version": 1,
    "scenario": SCENARIO,
    "axes": [
        {
            "sample": "saltelli",
            "count": 4,
            "over": [{"knob": "flows", "from": 5, "to": 40}, {"knob": "rtt", "from": 0.05, "to": 0.2}],
        }
    ],
    "seeds": {"count": 2},
    "metrics": ["queueing_delay_mean"],
}


def test_a_study_has_the_indices_of_the_command_line(tmp_path: Path, command_line: Callable[..., str]) -> None:
    told = aqm.study(STUDY, tmp_path / "rows").statistics("queueing_delay_mean")
    (tmp_path / "study.json").write_text(json.dumps(STUDY))
    wanted = json.loads(command_line("statistics", tmp_path / "study.json", "--out", tmp_path / "rows"))
    assert told["sensitivity"] == wanted["sensitivity"]
    assert [(s["lane"], s["design"], s["sobol"]["rows"]) for s in told["sensitivity"]] == [
        ("red", "saltelli", 4),
        ("codel", "saltelli", 4),
    ]


def test_a_scenario_has_the_pairs_of_the_command_line(tmp_path: Path, command_line: Callable[..., str]) -> None:
    (tmp_path / "scenario.json").write_text(json.dumps(SCENARIO))
    told = json.loads(command_line("statistics", tmp_path / "scenario.json", "--seeds", "3", "--within", "5%"))
    runs = aqm.run(SCENARIO, seeds=3, bins=1000)
    found = aqm.compare(runs, within="5%")
    assert found.pairs["holm"].tolist() == [pair["holm"] for pair in told["points"][0]["pairs"]]
    assert found.lanes["cautious"].tolist() == [lane["needed"]["cautious"] for lane in told["points"][0]["lanes"]]
    assert aqm.course(runs[:3], 1.0)["warmup_found"] == told["course"][0]["warmup_found"]
    with pytest.raises(ValueError, match="metric = 'goodputs': must be one of .*queueing_delay_p95"):
        aqm.compare(runs, "goodputs")


def test_a_pilot_asks_for_seeds() -> None:
    assert aqm.seeds_needed([9, 10, 11, 10, 10], "2%") == {
        "within": pytest.approx(0.2),
        "seeds": 51,
        "cautious": 119,
    }
    assert aqm.seeds_needed([1.0], 0.1) is None
    with pytest.raises(aqm.DocumentError, match="within"):
        aqm.seeds_needed([1.0, 2.0], "-1")
