"""Studies: runs of every lane at every point of the axes with every seed, on any executor."""

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

# Chunks of one question to the documents.
_CHUNKS = 64

Submit = Callable[..., "Future[int]"]


@dataclass(frozen=True)
class StudySize:
    """The size of a study."""

    runs: int
    points: int
    lanes: int
    seeds: int
    packets: float
    """Packets of all runs together, to first order."""
    seconds: float
    """Time of one processor."""
    bytes: float
    """Approximate size on disk."""


@dataclass(frozen=True)
class StudyResult:
    """A complete study."""

    folder: Path
    columns: tuple[str, ...]
    """Names of the columns: the axes, lane, aqm, seed, digest, metrics."""
    size: StudySize
    _study: str = field(repr=False)

    def frame(self) -> "pd.DataFrame":
        """A row for each run, in the order of the study: seeds, then lanes, then points."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        paths = [self.folder / "parts" / f"{name}.parquet" for _, name in _named(self._study)]
        frame: pd.DataFrame = pa.concat_tables([pq.read_table(path) for path in paths]).to_pandas()
        return frame

    def statistics(self, metric: str, *, within: float | str | None = None) -> Json:
        """Intervals, comparisons or sensitivities of one metric: the answer of ``aqm statistics``.

        The answer has ``points`` (for each point ``at``, ``lanes`` and ``pairs``) or, for a sample "saltelli" or
        "morris", ``sensitivity`` with the indices. ``within`` is the wanted half-width of the interval, or a share of
        the mean such as "5%".

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
    """The valid study of a document or of a file, with its metrics written out.

    Raises:
        DocumentError: the study is invalid; every reason has its place, value and rule.
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
    """The size of a study, without a run.

    Raises:
        DocumentError: the study is invalid.
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
    """Runs the missing parts of a study.

    Each worker writes the rows of its runs, a row for each run, as Parquet files into ``out/parts``. No row passes
    through this process, so its memory does not grow with the study. All workers need access to the folder ``out``.
    After an interruption, the same call continues the study, and so does ``aqm study`` on the command line, in both
    directions.

    Args:
        given: the study (study.v1), or the path of its file.
        out: folder of the results.
        executor: None for a thread on each processor (the engine runs outside of Python's lock); "processes" for as
            many processes; any ``concurrent.futures.Executor``; a ``dask.distributed.Client``; "ray", or the module
            ``ray`` after its ``init``.
        progress: whether the progress is written to standard error.

    Returns:
        The result; ``frame()`` reads the rows.

    Raises:
        DocumentError: the study, or the scenario of one of its points, is invalid.
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
            # Enough tasks that no worker waits, and no more.
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
    """Writes the study beside its results. Parts of another study move to ``other``; those of this study move back."""
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
    """A function that submits a task, one that counts the workers, and one that stops what was started here."""
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
        # If a worker is lost, another worker repeats its task.
        tasks = client.get_executor(pure=False, retries=3)
        return tasks.submit, lambda: max(1, sum(client.ncores().values())), lambda: None
    if isinstance(executor, Executor):
        workers = int(getattr(executor, "_max_workers", cores))
        return executor.submit, lambda: workers, lambda: None
    raise TypeError(
        f"executor = {executor!r}: must be None, 'processes', 'ray', a concurrent.futures.Executor or a dask Client"
    )


class _Progress:
    """The progress of a study: one line that changes at a terminal, elsewhere a line after every tenth."""

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
        # The speed of the last minute, because the load of a machine changes.
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
