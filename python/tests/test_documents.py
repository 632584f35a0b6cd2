"""What is wrong is told with its place, its value and the rule."""

import json
import math
import pickle
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import aqm_explorer as aqm


@pytest.mark.parametrize(
    ("document", "said"),
    [
        ({"duration": -1}, "duration = -1 is refused: must be >= 0.001 s. Nearest valid value: 0.001."),
        ({"durations": 1}, "durations = 1 is refused: unknown key"),
        ({"duration": math.inf}, "duration = inf is refused: must be a finite number"),
        ({"duration": {1: 2}}, "duration = 1 is refused: keys are text"),
        ({"traffic": [{"flows": 2}, {"kind": "torrent"}]}, 'traffic[1].kind = "torrent" is refused'),
        ({"traffic": [{"kind": "cbr", "rat": 3}]}, "traffic[0].rat = 3 is refused: unknown key"),
        (
            {"lanes": [{"aqm": {"id": "rde"}}]},
            'aqm.id = "rde" is refused: unknown AQM; names like it are red, red_e. Did you mean red?',
        ),
        ({"lanes": [{"aqm": {"id": "red", "params": {"min_th": "a"}}}]}, 'aqm.params.min_th = "a" is refused'),
        ({"warmup": 300}, "warmup = 300 is refused: must be shorter than the duration (200 s)"),
        (
            {"lanes": [{"aqm": {"id": "red", "params": {"min_th": 99, "max_th": 9}}}]},
            "max_th = 9 is refused: must be above min_th (99)",
        ),
        ('{"version": 1,', "No JSON at line 1, column 15"),
    ],
)
def test_what_does_not_hold_is_refused(document: Any, said: str) -> None:
    with pytest.raises(aqm.DocumentError) as caught:
        aqm.run(document)
    assert said in str(caught.value), str(caught.value)
    # It comes back from another process whole.
    assert pickle.loads(pickle.dumps(caught.value)).issues == caught.value.issues


def test_what_holds_itself_is_refused() -> None:
    endless: dict[str, Any] = {}
    endless["network"] = endless
    with pytest.raises(aqm.DocumentError, match="nested this deep"):
        aqm.Scenario(endless)


def test_text_that_is_no_json_is_told_with_its_file_and_line(tmp_path: Path) -> None:
    file = tmp_path / "bad.json"
    file.write_text('{"version": 1,\n "seed": }')
    program = tmp_path / "x.aqm"
    program.write_text('scheme "x"')
    for ask in (aqm.Scenario.load, aqm.load_study):
        with pytest.raises(aqm.DocumentError, match=r"bad\.json: No JSON at line 2, column 10"):
            ask(file)
        with pytest.raises(aqm.DocumentError, match=r"x\.aqm: No JSON at line 1, column 1"):
            ask(program)
    with pytest.raises(aqm.DocumentError, match=r"Scenario\.load"):
        aqm.Scenario("file.json")


