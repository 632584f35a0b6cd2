"""The same as in Node: inputs, digests, and parts of studies."""

import hashlib
import json
from typing import Any

import numpy as np

import aqm_explorer as aqm
from aqm_explorer.documents import ask, parsed
from aqm_explorer.engine import run_lane
from aqm_explorer.parts import part_name


def test_every_preset_has_the_same_inputs_and_digests(reference: Any) -> None:
    assert len(reference["scenarios"]) > 20
    for expected in reference["scenarios"]:
        lanes = aqm.Scenario(expected["document"]).lanes()
        for i, (lane, wanted) in enumerate(zip(lanes, expected["lanes"], strict=True)):
            found = hashlib.sha256(parsed(ask("run", lane=lane, bins=1)["numbers"]).tobytes()).hexdigest()
            assert found == wanted["input"], (expected["name"], lane["label"])
            run = run_lane(ask("run", lane={**lane, "duration": 3, "warmup": 0}, bins=1), i)
            assert run.digest == wanted["digest"], (expected["name"], lane["label"])


def test_every_study_has_the_same_inputs_and_parts(reference: Any) -> None:
    for expected in reference["studies"]:
        study = json.dumps(aqm.load_study(expected["study"]))
        size = aqm.study_size(expected["study"])
        assert size.runs == expected["runs"]
        asked = {"study": study, "seed": 5, "bins": 1}
        inputs = [
            ask("point", point=p, lane=i, **asked)["numbers"] for p in range(size.points) for i in range(size.lanes)
        ]
        found = hashlib.sha256(b"".join(parsed(text).tobytes() for text in inputs)).hexdigest()
        assert found == expected["inputs"]
        # A few at a time, as a large study is walked.
        chunks, told = [], 0
        while some := ask("chunks", study=study, engine="engine", skip=told, most=3):
            told += len(some)
            chunks += some
        assert [[c["seed"], c["lane"], c["from"], c["to"]] for c in chunks] == expected["chunks"]
        assert [part_name(chunk["key"]) for chunk in chunks] == expected["keys"]


def test_curve_and_fluid_model_are_the_same(reference: Any) -> None:
    x, p = aqm.curve("red", {"max_p": 0.2}, points=50, rate=10e6, buffer=140, packet_size=1500)
    assert x.tolist() == reference["curve"]["x"]
    assert p.tolist() == reference["curve"]["p"]
    [red, _] = aqm.fluid({}, form="sampled")
    assert red.model is not None
    assert red.columns["queue"].tolist() == reference["fluid"]["queue"]
    # JSON has no infinite margin.
    told = json.loads(json.dumps(red.model).replace("Infinity", "null"))
    assert {name: value for name, value in told.items() if name != "band"} == reference["fluid"]["document"]
    assert red.model["band"]["queue"] == reference["fluid"]["band"]
    assert red.columns["band.omega"].size == red.columns["band.spectrum"].size > 1
    assert list(red.frame().columns) == [
        "time",
        "queue",
        "probability",
        "overflow",
        "inflow",
        "sent",
        "window.0",
        "avg",
    ]


def test_links_hold_the_scenario(reference: Any) -> None:
    plain, on_preset = reference["links"]
    scenario = aqm.Scenario.from_link(f"https://example.org/{plain}&v=fluid")
    assert scenario.document == {"version": 1, "title": "Ümlaut", "duration": 33}
    assert on_preset.startswith("#s=p.")
    assert aqm.Scenario.from_link(on_preset).document["duration"] == 33


def test_numbers_cross_without_loss() -> None:
    """A double as text and back is the same double, NaN and the sign of zero apart."""
    values = np.random.default_rng(1).integers(0, 2**63, 2000).view(np.float64)
    given = [float(value) for value in values if np.isfinite(value)]
    assert ask("changed", document={"values": given}, patch={})["values"] == given
