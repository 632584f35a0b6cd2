/**
 * Scenarios to start from: files, each an ordinary scenario document, and the papers' experiments. Each is
 * loaded on request.
 */
import type { Scenario } from './generated/scenario.ts';
import { paperPresets } from './papers/presets.ts';

export interface Preset {
  readonly id: string;
  /** Equal to the document's own title. */
  readonly title: string;
  readonly load: () => Promise<Scenario>;
}

const scenario = (module: { default: unknown }): Scenario => module.default as Scenario;

/** The page opens with the first one. */
export const presets: readonly Preset[] = [
  {
    id: 'early-drop',
    title: 'Drop early or late',
    load: () => import('../scenarios/early-drop.json', { with: { type: 'json' } }).then(scenario),
  },
  {
    id: 'parking-lot',
    title: 'Parking lot: two bottlenecks in a row',
    load: () => import('../scenarios/parking-lot.json', { with: { type: 'json' } }).then(scenario),
  },
  {
    id: 'sared-tables',
    title: 'SARED 2021, tables 2 and 3',
    load: () => import('../scenarios/sared-tables.json', { with: { type: 'json' } }).then(scenario),
  },
  ...paperPresets,
];
