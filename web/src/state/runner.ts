/** The packet simulation of each lane, run again at every edit that changes it. */
import type { Client } from '../../../wasm/src/client.ts';
import type { LaneScenario, RunResult } from '../../../wasm/src/types.ts';
import { createResource, type Resource, type Slot } from './resource.ts';

export type LaneRun = Slot<LaneScenario, RunResult>;
export type Runner = Resource<LaneScenario, RunResult>;

/** Points in time of an overview: enough for two a device pixel on a wide screen. */
const BINS = 4000;
/** Milliseconds below which a run is short: it may end although its lane has moved on, and waits for those beside it. */
const SHORT_MS = 300;

/** The label is no part of what is simulated. */
export const scenarioKey = (lane: LaneScenario): string => JSON.stringify({ ...lane, label: '' });

export const createRunner = (client: Pick<Client, 'ask'>, now?: () => number): Runner =>
  createResource(
    {
      key: scenarioKey,
      compute: (lane, job) => client.ask('run', { lane, bins: BINS }, job),
      mayEnd: (age, last) => last <= SHORT_MS && age < 2 * SHORT_MS,
      together: { wait: 40, below: SHORT_MS },
    },
    now,
  );
