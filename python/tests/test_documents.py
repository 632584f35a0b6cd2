"""What is wrong is told with its place, its value and the rule."""

import pickle
from typing import Any

import pytest

import aqm_explorer as aqm


@pytest.mark.parametrize(
    ("document", "said"),
    [
        ({"duration": -1}, "duration = -1 is refused"),
        ({"durations": 1}, "'durations' was unexpected"),
        ({"traffic": [{"flows": 2}, {"kind": "torrent"}]}, "traffic[1].kind = 'torrent' is refused: must be one of ftp, cbr"),
        ({"traffic": [{"kind": "cbr", "rat": 3}]}, "traffic[0] is refused: Additional properties"),
        ({"lanes": [{"aqm": {"id": "rde"}}]}, "aqm.id = 'rde' is refused: must be one of"),
        ({"lanes": [{"aqm": {"id": "red", "params": {"max": 1}}}]}, "aqm.params.max = 1 is refused: red has the parameters"),
        ({"lanes": [{"aqm": {"id": "red", "params": {"min_th": "a"}}}]}, "aqm.params.min_th = 'a' is refused: must be a number"),
        ({"warmup": 300}, "warmup"),
        ({"lanes": [{"aqm": {"id": "red", "params": {"min_th": 99, "max_th": 9}}}]}, "min_th"),
    ],
)
def test_what_does_not_hold_is_refused(document: Any, said: str) -> None:
    with pytest.raises(aqm.DocumentError) as caught:
        aqm.run(document)
    assert said in str(caught.value)
    # It comes back from another process whole.
    assert pickle.loads(pickle.dumps(caught.value)).issues == caught.value.issues


def test_after_a_refusal_the_engine_is_well() -> None:
    with pytest.raises(aqm.DocumentError):
        aqm.run({"warmup": 300})
    [red, _] = aqm.run({"duration": 2})
    assert red.digest == aqm.run({"duration": 2})[0].digest


def test_columns_have_the_shapes_that_are_promised() -> None:
    [red, _] = aqm.run(aqm.Scenario({"duration": 5}).changed(seed=3), bins=100)
    frame = red.frame()
    assert len(frame) == 100
    assert frame["time"].iloc[-1] == pytest.approx(4.95)
    assert red.flow_goodputs.shape == (50,)
    assert red.seed == 3
    # What arrived during the run is what the recording counts, and the metrics (no warm-up).
    assert frame["arrivals"].sum() == red.metrics["arrivals"]
    assert red.rows[0]["flows"] == 50


@pytest.mark.parametrize("link", ["", "nothing", "#s=1AAAA", "#s=2abc"])
def test_a_damaged_link_is_refused(link: str) -> None:
    with pytest.raises(aqm.DocumentError):
        aqm.Scenario.from_link(link)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            {"axes": [{"path": "traffic[1].flows", "values": [1]}]},
            "axes[0].path = 'traffic[1].flows' is refused: the scenario has no such place",
        ),
        ({"axes": [{"path": "seed", "values": [1]}]}, "a study does not vary seed"),
        ({"axes": [{"path": "duration", "values": [1], "from": 2}]}, "must have one of values, from"),
        ({"axes": [{"path": "duration", "from": 3, "to": 2, "count": 2}]}, "axes[0].to = 2 is refused: must be above from, 3"),
        ({"axes": [{"name": "seed", "path": "duration", "values": [1]}]}, "two columns have this name"),
        ({"metrics": ["godput"]}, "metrics[0] = 'godput' is refused: must be one of throughput"),
        ({"scenario": {"duration": -1}}, "scenario.duration = -1 is refused"),
        ({"extra": 1}, "'extra' was unexpected"),
    ],
)
def test_a_study_that_does_not_hold_is_refused(change: Any, said: str) -> None:
    with pytest.raises(aqm.DocumentError) as caught:
        aqm.load_study({"version": 1, "scenario": {"version": 1}, "axes": [], **change})
    assert said in str(caught.value)
