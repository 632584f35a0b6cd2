"""Files of measurements: the same numbers as aqm measured, from the files of the real programs."""

import csv
import json
from collections.abc import Callable
from pathlib import Path

import pytest

import aqm_explorer as aqm

DATA = Path(__file__).parents[2] / "models/tests/measured-data"
FILES = [
    "a.pcap.gz",
    "a.pcapng.gz",
    "iperf3.json",
    "irtt.json.gz",
    "ns-2.tr",
    "ns-3.tr",
    "ping.flent.gz",
    "ping.txt",
    "tc.log",
]


def test_every_kind_has_the_numbers_of_the_command_line(command_line: Callable[..., str]) -> None:
    files = [DATA / name for name in FILES]
    wanted = json.loads(command_line("measured", *files))["files"]
    samples = csv.DictReader(command_line("measured", *files, "--format", "csv").splitlines())
    for name, want in zip(FILES, wanted, strict=True):
        got = aqm.measured(DATA / name)
        assert (got.format, got.counts, got.begin) == (want["format"], want["counts"], want["begin"] or None), name
        assert (None if got.arrivals is None else len(got.arrivals)) == want.get("arrivals")
        for one, about in zip(got.series, want["series"], strict=True):
            assert (one.name, one.unit, len(one.times)) == (about["name"], about["unit"], about["samples"]), name
            assert one.values.tolist() == [float(next(samples)["value"]) for _ in one.values], name
    assert next(samples, None) is None


def test_a_damaged_file_is_refused_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "cut.pcap.gz").write_bytes((DATA / "a.pcap.gz").read_bytes()[:5000])
    (tmp_path / "broken.json").write_text('{"start": {}, "intervals": [1, 2')
    (tmp_path / "letters.csv").write_text("time,döre\n0,1\n1,x\n", "utf-8")
    for name in ["cut.pcap.gz", "broken.json", "letters.csv"]:
        with pytest.raises(aqm.DocumentError, match=name):
            aqm.measured(tmp_path / name)