def test_a_study_is_no_scenario(command_line: Callable[..., str], tmp_path: Path) -> None:
    scenario, study = tmp_path / "scenario.json", tmp_path / "study.json"
    scenario.write_text('{"version": 1, "duration": 2}')
    study.write_text('{"version": 1, "scenario": {"version": 1}, "axes": []}')

    def told(*args: Any) -> str:
        """What the command line says of it, before what takes it."""
        with pytest.raises(subprocess.CalledProcessError) as caught:
            command_line(*args)
        return str(caught.value.stderr).strip().partition(";")[0]

    for ask, file, command in ((aqm.study_size, scenario, ("study", "--size")), (aqm.Scenario.load, study, ("run",))):
        with pytest.raises(aqm.DocumentError) as caught:
            ask(file)
        assert str(caught.value).startswith(told(command[0], file, *command[1:]) + "; ")
    with pytest.raises(aqm.DocumentError, match="This is a study, and a scenario is wanted here"):
        aqm.Scenario(json.loads(study.read_text()))


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: aqm.run({}, bins="x"), "bins = 'x' is refused: must be an integer."),  # type: ignore[arg-type]
        (lambda: aqm.run({}, bins=None), "bins = None is refused: must be an integer."),  # type: ignore[arg-type]
        (lambda: aqm.fluid({}, points="x"), "points = 'x' is refused: must be an integer."),
        (lambda: aqm.fluid({}, form="x"), "form = 'x' is refused: must be one of continuous, sampled."),
        (lambda: aqm.hopf({}, "rtt", form="x"), "form = 'x' is refused: must be one of continuous, sampled."),
        (lambda: aqm.curve("red", x_max=-1), "x_max = -1 is refused: must be finite and above 0."),
        (lambda: aqm.curve("red", packet_size=1), "packet_size = 1 is refused: must be >= 64 bytes."),
        (lambda: aqm.curve("rde"), 'aqm.id = "rde" is refused: unknown AQM; names like it are red, red_e. Did'),
        (lambda: aqm.curve("red", {"max_p": 3}), "aqm.params.max_p = 3 is refused: must be <= 1."),
        (lambda: aqm.curve("red", {"maxp": 3}), "aqm.params.maxp = 3 is refused: red has no such parameter"),
        (lambda: aqm.hopf({}, "max_p"), 'along = "max_p" is refused: must be one of flows, rtt, rate, buffer, load or'),
        (lambda: aqm.hopf({}, None), "along = null is refused: must be one of flows,"),  # type: ignore[arg-type]
        (lambda: aqm.cycles({}, "rtt"), "along = 'rtt': must be a quantity and its range"),  # type: ignore[arg-type]
        (lambda: aqm.hopf_curves({}, ("rtt", 1, 2), ("x", 1, 2)), 'y = "x" is refused: must be one of flows'),
        (lambda: aqm.hopf_curves({}, ("rtt", 2, 1), ("flows", 1, 2)), 'x = ["rtt",2,1] is refused: the range must'),
    ],
)
def test_an_argument_that_does_not_hold_is_named(ask: Callable[[], Any], said: str) -> None:
    with pytest.raises(ValueError) as caught:
        ask()
    assert str(caught.value).startswith(said)


def test_a_lane_without_the_parameter_does_not_stop_the_others() -> None:
    red, tail = {"aqm": {"id": "red"}}, {"aqm": {"id": "droptail"}}
    mixed, alone = {"lanes": [tail, red]}, {"lanes": [red]}
    lacks = "must be a number among the parameters of droptail"
    without, point = aqm.hopf(mixed, "aqm.params.max_p")
    assert lacks in without.message
    assert [point] == aqm.hopf(alone, "aqm.params.max_p")
    none, diagram = aqm.cycles(mixed, ("aqm.params.max_p", 0.05, 0.9))
    assert lacks in none.message
    assert (none.value.size, none.branches) == (0, ())
    [wanted] = aqm.cycles(alone, ("aqm.params.max_p", 0.05, 0.9))
    assert diagram.growth.tolist() == wanted.growth.tolist()
    empty, *curves = aqm.hopf_curves(mixed, ("aqm.params.max_p", 0.05, 0.9), ("flows", 4, 40))
    assert lacks in empty.message
    assert (empty.lane, empty.x.size) == (0, 0)
    assert len(curves) > 0
    assert {one.lane for one in curves} == {1}
    same = aqm.hopf_curves(alone, ("aqm.params.max_p", 0.05, 0.9), ("flows", 4, 40))
    assert [one.x.tolist() for one in curves] == [one.x.tolist() for one in same]


def test_a_scheme_without_a_curve_is_named() -> None:
    with pytest.raises(aqm.DocumentError, match="aqm = 'codel' is refused: has no drop curve"):
        aqm.curve("codel")


def test_links_on_presets_open(command_line: Callable[..., str], tmp_path: Path) -> None:
    preset = aqm.Scenario.from_link("#s=p.early-drop.1")
    assert preset.document == json.loads(command_line("open", "#s=p.early-drop.1"))
    file = tmp_path / "changed.json"
    file.write_text(json.dumps(preset.changed(seed=7).document))
    link = json.loads(command_line("link", file))["link"]
    # Links are written against the newest release of a preset.
    assert re.match(r"#s=p\.early-drop\.\d+\.", link)
    assert aqm.Scenario.from_link(link).document == preset.changed(seed=7).document
    with pytest.raises(aqm.DocumentError, match="does not have"):
        aqm.Scenario.from_link("#s=p.early-drop.999")


