"""The WebAssembly instance and its calls (bindings/api.hpp)."""

import hashlib
import json
import os
import platform
import tempfile
import threading
from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import wasmtime
from numpy.typing import NDArray

from .data import wasm
from .errors import DocumentError, EngineFailure, Issue

_REFUSED = -1
_LARGE_HEAP = 256 * 1024 * 1024
_TYPES: dict[str, np.dtype[Any]] = {"f64": np.dtype("<f8"), "u8": np.dtype("u1"), "u32": np.dtype("<u4")}


_compiling = threading.Lock()


@cache
def _engine(_process: int) -> wasmtime.Engine:
    return wasmtime.Engine()


@cache
def _compiled(name: str, process: int) -> wasmtime.Module:
    """A module of this process. The compiled code is cached on disk where possible."""
    engine, code = _engine(process), wasm(name)
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    built_for = f"{version('wasmtime')} {platform.machine()} {platform.system()}"
    key = hashlib.sha256(code + built_for.encode()).hexdigest()[:32]
    kept = Path(base) / "aqm-explorer" / f"{name}-{key}.cwasm"
    try:
        return wasmtime.Module.deserialize_file(engine, str(kept))
    except (OSError, wasmtime.WasmtimeError):
        module = wasmtime.Module(engine, code)
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=kept.parent, delete=False) as draft:
            draft.write(module.serialize())
        os.replace(draft.name, kept)
    except OSError:
        pass  # Without a cache, the module is compiled again next time.
    return module


class Native:
    """One instance of a module, for one caller at a time."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._start()
        self._call("aqm_layout")
        self.layout: dict[str, Any] = self.json()
        self._call("aqm_catalogue")
        self.catalogue: list[dict[str, Any]] = self.json()

    def _start(self) -> None:
        process = os.getpid()
        self._store = wasmtime.Store(_engine(process))
        with _compiling:
            module = _compiled(self._name, process)
        i32 = wasmtime.ValType.i32()

        def grown(_: int) -> None:
            """Nothing to refresh, because everything is copied when it is read."""

        def ended(status: int) -> None:
            raise EngineFailure(f"the engine ended itself with status {status}, as it does when memory runs out")

        imports: dict[str, Callable[[int], None]] = {"emscripten_notify_memory_growth": grown, "proc_exit": ended}
        functions = [
            wasmtime.Func(self._store, wasmtime.FuncType([i32], []), imports[str(wanted.name)])
            for wanted in module.imports
        ]
        self._exports = wasmtime.Instance(self._store, module, functions).exports(self._store)
        memory = self._exports["memory"]
        assert isinstance(memory, wasmtime.Memory)
        self._memory = memory
        self._call("_initialize")

    def _call(self, name: str, *args: float) -> Any:
        function = self._exports[name]
        assert isinstance(function, wasmtime.Func)
        try:
            return function(self._store, *args)
        except (wasmtime.Trap, wasmtime.WasmtimeError) as error:
            self._start()
            raise EngineFailure(f"The engine failed: {error}") from error

    def call(self, name: str, *args: float) -> int:
        """Calls a function. Raises DocumentError with the engine's reasons when it refuses."""
        result = int(self._call(name, *args))
        if result == _REFUSED:
            raise DocumentError(Issue(i["path"], i["rule"], i["value"]) for i in self.json())
        return result

    def number(self, name: str, *args: float) -> float:
        return float(self._call(name, *args))

    def send(self, name: str, numbers: NDArray[np.float64]) -> int:
        """Calls a function that reads an array of numbers."""
        at = int(self._call("aqm_input", len(numbers)))
        if at == 0:
            raise DocumentError([Issue("", f"the engine takes no array of {len(numbers)} numbers")])
        self._memory.write(self._store, bytearray(numbers.tobytes()), at)
        return self.call(name)

    def text(self) -> str:
        """The JSON text that the last call answered."""
        at, size = self._call("aqm_text"), self._call("aqm_text_size")
        return bytes(self._memory.read(self._store, at, at + size)).decode()

    def json(self) -> Any:
        return json.loads(self.text())

    def numbers(self) -> NDArray[np.float64]:
        return self.column({"type": "f64", "at": self._call("aqm_numbers"), "length": self._call("aqm_numbers_size")})

    def column(self, column: dict[str, Any]) -> NDArray[Any]:
        """A copy of a column, because a view would become invalid when the memory grows."""
        kind = _TYPES[column["type"]]
        if column["length"] == 0:
            return np.empty(0, kind)
        size = column["length"] * kind.itemsize
        return np.frombuffer(self._memory.read(self._store, column["at"], column["at"] + size), kind)

    def trim(self) -> None:
        """Frees memory by a new, small instance, because a heap never shrinks."""
        if self._memory.data_len(self._store) > _LARGE_HEAP:
            self._start()


_local = threading.local()


def native(name: str) -> Native:
    """The instance of this thread and of this process."""
    key = f"{name} {os.getpid()}"
    instances: dict[str, Native] = _local.__dict__.setdefault("instances", {})
    if key not in instances:
        instances[key] = Native(name)
    return instances[key]
