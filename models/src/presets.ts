/** Scenarios to start from. Each file is an ordinary scenario document and is loaded when it is asked for. */
import type { Scenario } from './generated/scenario.ts';

export interface Preset {
  readonly id: string;
  /** Equal to the document's own title. */
  readonly title: string;
  readonly load: () => Promise<Scenario>;
}

const scenario = (module: { default: unknown }): Scenario => module.default as Scenario;

export const presets: readonly Preset[] = [
  {
    id: 'sared-moderate',
    title: 'SARED 2021, moderate load',
    load: () => import('../scenarios/sared-moderate.json', { with: { type: 'json' } }).then(scenario),
  },
  {
    id: 'sared-low',
    title: 'SARED 2021, low load',
    load: () => import('../scenarios/sared-low.json', { with: { type: 'json' } }).then(scenario),
  },
  {
    id: 'sared-high',
    title: 'SARED 2021, high load',
    load: () => import('../scenarios/sared-high.json', { with: { type: 'json' } }).then(scenario),
  },
  {
    id: 'parking-lot',
    title: 'Parking lot: two bottlenecks in a row',
    load: () => import('../scenarios/parking-lot.json', { with: { type: 'json' } }).then(scenario),
  },
];