def test_a_trace_of_a_link_gives_the_runs_of_the_command_line(command_line: Callable[..., str], tmp_path: Path) -> None:
    document = {"version": 1, "duration": 2, "lanes": [{"aqm": {"id": "red"}}]}
    file, trace = tmp_path / "scenario.json", tmp_path / "trace"
    file.write_text(json.dumps(document))
    for text in ("1\n3\n5\n9\n47\n", "time_ms;rate (Mbit/s);loss\n0;5;\n1000;300 kB/s;1 %\n"):
        trace.write_text(text)
        told = json.loads(command_line("run", file, "--link-trace", trace, "-q"))
        assert [run.digest for run in aqm.run(document, link_trace=trace)] == [run["digest"] for run in told["runs"]]
    trace.write_text("0;1\n1;1,5e6\n")
    with pytest.raises(aqm.DocumentError, match="line 2: "):
        aqm.run(document, link_trace=trace)


def test_fluid_has_the_names_of_the_contract(command_line: Callable[..., str], tmp_path: Path) -> None:
    document = {"version": 1, "duration": 4, "lanes": [{"aqm": {"id": "red"}}]}
    file = tmp_path / "scenario.json"
    file.write_text(json.dumps(document))
    [told] = json.loads(command_line("fluid", file))["lanes"]
    [fluid] = aqm.fluid(document)
    assert fluid.model is not None
    for name in ("equilibrium", "equilibria", "margins", "roots", "roots_in_right_half_plane", "response"):
        assert fluid.model[name] == told[name]
    assert re.fullmatch(r"\d+\.\d+\.\d+", aqm.__version__)


def test_a_program_is_an_aqm() -> None:
    text = (Path(__file__).parents[2] / "models" / "programs" / "red.aqm").read_text("utf-8")
    lanes = [{"aqm": {"id": "red", "params": {"min_th": 30}}}, {"aqm": {"program": text, "params": {"min_th": 30}}}]
    built_in, own = aqm.run({"duration": 5, "lanes": lanes})
    assert own.digest == built_in.digest
    assert own.frame()["avg"].tolist() == built_in.frame()["avg"].tolist()
    with pytest.raises(aqm.DocumentError, match="line 2, column 23: qeue: this name is not known; did you mean queue"):
        aqm.Scenario({"lanes": [{"aqm": {"program": 'scheme "x"\non arrive { drop when qeue > 5 }'}}]})


def test_after_a_refusal_the_engine_is_well() -> None:
    with pytest.raises(aqm.DocumentError):
        aqm.run({"warmup": 300})
    [red, _] = aqm.run({"duration": 2})
    assert red.digest == aqm.run({"duration": 2})[0].digest


def test_columns_have_the_shapes_that_are_promised() -> None:
    scenario = aqm.Scenario({"duration": np.float64(5), "network": {"access": {"delay": (0.005, np.float32(0.01))}}})
    [red, _] = aqm.run(scenario.changed(seed=np.int64(3)), bins=100)
    frame = red.frame()
    assert len(frame) == 100
    assert frame["time"].iloc[-1] == pytest.approx(4.95)
    assert frame["avg"].max() <= 140, "states have their names"
    assert red.flow_goodputs.shape == (50,)
    assert red.seed == 3
    # What arrived during the run is what the recording counts, and the metrics (no warm-up).
    assert frame["arrivals"].sum() == red.metrics["arrivals"]
    assert red.rows[0]["flows"] == 50


def test_seeds_have_a_summary() -> None:
    runs = aqm.run({"duration": 4}, seeds=3)
    assert [(run.aqm, run.seed) for run in runs] == [
        (aqm_id, seed) for aqm_id in ("red", "droptail") for seed in (1, 2, 3)
    ]
    assert runs[1].digest == aqm.run({"duration": 4}, seed=2)[0].digest
    told = aqm.summary(runs)
    row = told[(told["aqm"] == "red") & (told["metric"] == "goodput")].iloc[0]
    goodputs = np.array([run.metrics["goodput"] for run in runs[:3]], float)
    # Student's quantile of two degrees of freedom is 4.303.
    half = 4.30265 * goodputs.std(ddof=1) / math.sqrt(3)
    assert row["mean"] == pytest.approx(goodputs.mean())
    assert row["high"] - row["mean"] == pytest.approx(half, rel=1e-5)
    with pytest.raises(ValueError, match="seed = 1, seeds = 2: only one"):
        aqm.run({}, seed=1, seeds=2)


