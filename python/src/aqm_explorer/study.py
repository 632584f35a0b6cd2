"""Studies: every point of the axes, every lane, every seed, on any executor."""

import json
import os
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .canonical import canonical
from .data import engine_id
from .documents import Json, check_shape, parse_place, parsed, placed, plain, with_lists
from .engine import check_lane
from .errors import DocumentError, Issue
from .expand import Chunk, Expansion, estimate_work
from .knobs import WHOLE, decides
from .module import native
from .parts import columns_of, part_name, run_chunk, whole
from .sampling import MOST_DIMENSIONS
from .scenario import Scenario

if TYPE_CHECKING:
    import pandas as pd

_PACKETS_PER_SECOND = 4e6
_LOOKED_AT = 256
_JUDGED = 500
"""So many points are judged before anything runs, evenly spread and with both ends; a smaller study whole."""
_MOST_RUNS = 10**9
_MOST_LATIN = 10**6

Submit = Callable[..., "Future[int]"]


@dataclass(frozen=True)
class StudySize:
    """What a study takes."""

    runs: int
    points: int
    lanes: int
    seeds: int
    packets: float
    """That all runs simulate together, to first order."""
    seconds: float
    """Of one processor."""


@dataclass(frozen=True)
class StudyResult:
    """A study whose rows are all there."""

    folder: Path
    columns: tuple[str, ...]
    """The axes, lane, aqm, seed, digest, metrics."""
    size: StudySize
    _study: Json = field(repr=False)

    def frame(self) -> "pd.DataFrame":
        """All rows, a row a run, in the order of the study: seeds, then lanes, then points."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        expansion = Expansion(self._study)
        paths = [self.folder / "parts" / f"{name}.parquet" for _, name in _named(expansion)]
        frame: pd.DataFrame = pa.concat_tables([pq.read_table(path) for path in paths]).to_pandas()
        return frame


def load_study(given: Json | str | PathLike[str]) -> Json:
    """A study that holds, with its metrics written out, from a document or the path of its file.

    Raises:
        DocumentError: it does not hold; every reason has its place, value and rule.
    """
    study: Json = plain(given if isinstance(given, dict) else _read(fspath(given)))
    if issues := tuple(check_shape("study", study)):
        raise DocumentError(issues)
    try:
        scenario = Scenario(study["scenario"]).document
    except DocumentError as error:
        raise DocumentError(Issue(f"scenario.{i.path}", i.rule, i.value) for i in error.issues) from None
    layout = native("aqm").layout
    study = {"metrics": [metric["name"] for metric in layout["metrics"]], **study, "scenario": scenario}
    issues = (*_axis_issues(study), *_metric_issues(study, layout))
    if issues:
        raise DocumentError(issues)
    expansion = Expansion(study)
    names = [name for name, _ in columns_of(study, expansion)]
    if twice := {name for name in names if names.count(name) > 1 or name == ""}:
        raise DocumentError(Issue("axes", "two columns have this name; give an axis another", name) for name in twice)
    labels = [lane["label"] for lane in Scenario(scenario).complete()["lanes"]]
    if len(set(labels)) < len(labels):
        raise DocumentError([Issue("scenario.lanes", "lanes of a study have labels of their own", ", ".join(labels))])
    if expansion.runs > _MOST_RUNS:
        raise DocumentError([Issue("axes", f"a study has at most {_MOST_RUNS} runs", expansion.runs)])
    _check_points(expansion)
    return study


def _check_points(expansion: Expansion) -> None:
    """Scenarios of points all over the study, each of which has to hold."""
    judged = min(expansion.points, _JUDGED)
    for k in range(judged):
        point = k * (expansion.points - 1) // max(judged - 1, 1)
        try:
            for lane in Scenario(expansion.document_at(point)).lanes():
                check_lane(lane)
        except DocumentError as error:
            where = ", ".join(f"{f.name} = {v}" for f, v in zip(expansion.factors, expansion.values_at(point)))
            at = f"at {where}: " if where else ""
            raise DocumentError(Issue(i.path, f"{at}{i.rule}", i.value) for i in error.issues) from None


_WAYS = {
    "values": ({"values"}, {"path", "knob"}),
    "from": ({"from", "to", "count"}, {"path", "knob", "scale", "whole"}),
    "cases": ({"name", "cases"}, set[str]()),
    "sample": ({"sample", "count", "over"}, {"seed"}),
}


def _axis_issues(study: Json) -> Iterator[Issue]:
    base = with_lists(study["scenario"])
    for i, axis in enumerate(study["axes"]):
        at = f"axes[{i}]"
        ways = [way for way in _WAYS if way in axis]
        if len(ways) != 1:
            yield Issue(at, "must have one of values, from (with to and count), cases, sample (with count and over)")
            continue
        needed, others = _WAYS[ways[0]]
        for key in sorted(needed - axis.keys()):
            yield Issue(f"{at}.{key}", "must be given")
        for key in sorted(axis.keys() - needed - others - ({"name"} if ways[0] != "sample" else set())):
            yield Issue(f"{at}.{key}", f"an axis with {ways[0]} takes no {key}", axis[key])
        if ways[0] in ("values", "from"):
            yield from _place_issues(axis, base, at)
        if ways[0] == "from":
            yield from _range_issues(axis, at)
        if (knob := axis.get("knob")) is not None:
            for k, value in enumerate(axis.get("values", [])):
                number = isinstance(value, (int, float)) and not isinstance(value, bool)
                if not number or knob in WHOLE and value != int(value):
                    yield Issue(f"{at}.values[{k}]", f"{knob} takes {'whole ' if knob in WHOLE else ''}numbers", value)
        for label, patch in axis.get("cases", {}).items():
            if label.isdigit():
                yield Issue(f"{at}.cases", "a label is no whole number", label)
            for key in sorted({"version", "lanes", "seed"} & patch.keys()):
                yield Issue(f"{at}.cases.{label}.{key}", f"a case cannot change {key}", patch[key])
        for k, span in enumerate(axis.get("over", [])):
            yield from _place_issues(span, base, f"{at}.over[{k}]")
            yield from _range_issues(span, f"{at}.over[{k}]")
        if len(axis.get("over", [])) > MOST_DIMENSIONS:
            yield Issue(f"{at}.over", f"at most {MOST_DIMENSIONS} quantities")
        if axis.get("sample") == "latin" and axis.get("count", 0) > _MOST_LATIN:
            yield Issue(f"{at}.count", f"a Latin hypercube has at most {_MOST_LATIN} points", axis["count"])


def _place_issues(axis: Json, base: Json, at: str) -> Iterator[Issue]:
    if "path" not in axis and "knob" not in axis:
        yield Issue(f"{at}.path", "must be given, or a knob")
    if "path" in axis and "knob" in axis:
        yield Issue(f"{at}.knob", "an axis has a path or a knob, not both", axis["knob"])
    given = axis.get("path", [])
    for path in [given] if isinstance(given, str) else given:
        try:
            place = parse_place(path)
            if place[0] in ("version", "seed", "$schema"):
                yield Issue(f"{at}.path", f"a study does not vary {place[0]}", path)
            placed(base, place, 0)
        except (DocumentError, KeyError):
            yield Issue(f"{at}.path", "the scenario has no such place", path)
            continue
        for k, lane in enumerate(base["lanes"]):
            if place[0] != "lanes" and decides(lane.get("set", {}), place):
                yield Issue(f"{at}.path", f"lanes[{k}].set has a value of its own there, which the axis would not reach", path)


def _range_issues(span: Json, at: str) -> Iterator[Issue]:
    if not span.get("from", 0) < span.get("to", 1):
        yield Issue(f"{at}.to", f"must be above from, {span['from']}", span["to"])
    if span.get("scale") == "log" and not span.get("from", 1) > 0:
        yield Issue(f"{at}.from", "must be above 0 on a logarithmic axis", span["from"])


def _metric_issues(study: Json, layout: Json) -> Iterator[Issue]:
    rows = len(with_lists(study["scenario"])["traffic"])
    links = [metric["name"] for metric in layout["metrics"]]
    known = {*links, *(f"rows[{i}].{metric['name']}" for i in range(rows) for metric in layout["rowMetrics"])}
    for i, name in enumerate(study["metrics"]):
        if name not in known:
            yield Issue(f"metrics[{i}]", f"must be one of {', '.join(links)}, or rows[0].<metric of a row>", name)


def study_size(given: Json | str | PathLike[str]) -> StudySize:
    """What a study takes, without running it.

    Raises:
        DocumentError: it does not hold.
    """
    return _size(Expansion(load_study(given)))


def _size(expansion: Expansion) -> StudySize:
    points, looked = expansion.points, min(expansion.points, _LOOKED_AT)
    packets = 0.0
    for k in range(looked):
        point = int((k + 0.5) * points / looked)
        packets += sum(estimate_work(expansion.lane_at(point, lane, 1)) for lane in range(expansion.lanes))
    packets *= points / looked * len(expansion.seeds)
    return StudySize(expansion.runs, points, expansion.lanes, len(expansion.seeds), packets, packets / _PACKETS_PER_SECOND)


def study(
    given: Json | str | PathLike[str],
    out: str | PathLike[str],
    *,
    executor: Any = None,
    progress: bool = False,
) -> StudyResult:
    """Runs a study, or what is missing of it.

    Its rows are Parquet files in ``out/parts``, a row a run, each written by the worker that ran it: nothing passes through here, and
    what is in memory here does not grow with the study. ``out`` is a folder that all workers see. Killed, the same call goes on
    where it stopped; so does ``aqm study`` on the command line, and the other way round.

    Args:
        given: the study (study.v1), or the path of its file.
        out: folder of the results.
        executor: where it runs. None: threads, one a processor (the engine runs outside of Python's lock). "processes": as many
            processes. Any ``concurrent.futures.Executor``. A ``dask.distributed.Client``. "ray", or the module ``ray`` after its
            ``init``.
        progress: whether standard error is told how far it is.

    Returns:
        The result; ``frame()`` reads the rows.

    Raises:
        DocumentError: the study does not hold, or a scenario of one of its points does not.
        OSError: the folder cannot be written.
    """
    document = load_study(given)
    expansion = Expansion(document)
    folder = Path(fspath(out))
    (folder / "parts").mkdir(parents=True, exist_ok=True)
    _settle(folder, document, expansion)
    size = _size(expansion)
    submit, workers, close = _submitter(executor)
    bar = _Progress(size, progress)
    waiting: set[Future[int]] = set()
    try:
        for chunk, name in _named(expansion):
            if whole(folder, name, chunk.end - chunk.first):
                bar.kept(chunk.end - chunk.first)
                continue
            waiting.add(submit(run_chunk, document, chunk, name, str(folder)))
            # Enough that nobody waits, and no more.
            while len(waiting) >= 4 * workers():
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                bar.add(sum(future.result() for future in done))
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            bar.add(sum(future.result() for future in done))
    finally:
        for future in waiting:
            future.cancel()
        close()
    return StudyResult(folder, tuple(name for name, _ in columns_of(document, expansion)), size, document)


def _read(name: str) -> Json:
    found = parsed(Path(name).read_text("utf-8"), name)
    if not isinstance(found, dict):
        raise DocumentError([Issue(name, "a study is an object")])
    return found


def _named(expansion: Expansion) -> Iterator[tuple[Chunk, str]]:
    for chunk in expansion.chunks():
        yield chunk, part_name(expansion.key_text(chunk, engine_id()))


def _settle(folder: Path, document: Json, expansion: Expansion) -> None:
    """Keeps the study beside its results. Parts of another one that was here go to ``other``; those of this one come back."""
    path = folder / "study.json"
    now = {"engine": engine_id(), "study": document}
    try:
        if canonical(json.loads(path.read_text("utf-8"))) == canonical(now):
            return
    except (OSError, ValueError):
        pass
    own, other = folder / "parts", folder / "other"
    if any(own.glob("*.parquet")) or other.exists():
        _sort(own, other, {f"{name}.parquet" for _, name in _named(expansion)})
    path.write_text(json.dumps(now, indent=2), "utf-8")


def _sort(own: Path, other: Path, names: set[str]) -> None:
    for stray in [part for part in own.glob("*.parquet") if part.name not in names]:
        other.mkdir(exist_ok=True)
        os.replace(stray, other / stray.name)
    for back in [part for part in other.glob("*.parquet") if part.name in names]:
        os.replace(back, own / back.name)


def _submitter(executor: Any) -> tuple[Submit, Callable[[], int], Callable[[], None]]:
    """How a task is handed over, how many workers there are, and what ends what was begun here."""
    cores = os.cpu_count() or 1
    if executor is None or executor == "processes":
        own: Executor = ProcessPoolExecutor(cores) if executor else ThreadPoolExecutor(cores)
        return own.submit, lambda: cores, lambda: own.shutdown(wait=True, cancel_futures=True)
    if executor == "ray" or getattr(executor, "__name__", "") == "ray":
        import ray

        cluster: Any = ray
        task = cluster.remote(max_retries=3)(run_chunk)

        def submit(_: Any, *args: Any) -> "Future[int]":
            found: Future[int] = task.remote(*args).future()
            return found

        return submit, lambda: int(cluster.cluster_resources().get("CPU", 1)), lambda: None
    if hasattr(executor, "get_executor") and hasattr(executor, "ncores"):
        client = executor
        # A task whose worker is lost is run again by another one.
        tasks = client.get_executor(pure=False, retries=3)
        return tasks.submit, lambda: max(1, sum(client.ncores().values())), lambda: None
    if isinstance(executor, Executor):
        workers = int(getattr(executor, "_max_workers", cores))
        return executor.submit, lambda: workers, lambda: None
    raise TypeError(f"executor = {executor!r}: must be None, 'processes', 'ray', a concurrent.futures.Executor or a dask Client")


class _Progress:
    def __init__(self, size: StudySize, shown: bool) -> None:
        self._runs, self._shown = size.runs, shown
        self._done = self._kept = 0
        self._told = time.monotonic()
        self._marks = deque([(self._told, 0)])

    def kept(self, runs: int) -> None:
        self._kept += runs

    def add(self, runs: int) -> None:
        self._done += runs
        now = time.monotonic()
        finished = self._done + self._kept
        # On a terminal one line that changes; elsewhere (the log of a batch job) a line now and then.
        terminal = sys.stderr.isatty()
        if not self._shown or (now - self._told < (1 if terminal else 30) and finished < self._runs):
            return
        self._told = now
        # The pace of late, as the command line tells it: a machine that was busy before is not busy for ever.
        self._marks.append((now, self._done))
        while len(self._marks) > 2 and self._marks[1][0] < now - 60:
            self._marks.popleft()
        began, before = self._marks[0]
        left = (now - began) * (self._runs - finished) / (self._done - before)
        text = f"{finished} of {self._runs} runs, {left:.0f} s left"
        end = "" if terminal and finished < self._runs else "\n"
        sys.stderr.write(f"\r\x1b[K{text}{end}" if terminal else f"{text}{end}")
