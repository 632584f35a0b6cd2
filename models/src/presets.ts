/** Scenarios to start from. Each file is an ordinary scenario document and is loaded when it is asked for. */
import type { Scenario } from './generated/scenario.ts';

export interface Preset {
  readonly id: string;
  /** Equal to the document's own title. */
  readonly title: string;
  readonly load: () => Promise<Scenario>;
}

const scenario = (module: { default: unknown }): Scenario => module.default as Scenario;

/** The first one is what the page opens with. */
export const presets: readonly Preset[] = [
  {
    id: 'early-drop',
    title: 'Drop early or late',
    load: () => import('../scenarios/early-drop.json', { with: { type: 'json' } }).then(scenario),
  },
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
  {
    id: 'sared-tables',
    title: 'SARED 2021, tables 2 and 3',
    load: () => import('../scenarios/sared-tables.json', { with: { type: 'json' } }).then(scenario),
  },
  {
    id: 'rrmdp-udp',
    title: 'RRMDP 2018, UDP to twice the rate',
    load: () => import('../scenarios/rrmdp-udp.json', { with: { type: 'json' } }).then(scenario),
  },
  {
    id: 'aqmrd-50',
    title: 'AQMRD 2017, 50 flows',
    load: () => import('../scenarios/aqmrd-50.json', { with: { type: 'json' } }).then(scenario),
  },
  {
    id: 'acred-75',
    title: 'AC-RED 2022, one bottleneck, 75 flows',
    load: () => import('../scenarios/acred-75.json', { with: { type: 'json' } }).then(scenario),
  },
  {
    id: 'anlred-100',
    title: 'ANLRED 2013, 100 Mbit/s',
    load: () => import('../scenarios/anlred-100.json', { with: { type: 'json' } }).then(scenario),
  },
];
