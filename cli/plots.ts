/** Code shared by the commands about plots. */
import { CONTROL_IDS, KINDS, lanes, type Scenario } from '../models/src/index.ts';
import { NoBrowser } from '../regression/src/browser.ts';
import { probe, type Probes } from '../regression/src/probes.ts';
import type { loadEngine } from '../wasm/src/node.ts';
import { Refused } from './command.ts';

/** Without a browser there are no plots; the message is shown without a stack. */
export async function browsing(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof NoBrowser) throw new Refused(error.message);
    throw error;
  }
}

export function probesOf(engine: Awaited<ReturnType<typeof loadEngine>>): Probes {
  const rows = KINDS.map((kind) => ({ kind })) as NonNullable<Scenario['traffic']>;
  const sources = lanes({ version: 1, traffic: rows })[0]?.traffic ?? [];
  return probe(engine, { sources, controls: CONTROL_IDS });
}
