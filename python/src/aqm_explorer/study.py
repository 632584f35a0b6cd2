"""Studies: every point of the axes, every lane, every seed, on any executor."""

import json
import math
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

from .data import engine_id
from .documents import Json, ask, named, text_in, text_of
from .parts import Chunk, columns_of, part_name, run_chunk, whole

if TYPE_CHECKING:
    import pandas as pd

# Chunks that are asked for at a time.
_CHUNKS = 64

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
    bytes: float
    """On disk, about."""


@dataclass(frozen=True)
class StudyResult:
    """A study whose rows are all there."""

    folder: Path
    columns: tuple[str, ...]
    """The axes, lane, aqm, seed, digest, metrics."""
    size: StudySize
    _study: str = field(repr=False)

    def frame(self) -> "pd.DataFrame":
        """All rows, a row a run, in the order of the study: seeds, then lanes, then points."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        paths = [self.folder / "parts" / f"{name}.parquet" for _, name in _named(self._study)]
        frame: pd.DataFrame = pa.concat_tables([pq.read_table(path) for path in paths]).to_pandas()
        return frame

    def statistics(self, metric: str, *, within: float | str | None = None) -> Json:
        """What referees ask of one metric, in the words of ``aqm statistics``.

        ``points``: at each point ``at``, ``lanes`` and ``pairs``; ``sensitivity``: of a sample "saltelli" or "morris" the indices, in place
        of the points. ``within``: half of the interval that is wanted, or a share of the mean such as "5%".

        Raises:
            DocumentError: ``within`` is neither.
            KeyError: the study has no such metric.
        """
        size = self.size
        values = self.frame()[metric].to_numpy(dtype=float).reshape(size.seeds, size.lanes, size.points).swapaxes(0, 1)
        known = [[[None if math.isnan(value) else value for value in own] for own in lane] for lane in values.tolist()]
        told: Json = ask("report", study=self._study, values=known, half=None if within is None else str(within))
        return told


def load_study(given: Json | str | PathLike[str]) -> Json:
    """A study that holds, with its metrics written out, from a document or the path of its file.

    Raises:
        DocumentError: it does not hold; every reason has its place, value and rule.
        OSError: the file cannot be read.
    """
    found: Json
    if isinstance(given, dict):
        found = ask("study", text=text_of({"version": 1, **given}))
    else:
        with named(given):
            found = ask("study", text=text_in(given))
    return found


def study_size(given: Json | str | PathLike[str]) -> StudySize:
    """What a study takes, without running it.

    Raises:
        DocumentError: it does not hold.
    """
    return _size(json.dumps(load_study(given)))


def _size(text: str) -> StudySize:
    return StudySize(**ask("size", study=text))


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
    text = json.dumps(document)
    folder = Path(fspath(out))
    (folder / "parts").mkdir(parents=True, exist_ok=True)
    _settle(folder, document, text)
    size = _size(text)
    submit, workers, close = _submitter(executor)
    bar = _Progress(size, progress)
    waiting: set[Future[int]] = set()
    try:
        for chunk, name in _named(text):
            if whole(folder, name, chunk.end - chunk.first):
                bar.kept(chunk.end - chunk.first)
                continue
            waiting.add(submit(run_chunk, text, chunk, name, str(folder)))
            # Enough that nobody waits, and no more.
            while len(waiting) >= 4 * workers():
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                bar.add(sum(future.result() for future in done))
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            bar.add(sum(future.result() for future in done))
    finally:
        bar.end()
        for future in waiting:
            future.cancel()
        close()
    return StudyResult(folder, tuple(name for name, _ in columns_of(text)), size, text)


def _named(text: str) -> Iterator[tuple[Chunk, str]]:
    """Every chunk with the name of its part."""
    told = 0
    while chunks := ask("chunks", study=text, engine=engine_id(), skip=told, most=_CHUNKS):
        told += len(chunks)
        for chunk in chunks:
            yield Chunk(chunk["seed"], chunk["lane"], chunk["from"], chunk["to"]), part_name(chunk["key"])


def _settle(folder: Path, document: Json, text: str) -> None:
    """Keeps the study beside its results. Parts of another one that was here go to ``other``; those of this one come back."""
    path = folder / "study.json"
    now = {"engine": engine_id(), "study": document}
    try:
        if json.loads(path.read_text("utf-8")) == now:
            return
    except (OSError, ValueError):
        pass
    own, other = folder / "parts", folder / "other"
    if any(own.glob("*.parquet")) or other.exists():
        _sort(own, other, {f"{name}.parquet" for _, name in _named(text)})
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
    """How far a study is: one line that changes at a terminal, elsewhere a line at every tenth."""

    def __init__(self, size: StudySize, shown: bool) -> None:
        self._runs, self._shown = size.runs, shown
        self._line = sys.stderr.isatty()
        self._done = self._kept = self._tenths = 0
        self._told = time.monotonic()
        self._marks = deque([(self._told, 0)])

    def kept(self, runs: int) -> None:
        self._kept += runs

    def add(self, runs: int) -> None:
        self._done += runs
        now = time.monotonic()
        finished = self._done + self._kept
        tenths = 10 * finished // self._runs
        due = now - self._told >= 1 if self._line else tenths > self._tenths
        if not self._shown or not (due or finished == self._runs):
            return
        self._told, self._tenths = now, tenths
        # The pace of the last minute: a machine that was busy before is not busy for ever.
        self._marks.append((now, self._done))
        while len(self._marks) > 2 and self._marks[1][0] < now - 60:
            self._marks.popleft()
        began, before = self._marks[0]
        left = (now - began) * (self._runs - finished) / (self._done - before)
        text = f"{finished} of {self._runs} runs, about {left:.0f} s left"
        sys.stderr.write(f"\r{text}\x1b[K" if self._line else f"{text}\n")
        sys.stderr.flush()

    def end(self) -> None:
        if self._shown and self._line:
            sys.stderr.write("\n")
