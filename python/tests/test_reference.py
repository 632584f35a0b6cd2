"""The same as in Node: lanes, inputs, digests, expansions, numbers as text. Every preset, every paper's scenario."""

import hashlib
from typing import Any

import numpy as np

import aqm_explorer as aqm
from aqm_explorer.canonical import canonical, number
from aqm_explorer.encode import encode
from aqm_explorer.engine import run_lane
from aqm_explorer.expand import Expansion
from aqm_explorer.module import native
from aqm_explorer.parts import part_name


def test_every_scenario_has_the_same_lanes_inputs_and_digests(reference: Any) -> None:
    module = native("aqm")
    assert len(reference["scenarios"]) > 50
    for expected in reference["scenarios"]:
        lanes = aqm.Scenario(expected["document"]).lanes()
        assert [canonical(lane) for lane in lanes] == [lane["canonical"] for lane in expected["lanes"]], expected["name"]
        for lane, wanted in zip(lanes, expected["lanes"]):
            numbers = encode("scenario", module.layout, module.catalogue, module.program, {**lane, "record": {}})
            found = hashlib.sha256(np.asarray(numbers, "<f8").tobytes()).hexdigest()
            assert found == wanted["input"], (expected["name"], lane["label"])
            run = run_lane({**lane, "duration": 3, "warmup": 0}, 1)
            assert run.digest == wanted["digest"], (expected["name"], lane["label"])


def test_every_study_has_the_same_points_lanes_chunks_and_parts(reference: Any) -> None:
    for expected in reference["studies"]:
        study = aqm.load_study(expected["study"])
        expansion = Expansion(study)
        assert expansion.runs == expected["runs"]
        assert [list(expansion.values_at(point)) for point in range(expansion.points)] == expected["values"]
        lanes = [canonical(expansion.lane_at(p, lane, 5)) for p in range(expansion.points) for lane in range(expansion.lanes)]
        assert hashlib.sha256("\n".join(lanes).encode()).hexdigest() == expected["lanes"]
        chunks = list(expansion.chunks())
        assert [[c.seed, c.lane, c.first, c.end] for c in chunks] == expected["chunks"]
        assert [part_name(expansion.key_text(chunk, "engine")) for chunk in chunks] == expected["keys"]


def test_numbers_are_written_alike(reference: Any) -> None:
    assert len(reference["numbers"]) > 10_000
    for text, value in reference["numbers"]:
        assert number(value) == text


def test_curve_and_fluid_model_are_the_same(reference: Any) -> None:
    x, p = aqm.curve("red", {"max_p": 0.2}, points=50, rate=10e6, buffer=140, packet_size=1500)
    assert x.tolist() == reference["curve"]["x"]
    assert p.tolist() == reference["curve"]["p"]
    [red, _] = aqm.fluid({}, form="sampled")
    assert red.model is not None
    assert red.columns["queue"].tolist() == reference["fluid"]["queue"]
    assert red.model["rest"]["queue"] == reference["fluid"]["rest"]
    assert list(red.frame().columns) == ["time", "queue", "probability", "overflow", "inflow", "window.0", "law.0"]


def test_a_link_holds_the_scenario(reference: Any) -> None:
    scenario = aqm.Scenario.from_link(f"https://example.org/{reference['link']}&v=fluid")
    assert scenario.document == {"version": 1, "title": "Ümlaut", "duration": 33}
