/** The papers, and what was measured for each; both are loaded when they are asked for. */
import type { Paper } from '../generated/paper.ts';
import type { PaperResults } from './verdicts.ts';

export interface PaperEntry {
  readonly id: string;
  /** Beside the five papers of the task: documents that everybody cites, whose numbers are public. */
  readonly beyond?: true;
  readonly load: () => Promise<Paper>;
  readonly results: () => Promise<PaperResults>;
}

const paper = (module: { default: unknown }): Paper => module.default as Paper;
const results = (module: { default: unknown }): PaperResults => module.default as PaperResults;

export const PAPERS: readonly PaperEntry[] = [
  {
    id: 'sared-2021',
    load: () => import('../../papers/sared-2021.json', { with: { type: 'json' } }).then(paper),
    results: () => import('../../papers/results/sared-2021.json', { with: { type: 'json' } }).then(results),
  },
  {
    id: 'rrmdp-2018',
    load: () => import('../../papers/rrmdp-2018.json', { with: { type: 'json' } }).then(paper),
    results: () => import('../../papers/results/rrmdp-2018.json', { with: { type: 'json' } }).then(results),
  },
  {
    id: 'aqmrd-2016',
    load: () => import('../../papers/aqmrd-2016.json', { with: { type: 'json' } }).then(paper),
    results: () => import('../../papers/results/aqmrd-2016.json', { with: { type: 'json' } }).then(results),
  },
  {
    id: 'anlred-2013',
    load: () => import('../../papers/anlred-2013.json', { with: { type: 'json' } }).then(paper),
    results: () => import('../../papers/results/anlred-2013.json', { with: { type: 'json' } }).then(results),
  },
  {
    id: 'acred-2022',
    load: () => import('../../papers/acred-2022.json', { with: { type: 'json' } }).then(paper),
    results: () => import('../../papers/results/acred-2022.json', { with: { type: 'json' } }).then(results),
  },
  {
    id: 'rfc9438-2023',
    beyond: true,
    load: () => import('../../papers/rfc9438-2023.json', { with: { type: 'json' } }).then(paper),
    results: () => import('../../papers/results/rfc9438-2023.json', { with: { type: 'json' } }).then(results),
  },
  {
    id: 'rfc3649-2003',
    beyond: true,
    load: () => import('../../papers/rfc3649-2003.json', { with: { type: 'json' } }).then(paper),
    results: () => import('../../papers/results/rfc3649-2003.json', { with: { type: 'json' } }).then(results),
  },
  {
    id: 'rfc2884-2000',
    beyond: true,
    load: () => import('../../papers/rfc2884-2000.json', { with: { type: 'json' } }).then(paper),
    results: () => import('../../papers/results/rfc2884-2000.json', { with: { type: 'json' } }).then(results),
  },
];
