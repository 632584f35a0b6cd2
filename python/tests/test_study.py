"""The same rows from threads, processes, Dask with a killed worker, Ray and the command line; no loss on resuming."""

import importlib.util
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pytest

import aqm_explorer as aqm

STUDY: dict[str, Any] = {
    "version": 1,
    "scenario": {
        "version": 1,
        "duration": 8,
        "warmup": 1,
        "traffic": [{"kind": "ftp", "flows": 10}, {"kind": "cbr", "flows": 1, "rate": 1e5}],
        "lanes": [{"aqm": {"id": "red"}}, {"label": "tail", "aqm": {"id": "droptail"}}],
    },
    "axes": [
        {"knob": "flows", "values": [5, 10, 20]},
        {"path": "network.bottleneck.delay", "from": 0.001, "to": 0.1, "count": 3, "scale": "log"},
    ],
    "seeds": {"first": 3, "count": 4},
    "metrics": ["goodput", "queueing_delay_p95", "rows[1].loss_ratio"],
}


Row = tuple[str | float, ...]


def _row(cells: Any) -> Row:
    """Numbers as numbers, however they were written."""

    def cell(value: Any) -> str | float:
        try:
            return "" if pd.isna(value) else float(value)
        except ValueError:
            return str(value)

    return tuple(map(cell, cells))


def _lines(frame: pd.DataFrame) -> list[Row]:
    return sorted(map(_row, frame.itertuples(index=False)), key=str)


def _of_csv(rows: list[str]) -> list[Row]:
    return sorted((_row(row.split(",")) for row in rows), key=str)


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory, command_line: Callable[..., str]) -> list[Row]:
    """The rows of the command line."""
    folder = tmp_path_factory.mktemp("command line")
    (folder / "given.json").write_text(json.dumps(STUDY))
    head, *rows = command_line("study", folder / "given.json", "--out", folder / "out", "--format", "csv").splitlines()
    assert head == "flows,delay,lane,aqm,seed,digest,goodput,queueing_delay_p95,rows[1].loss_ratio"
    assert len(rows) == 72
    return _of_csv(rows)


def test_threads_and_the_command_line_have_the_same_rows_and_parts(
    tmp_path: Path, expected: list[Row], command_line: Callable[..., str]
) -> None:
    result = aqm.study(STUDY, tmp_path / "out")
    assert _lines(result.frame()) == expected
    # Each goes on where the other one stopped.
    (tmp_path / "given.json").write_text(json.dumps(STUDY))
    next((tmp_path / "out" / "parts").iterdir()).unlink()
    rows = command_line("study", tmp_path / "given.json", "--out", tmp_path / "out", "--format", "csv").splitlines()[1:]
    assert _of_csv(rows) == expected
    assert _lines(aqm.study(STUDY, tmp_path / "out").frame()) == expected


def test_processes_have_the_same_rows(tmp_path: Path, expected: list[Row]) -> None:
    with ProcessPoolExecutor(2) as executor:
        assert _lines(aqm.study(STUDY, tmp_path, executor=executor).frame()) == expected


def test_dask_has_the_same_rows_although_a_worker_is_killed(tmp_path: Path, expected: list[Row]) -> None:
    distributed = pytest.importorskip("distributed")
    longer = {**STUDY, "scenario": {**STUDY["scenario"], "duration": 40}}
    with (
        distributed.LocalCluster(n_workers=3, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        assert _lines(aqm.study(STUDY, tmp_path / "whole", executor=client).frame()) == expected
        victim = next(iter(client.run(os.getpid).values()))
        killer = subprocess.Popen(
            [sys.executable, "-c", f"import os, time; time.sleep(.4); os.kill({victim}, {int(signal.SIGKILL)})"]
        )
        wounded = aqm.study(longer, tmp_path / "wounded", executor=client)
        killer.wait()
    assert _lines(wounded.frame()) == _lines(aqm.study(longer, tmp_path / "well").frame())


@pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="Ray is not installed")
def test_ray_has_the_same_rows(tmp_path: Path, expected: list[Row]) -> None:
    import ray

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, configure_logging=False)
    try:
        assert _lines(aqm.study(STUDY, tmp_path, executor="ray").frame()) == expected
    finally:
        ray.shutdown()


def test_killed_and_resumed_nothing_is_lost_or_doubled(tmp_path: Path) -> None:
    long = {**STUDY, "scenario": {**STUDY["scenario"], "duration": 300}}
    # Two at a time, however many processors there are: there is something left to be killed.
    program = (
        "import json, sys; from concurrent.futures import ThreadPoolExecutor; import aqm_explorer as aqm; "
        f"aqm.study(json.loads(sys.argv[1]), {str(tmp_path / 'out')!r}, executor=ThreadPoolExecutor(2))"
    )
    child = subprocess.Popen([sys.executable, "-c", program, json.dumps(long)])
    while child.poll() is None and len(list(tmp_path.glob("out/parts/*.parquet"))) < 2:
        time.sleep(0.02)
    child.kill()
    child.wait()
    kept = {part: part.stat().st_mtime_ns for part in tmp_path.glob("out/parts/*.parquet")}
    assert 2 <= len(kept) < 8
    resumed = aqm.study(long, tmp_path / "out")
    assert all(part.stat().st_mtime_ns == when for part, when in kept.items())
    frame = resumed.frame()
    assert len(frame) == len(frame.drop_duplicates()) == 72
    assert _lines(frame) == _lines(aqm.study(long, tmp_path / "at once").frame())


