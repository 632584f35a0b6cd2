/**
 * AQM Explorer's engine as a package. It runs a scenario with results identical to the page's in every bit,
 * and it offers one link with its queue for the tests of other stacks. For Node, Deno, Bun and browsers.
 * Units are SI: seconds, bit/s, bytes, packets.
 */
import { complete } from '../../models/src/complete.ts';
import type { Scenario } from '../../models/src/generated/scenario.ts';
import { isError, type Issue } from '../../models/src/issue.ts';
import { lanes } from '../../models/src/lanes.ts';
import type { AqmInfo, LaneScenario, Params } from '../../models/src/types.ts';
import { validate } from '../../models/src/validate.ts';
import { createEngine } from '../../wasm/src/engine.ts';
import { compile, once } from '../../wasm/src/module.ts';
import type { RunResult } from '../../wasm/src/types.ts';
import { createLink, type Link, type LinkOptions, type Packet } from './link.ts';

export type { AqmInfo, Issue, LaneScenario, Link, LinkOptions, Packet, Params, RunResult, Scenario };
export type { Departure } from './link.ts';

/** A document is invalid. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
  /** Every reason, with its place, value and rule. */
  readonly issues: readonly Issue[];
  constructor(issues: readonly Issue[]) {
    super(issues.map(({ message }) => message).join('\n'));
    this.issues = issues;
  }
}

export interface RunOptions {
  /** Replace the scenario's seed: each lane runs with each of these. */
  readonly seeds?: readonly number[];
  /** Intervals of the recording; default 1. */
  readonly bins?: number;
  /** Stops the run between two slices. */
  readonly signal?: AbortSignal;
}

export interface Engine {
  /** Every AQM with its parameters. */
  readonly catalogue: readonly AqmInfo[];
  /** The scenario with every default written out. Throws a DocumentError. */
  complete(document: unknown): Scenario;
  /** One result for each lane and seed. Rejects with a DocumentError, or with the signal's reason. */
  run(document: unknown, options?: RunOptions): Promise<RunResult[]>;
  /** One AQM at one link, packet by packet. Throws a DocumentError. */
  link<P extends Packet = Packet>(options: LinkOptions): Link<P>;
}

/** Loads a module beside this file: from disk if this file is on disk, otherwise over the network. */
async function bytesAt(url: URL): Promise<WebAssembly.Module> {
  if (url.protocol !== 'file:') return compile(url);
  const { readFile } = await import('node:fs/promises');
  return compile(new Uint8Array(await readFile(url)));
}

const module = once(() => bytesAt(new URL('./aqm.wasm', import.meta.url)));

/** Packet events between two pauses, in which other code can run: some milliseconds. */
const SLICE = 20_000;

/** The engine, in this thread. Several may be open at a time. */
export async function open(): Promise<Engine> {
  const engine = createEngine(await module());
  const checked = (document: unknown): Scenario => {
    const found = validate(document, engine);
    if (!found.ok) throw new DocumentError(found.issues.filter(isError));
    return found.scenario;
  };

  async function runLane(lane: LaneScenario, { bins = 1, signal }: RunOptions): Promise<RunResult> {
    const run = engine.open(lane, { bins });
    try {
      while (!run.advance(SLICE)) {
        await new Promise((resolve) => setTimeout(resolve));
        signal?.throwIfAborted();
      }
      return run.result();
    } finally {
      run.close();
      engine.trim();
    }
  }

  return {
    catalogue: engine.catalogue,
    complete: (document) => complete(checked(document)) as Scenario,
    async run(document, options = {}) {
      const results: RunResult[] = [];
      for (const lane of lanes(checked(document)))
        for (const seed of options.seeds ?? [lane.seed])
          results.push(await runLane({ ...lane, seed }, options));
      return results;
    },
    link<P extends Packet>(options: LinkOptions): Link<P> {
      const { aqm, params = {}, rate, buffer, packetSize = 1500 } = options;
      // The rules of a link are those of a scenario.
      const bottleneck = { rate, buffer };
      const document = {
        version: 1,
        network: { bottleneck, packet_size: packetSize },
        lanes: [{ aqm: { id: aqm, params } }],
      };
      const [lane] = lanes(checked(document));
      if (lane === undefined) throw new Error('a scenario has lanes');
      return createLink<P>(engine, { ...options, params: lane.aqm.params, packetSize });
    },
  };
}
