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


def _goodput(runs: list[aqm.Run]) -> float:
    return sum(run.metrics["goodput"] or 0 for run in runs) / len(runs)


def test_lanes_with_equal_labels_stay_apart() -> None:
    steep = {"label": "A", "aqm": {"id": "red", "params": {"max_p": 0.5}}}
    runs = aqm.run({**SCENARIO, "lanes": [{"label": "A", "aqm": {"id": "red"}}, steep]}, seeds=3, bins=100)
    told = aqm.summary(runs)
    goodput = told[told["metric"] == "goodput"]
    assert goodput[["lane", "n"]].to_numpy().tolist() == [[0, 3], [1, 3]]
    means = [_goodput(runs[:3]), _goodput(runs[3:])]
    assert goodput["mean"].tolist() == pytest.approx(means)
    found = aqm.compare(runs, "goodput")
    assert found.lanes["lane"].tolist() == ["A (lane 0)", "A (lane 1)"]
    assert found.pairs["difference"].tolist() == pytest.approx([means[0] - means[1]])
    with pytest.raises(ValueError, match=r"runs = A \(lane 0\), A \(lane 1\): must be the runs of one lane"):
        aqm.course(runs)


def test_runs_that_do_not_go_together_are_refused() -> None:
    [one, two], more = aqm.run(SCENARIO), aqm.run({**SCENARIO, "duration": 7}, seed=2)
    assert len(aqm.compare([one, two, *aqm.run(SCENARIO, seed=2)]).pairs) == 1
    twice = "runs: lane = 0, label = 'red', aqm = 'red', seed = 1 stands twice"
    for ask in (aqm.summary, aqm.compare, aqm.course):
        with pytest.raises(ValueError, match=twice):
            ask([one, one])
        with pytest.raises(ValueError, match="has runs of different scenarios"):
            ask([one, more[0]])
        with pytest.raises(ValueError, match="runs = 'x': must be the runs that run"):
            ask("x")  # type: ignore[arg-type]
    assert (aqm.summary(one)["n"] == 1).all()
    for warmup in (-1, 6.1, "x"):
        with pytest.raises(ValueError, match=f"warmup = {warmup!r}: must be a number from 0 to the duration, 6 s"):
            aqm.course(one, warmup)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"seeds": [1, 1]}, "seeds = [1, 1]: 1 stands twice"),
        ({"seeds": ()}, "seeds = (): must have at least one seed"),
        ({"seeds": True}, "seeds = True: must be a whole number or a list of seeds"),
        ({"seeds": 1.5}, "seeds = 1.5: must be"),
        ({"seeds": "3"}, "seeds = '3': must be"),
        ({"seeds": 2**60}, "seeds = 1152921504606846976: must be a number from 1 to 100000"),
        ({"seeds": [3, 1.5]}, "seeds[1] = 1.5: must be a whole number from 0 to 9007199254740991"),
        ({"seed": True}, "seed = True: must be a whole number"),
        ({"seed": 2**60}, "seed = 1152921504606846976: must be a whole number from 0 to 9007199254740991"),
    ],
)
def test_what_is_no_seed_is_refused(given: Any, said: str) -> None:
    with pytest.raises(ValueError) as caught:
        aqm.run(SCENARIO, **given)
    assert str(caught.value).startswith(said)


def test_a_pilot_leaves_out_what_was_not_observed() -> None:
    assert aqm.seeds_needed([None, 0.9, float("nan"), 0.95], "1%") == aqm.seeds_needed([0.9, 0.95], "1%")
    with pytest.raises(ValueError, match="pilot = 'abc': must be a list of numbers"):
        aqm.seeds_needed("abc", 0.1)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"pilot\[1\] = 'a': must be a number"):
        aqm.seeds_needed([1, "a"], 0.1)  # type: ignore[list-item]
