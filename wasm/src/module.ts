/** The WebAssembly instance and its calls (bindings/api.hpp), with JavaScript types. */
import { EngineError } from './types.ts';

/** The engine trapped: this is a defect of the engine, never of its input. The instance is discarded. */
export class EngineFailure extends Error {
  override readonly name = 'EngineFailure';
}

/** Compiles the module; from an address while it is loaded, if the server sends the right type. */
export async function compile(source: URL | string | Uint8Array<ArrayBuffer>): Promise<WebAssembly.Module> {
  if (source instanceof Uint8Array) return WebAssembly.compile(source);
  const response = await fetch(source);
  if (!response.ok) throw new Error(`${String(source)}: the server answered ${response.status}`);
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('application/wasm')) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** Returns the same promise to all callers; a failed promise is not cached. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

/**
 * The functions of the modules: some are in both, some in that of packets or in that of the fluid model
 * (wasm/CMakeLists.txt).
 */
export type FunctionName =
  | 'aqm_input'
  | 'aqm_text'
  | 'aqm_text_size'
  | 'aqm_numbers'
  | 'aqm_numbers_size'
  | 'aqm_layout'
  | 'aqm_catalogue'
  | 'aqm_program'
  | 'aqm_words'
  | 'aqm_check'
  | 'aqm_resolve'
  | 'aqm_curve'
  | 'aqm_one_link'
  | 'aqm_open'
  | 'aqm_run'
  | 'aqm_now'
  | 'aqm_result'
  | 'aqm_close'
  | 'aqm_fluid_begin'
  | 'aqm_fluid_run'
  | 'aqm_fluid_now'
  | 'aqm_fluid_result'
  | 'aqm_map_row_begin'
  | 'aqm_map_row_run'
  | 'aqm_map_row_now'
  | 'aqm_map_row_result'
  | 'aqm_hopf_begin'
  | 'aqm_hopf_run'
  | 'aqm_hopf_now'
  | 'aqm_hopf_result'
  | 'aqm_curves_begin'
  | 'aqm_curves_run'
  | 'aqm_curves_now'
  | 'aqm_curves_result'
  | 'aqm_cycles_begin'
  | 'aqm_cycles_run'
  | 'aqm_cycles_now'
  | 'aqm_cycles_result'
  | 'aqm_design'
  | 'aqm_fluid_answers';

interface Instance {
  readonly memory: WebAssembly.Memory;
  readonly run: (name: FunctionName, ...args: number[]) => number;
}

/** The module's names of its column types. */
export interface Columns {
  readonly f64: Float64Array<ArrayBuffer>;
  readonly u8: Uint8Array<ArrayBuffer>;
  readonly u32: Uint32Array<ArrayBuffer>;
}
const columnOf: { readonly [T in keyof Columns]: (bytes: ArrayBuffer) => Columns[T] } = {
  f64: (bytes) => new Float64Array(bytes),
  u8: (bytes) => new Uint8Array(bytes),
  u32: (bytes) => new Uint32Array(bytes),
};
const ELEMENT_BYTES = { f64: 8, u8: 1, u32: 4 } as const;

/** A column on the heap, as the module describes it. */
export interface HeapColumn {
  readonly type: keyof Columns;
  readonly at: number;
  readonly length: number;
}

const REFUSED = -1;

export class NativeModule {
  readonly #module: WebAssembly.Module;
  #instance: Instance | undefined;

  constructor(module: WebAssembly.Module) {
    this.#module = module;
  }

  /**
   * Calls a function; a refusal becomes an EngineError, a trap an EngineFailure that discards the instance.
   */
  call(name: FunctionName, ...args: number[]): number {
    const result = this.#guarded(({ run }) => run(name, ...args));
    if (result === REFUSED) throw this.#refusal();
    return result;
  }

  /** Calls a function that reads `input`. */
  send(name: FunctionName, input: readonly number[]): number {
    const at = this.call('aqm_input', input.length);
    if (at === 0) throw new EngineError(`The engine takes no array of ${input.length} numbers.`);
    this.#guarded(({ memory }) => {
      new Float64Array(memory.buffer, at, input.length).set(input);
    });
    return this.call(name);
  }

  /** The JSON answer of the last call. */
  json(): unknown {
    return this.#guarded(({ memory, run }) => {
      const bytes = new Uint8Array(memory.buffer, run('aqm_text'), run('aqm_text_size'));
      return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
    });
  }

  /** A copy of the numbers that the last call returned. */
  numbers(): Float64Array<ArrayBuffer> {
    return this.#guarded(({ memory, run }) =>
      new Float64Array(memory.buffer, run('aqm_numbers'), run('aqm_numbers_size')).slice(),
    );
  }

  /** A copy of a column: a view would become invalid, without an error, when the memory grows. */
  copy<T extends keyof Columns>(column: HeapColumn, type: T): Columns[T] {
    if (column.type !== type) throw new Error(`a column is of ${column.type}, not of ${type}`);
    return this.#guarded(({ memory }) => {
      const bytes = column.length * ELEMENT_BYTES[type];
      // The address of an empty vector has no meaning.
      const begin = bytes === 0 ? 0 : column.at;
      return columnOf[type](memory.buffer.slice(begin, begin + bytes));
    });
  }

  /** Bytes of the instance's memory; a heap only grows. */
  get heapBytes(): number {
    return this.#instance?.memory.buffer.byteLength ?? 0;
  }

  /** Discards the instance and everything open in it. The next call creates a new one. */
  reset(): void {
    this.#instance = undefined;
  }

  #guarded<T>(use: (instance: Instance) => T): T {
    this.#instance ??= instantiate(this.#module);
    try {
      return use(this.#instance);
    } catch (error) {
      this.reset();
      throw new EngineFailure(
        `The engine failed: ${error instanceof Error ? error.message : String(error)}`,
        {
          cause: error,
        },
      );
    }
  }

  #refusal(): EngineError {
    const issues = (this.json() as { path: string; rule: string; value: number | null }[]).map(
      ({ path, rule, value }) => ({ path, rule, ...(value === null ? {} : { value }) }),
    );
    const message = issues.map(
      ({ path, rule, value }) => `${path}${value === undefined ? '' : ` = ${value}`}: ${rule}`,
    );
    return new EngineError(message.join('; '), issues);
  }
}

function instantiate(module: WebAssembly.Module): Instance {
  const { exports } = new WebAssembly.Instance(module, {
    env: {
      emscripten_notify_memory_growth: () => {
        // Nothing to refresh: views are created for every use.
      },
    },
    wasi_snapshot_preview1: {
      proc_exit: (status: number) => {
        throw new Error(`it ended itself with status ${status}, as it does when memory runs out`);
      },
    },
  });
  const { memory, _initialize: initialize } = exports;
  if (!(memory instanceof WebAssembly.Memory) || !isNumeric(initialize)) {
    throw new Error('this is not the module of the engine');
  }
  initialize();
  const run: Instance['run'] = (name, ...args) => {
    const f = exports[name];
    if (!isNumeric(f)) throw new Error(`this module has no ${name}: it is the other one`);
    return f(...args);
  };
  return { memory, run };
}

/** Whether an export is a function; functions of WebAssembly take and return numbers. */
function isNumeric(value: WebAssembly.ExportValue | undefined): value is (...args: number[]) => number {
  return typeof value === 'function';
}
