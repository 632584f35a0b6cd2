"""Parts of a study on disk, as cli/parts.ts writes them: a Parquet file for each chunk."""

import hashlib
import json
import os
import uuid
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from .documents import Json, ask
from .engine import Run, run_lane
from .module import native

_ARROW = {"number": pa.float64(), "integer": pa.int64(), "text": pa.string(), "boolean": pa.bool_()}


@dataclass(frozen=True)
class Chunk:
    """Runs of one lane with one seed at the points first to end - 1."""

    seed: int
    lane: int
    first: int
    end: int


def part_name(text: str) -> str:
    """Name of the part with this key."""
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def columns_of(study: str) -> list[tuple[str, str]]:
    """Names and types of the columns of a row, from the text of a valid study."""
    return [(column["name"], column["type"]) for column in ask("columns", study=study)["rows"]]


def _measured(run: Run, name: str) -> float | None:
    if not name.startswith("rows["):
        return run.metrics[name]
    index, metric = name.removeprefix("rows[").split("].")
    return run.rows[int(index)][metric]


def _table(columns: Iterable[tuple[str, str]], rows: Sequence[Sequence[Any]]) -> pa.Table:
    schema = pa.schema([(name, _ARROW[kind]) for name, kind in columns])
    return pa.Table.from_arrays([pa.array(cells, kind) for cells, kind in zip(zip(*rows), schema.types)], schema=schema)


def _put(table: pa.Table, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    # Two workers may run the same chunk: each writes its own draft, and the parts are equal.
    draft = path.with_name(f"{path.name}.{uuid.uuid4().hex}.draft")
    pq.write_table(table, draft)
    os.replace(draft, path)


def _traced(columns: Sequence[Json], cells: Sequence[Any], run: Run) -> pa.Table:
    link = run.links[run.observed]
    found = {
        column["name"]: pa.array([cell] * link.bins, _ARROW[column["type"]]) for column, cell in zip(columns, cells)
    }
    found["time"] = pa.array(np.arange(link.bins) * link.bin_seconds)
    # The recorded columns of a link; the lists of states and windows have no unit.
    for name in (column["name"] for column in native("aqm").layout["overview"] if column["unit"]):
        values = link.columns[f"overview.{name}"]
        found[name] = pa.array(values, mask=~np.isfinite(values))
    return pa.table(found)


def whole(folder: Path, name: str, rows: int) -> bool:
    """Whether a part exists with all its rows. An unreadable part is moved to ``damaged``, with a warning."""
    path = folder / "parts" / f"{name}.parquet"
    if not path.exists():
        return False
    try:
        found = pq.read_table(path).num_rows
        if found == rows:
            return True
        fault = f"it has {found} rows in place of {rows}"
    except (pa.ArrowException, OSError) as error:
        fault = str(error)
    (folder / "damaged").mkdir(exist_ok=True)
    os.replace(path, folder / "damaged" / path.name)
    warnings.warn(f"{path} is damaged ({fault}); it is set aside in {folder / 'damaged'} and run again", stacklevel=2)
    return False


def run_chunk(study: str, chunk: Chunk, name: str, folder: str) -> int:
    """Runs a chunk of a valid study (its text) and writes the part: a worker's task. Returns the number of runs."""
    document = json.loads(study)
    bins = document.get("keep", {}).get("trace", 0)
    trace_columns = ask("columns", study=study)["trace"]
    rows, traces = [], []
    for point in range(chunk.first, chunk.end):
        told = ask("point", study=study, point=point, lane=chunk.lane, seed=chunk.seed, bins=max(bins, 1))
        run = run_lane(told, chunk.lane)
        cells = [*told["cells"], run.label, run.aqm, run.seed, run.digest]
        rows.append([*cells, *(_measured(run, metric) for metric in document["metrics"])])
        if bins:
            traces.append(_traced(trace_columns, cells, run))
    # The trace first, because a part on disk means that its chunk is complete.
    if bins:
        _put(pa.concat_tables(traces), Path(folder) / "traces" / f"{name}.parquet")
    _put(_table(columns_of(study), rows), Path(folder) / "parts" / f"{name}.parquet")
    return chunk.end - chunk.first