def test_stability_is_lost_where_the_command_line_says(command_line: Callable[..., str], tmp_path: Path) -> None:
    (tmp_path / "given.json").write_text('{"version": 1}')
    told = json.loads(command_line("fluid", tmp_path / "given.json", "--hopf", "flows", "--lane", "0"))["lanes"][0]
    [red, _] = aqm.hopf({}, "flows")
    assert (red.value, red.omega) == (told["hopf"]["value"], told["hopf"]["omega"])
    assert (red.bend, red.slope) == (told["hopf"]["bend"], told["hopf"]["slope"])
    [model, _] = aqm.fluid({})
    assert model.model is not None
    assert model.model["margins"]["exact"]["phase_margin"] == pytest.approx(told["margins"]["exact"]["phase_margin"])
    with pytest.raises(aqm.DocumentError, match="must be a number among the parameters of red"):
        aqm.hopf({}, "aqm.params.max")


def test_cycles_and_curves_are_those_of_the_command_line(command_line: Callable[..., str], tmp_path: Path) -> None:
    lred = {"version": 1, "lanes": [{"aqm": {"id": "lred"}}, {"aqm": {"id": "fq_codel"}}]}
    (tmp_path / "given.json").write_text(json.dumps(lred))
    asked = ("--cycles", "rtt=0.6:1.2", "--curves", "rtt=0.3:2,rate=4e6:3e7", "--losses", "halving", "--lane", "0")
    told = json.loads(command_line("fluid", tmp_path / "given.json", *asked))["lanes"][0]

    [diagram, none] = aqm.cycles(lred, ("rtt", 0.6, 1.2), losses="halving")
    assert (len(none.value), none.branches) == (0, ())
    assert diagram.value.tolist() == told["cycles"]["value"]
    assert [point.value for point in diagram.points] == [point["value"] for point in told["cycles"]["points"]]
    [branch], [given] = diagram.branches, told["cycles"]["branches"]
    frame = branch.frame()
    assert frame["high"].tolist() == given["high"]
    assert frame["doubtful"].tolist() == [value == 1 for value in given["doubtful"]]
    assert abs(frame["multiplier"].iloc[-1]) == pytest.approx(abs(given["multiplierRe"][-1]))

    curves = aqm.hopf_curves(lred, ("rtt", 0.3, 2), ("rate", 4e6, 3e7), losses="halving")
    assert [one.x.tolist() for one in curves] == [one["x"] for one in told["curves"]]
    [point, _] = aqm.hopf(lred, "rtt", losses="halving")
    # Between two points of the curve, at the lane's own rate.
    rate = aqm.Scenario(lred).complete()["network"]["bottleneck"]["rate"]
    order = np.argsort(curves[0].y)
    assert point.value == pytest.approx(np.interp(rate, curves[0].y[order], curves[0].x[order]), rel=0.01)

    with pytest.raises(aqm.DocumentError, match="must have a finite start below a finite end"):
        aqm.cycles(lred, ("rtt", 1, 0.5))
    with pytest.raises(aqm.DocumentError, match="must be a number among the parameters of lred"):
        aqm.hopf_curves(lred, ("rtt", 0.1, 0.5), ("aqm.params.max_p", 0.1, 0.5))


@pytest.mark.parametrize("link", ["", "nothing", "#s=1AAAA", "#s=2abc"])
def test_a_damaged_link_is_refused(link: str) -> None:
    with pytest.raises(aqm.DocumentError):
        aqm.Scenario.from_link(link)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            {"axes": [{"path": "traffic[1].flows", "values": [1]}]},
            'axes[0].path = "traffic[1].flows" is refused: the scenario has no such place',
        ),
        ({"axes": [{"path": "seed", "values": [1]}]}, "a study does not vary seed"),
        ({"axes": [{"path": "duration", "values": [1], "from": 2}]}, "must have one of values, from"),
        (
            {"axes": [{"path": "duration", "from": 3, "to": 2, "count": 2}]},
            "axes[0].to = 2 is refused: must be above from, 3",
        ),
        (
            {"axes": [{"name": "seed", "path": "duration", "values": [1]}]},
            'axes[0] = "seed" is refused: an axis needs a name that no other column has',
        ),
        ({"metrics": ["godput"]}, "Did you mean goodput?"),
        ({"scenario": {"version": 1, "duration": -1}}, "scenario.duration = -1 is refused"),
        ({"extra": 1}, "extra = 1 is refused: unknown key"),
    ],
)
def test_a_study_that_does_not_hold_is_refused(change: Any, said: str) -> None:
    with pytest.raises(aqm.DocumentError) as caught:
        aqm.load_study({"version": 1, "scenario": {"version": 1}, "axes": [], **change})
    assert said in str(caught.value)