def test_a_changed_study_keeps_what_it_has_in_common(tmp_path: Path) -> None:
    aqm.study(STUDY, tmp_path)
    first = {part.name: part.stat().st_mtime_ns for part in tmp_path.glob("parts/*.parquet")}
    more = {**STUDY, "seeds": {"first": 4, "count": 4}}
    assert len(aqm.study(more, tmp_path).frame()) == 72
    now = {part.name: part.stat().st_mtime_ns for part in tmp_path.glob("parts/*.parquet")}
    assert len(now) == 8
    assert len(first.items() & now.items()) == 6
    assert len(list(tmp_path.glob("other/*.parquet"))) == 2


def test_traces_are_those_of_the_command_line(tmp_path: Path, command_line: Callable[..., str]) -> None:
    traced = {**STUDY, "seeds": {"count": 1}, "keep": {"trace": 20}}
    (tmp_path / "given.json").write_text(json.dumps(traced))
    command_line("study", tmp_path / "given.json", "--out", tmp_path / "node")
    aqm.study(traced, tmp_path / "python")
    tables = [duckdb.sql(f"from '{tmp_path}/{name}/traces/*.parquet' order by all").df() for name in ("node", "python")]
    assert len(tables[0]) == 18 * 20
    pd.testing.assert_frame_equal(*tables)


def test_duckdb_reads_the_parts_as_they_are(tmp_path: Path) -> None:
    frame = aqm.study(STUDY, tmp_path).frame()
    query = f"select lane, avg(goodput) as g from '{tmp_path}/parts/*.parquet' group by lane order by lane"
    found = duckdb.sql(query).df().set_index("lane")["g"]
    pd.testing.assert_series_equal(found, frame.groupby("lane")["goodput"].mean(), check_names=False)


def test_the_size_is_told(tmp_path: Path, command_line: Callable[..., str]) -> None:
    (tmp_path / "given.json").write_text(json.dumps(STUDY))
    size = aqm.study_size(tmp_path / "given.json")
    told = json.loads(command_line("study", tmp_path / "given.json", "--size"))
    assert (size.runs, size.points, size.packets) == (told["runs"], told["points"], pytest.approx(told["packets"]))


def test_a_point_whose_scenario_does_not_hold_is_named(tmp_path: Path) -> None:
    wrong = {**STUDY, "axes": [{"path": "lanes[0].aqm.params.max_th", "values": [60, 1]}]}
    with pytest.raises(aqm.DocumentError, match="At max_th = 1: .*max_th = 1 is refused"):
        aqm.study(wrong, tmp_path)
    assert not any(tmp_path.iterdir()), "it is refused before anything runs"
    rates = {**STUDY, "axes": [{"path": "network.bottleneck.rate", "values": [1e6, -1]}]}
    with pytest.raises(
        aqm.DocumentError, match="At rate = -1: network.bottleneck.rate = -1 is refused: must be >= 1000 bit/s"
    ):
        aqm.study_size(rates)


def test_knobs_that_do_not_fit_are_told() -> None:
    mixed = {"version": 1, "traffic": [{"flows": 5}, {"kind": "cbr", "flows": 2}], "lanes": [{"aqm": {"id": "pie"}}]}

    def wrong(*axes: Any) -> str:
        with pytest.raises(aqm.DocumentError) as caught:
            aqm.load_study({"scenario": mixed, "axes": list(axes)})
        return str(caught.value)

    assert "axes[0].values[1] = 4.5 is refused: flows takes whole numbers" in wrong(
        {"knob": "flows", "values": [3, 4.5]}
    )
    assert "At rtt = 0.001: axes[0].knob = 0.001 is refused: rtt can be from 0.0" in wrong(
        {"knob": "rtt", "values": [0.1, 0.001]}
    )


def test_progress_does_not_fill_a_log(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    aqm.study(STUDY, tmp_path, progress=True)
    told = capfd.readouterr().err.splitlines()
    assert 1 <= len(told) <= 10
    assert told[-1].startswith("72 of 72 runs")


def test_a_damaged_part_is_set_aside_and_run_again(tmp_path: Path) -> None:
    small = {**STUDY, "seeds": {"count": 2}}
    rows = _lines(aqm.study(small, tmp_path).frame())
    part = min((tmp_path / "parts").glob("*.parquet"))
    part.write_bytes(part.read_bytes()[:300])
    with pytest.warns(UserWarning, match=f"{part.name} is damaged"):
        assert _lines(aqm.study(small, tmp_path).frame()) == rows
    assert [file.name for file in (tmp_path / "damaged").iterdir()] == [part.name]
