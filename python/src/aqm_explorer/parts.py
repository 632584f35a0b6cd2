"""Parts of a study on disk: one Parquet file a chunk, written beside its place and then moved there. As cli/parts.ts writes them."""

import hashlib
import os
import uuid
import warnings
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from .documents import Json
from .engine import Run, run_lane
from .expand import Chunk, Expansion
from .module import native

_ARROW = {"number": pa.float64(), "integer": pa.int64(), "text": pa.string(), "boolean": pa.bool_()}
_FIXED = [("lane", "text"), ("aqm", "text"), ("seed", "integer"), ("digest", "text")]


def part_name(text: str) -> str:
    """Name of the part whose key has this text."""
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def columns_of(study: Json, expansion: Expansion) -> list[tuple[str, str]]:
    """Names and types of a row's columns."""
    return [*((f.name, f.type) for f in expansion.factors), *_FIXED, *((name, "number") for name in study["metrics"])]


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
    # Two workers may do the same chunk: each writes a draft of its own, and the parts are equal.
    draft = path.with_name(f"{path.name}.{uuid.uuid4().hex}.draft")
    pq.write_table(table, draft)
    os.replace(draft, path)


def _traced(expansion: Expansion, point: int, run: Run) -> pa.Table:
    link = run.links[run.observed]
    head = [*expansion.cells_at(point), run.label, run.aqm, run.seed, run.digest]
    names = [*((f.name, f.type) for f in expansion.factors), *_FIXED]
    columns = {name: pa.array([cell] * link.bins, _ARROW[kind]) for (name, kind), cell in zip(names, head)}
    columns["time"] = pa.array(np.arange(link.bins) * link.bin_seconds)
    # What is recorded of a link; states and windows, of which there are several, have no unit of their own.
    for name in (column["name"] for column in native("aqm").layout["overview"] if column["unit"]):
        values = link.columns[f"overview.{name}"]
        columns[name] = pa.array(values, mask=~np.isfinite(values))
    return pa.table(columns)


def whole(folder: Path, name: str, rows: int) -> bool:
    """Whether a part is there with all its rows. One that cannot be read is set aside in ``damaged``, and told."""
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


def run_chunk(study: Json, chunk: Chunk, name: str, folder: str) -> int:
    """Runs a chunk and writes its part (a worker's task). Gives the number of its runs."""
    expansion = Expansion(study)
    bins = study.get("keep", {}).get("trace", 0)
    rows, traces = [], []
    for point in range(chunk.first, chunk.end):
        run = run_lane(expansion.lane_at(point, chunk.lane, chunk.seed), max(bins, 1))
        measured = [_measured(run, metric) for metric in study["metrics"]]
        rows.append([*expansion.cells_at(point), run.label, run.aqm, run.seed, run.digest, *measured])
        if bins:
            traces.append(_traced(expansion, point, run))
    # The trace first: a part that is there says that all of its chunk is.
    if bins:
        _put(pa.concat_tables(traces), Path(folder) / "traces" / f"{name}.parquet")
    _put(_table(columns_of(study, expansion), rows), Path(folder) / "parts" / f"{name}.parquet")
    return chunk.end - chunk.first
