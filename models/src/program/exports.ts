/** The languages and formats in which a program can be written. */
import type { AqmInfo, Params } from '../types.ts';
import { cSketch } from './c.ts';
import { cppScheme } from './cpp.ts';
import { latexBox } from './latex.ts';
import { idOf } from './names.ts';
import { ns3Disc } from './ns3.ts';
import { partsIn, type Part } from './tree.ts';

export interface Export {
  readonly id: string;
  readonly name: string;
  /** The part of the file name after the identifier. */
  readonly ending: string;
  readonly write: (tree: Part, scheme: AqmInfo) => string;
  /** Whether it supports states of single flows. */
  readonly flows?: true;
}

/** Why a program cannot be written in this form; undefined if it can. */
export function obstacle({ name, flows }: Export, tree: Part): string | undefined {
  const byFlow = [...partsIn(tree)].find(
    ({ kind, text }) =>
      kind === 'flow_state' || (kind === 'reading' && (text === 'flows' || text === 'flow_queue')),
  );
  if (flows === true || byFlow === undefined) return undefined;
  return `${name}: it has no table of flows, and the program looks at ${byFlow.text ?? 'single flows'}.`;
}

export const EXPORTS: readonly Export[] = [
  { id: 'latex', name: 'LaTeX, for a paper', ending: '.tex', write: latexBox, flows: true },
  {
    id: 'cpp',
    name: 'C++, a scheme of AQM Explorer',
    ending: '.cpp',
    write: (tree, scheme) => cppScheme(tree, scheme),
  },
  { id: 'ns3', name: 'ns-3, a queue disc', ending: '-queue-disc.cc', write: ns3Disc },
  { id: 'c', name: 'C, the law alone', ending: '.c', write: cSketch },
];

/** A program's text in this form; `params`: values that replace its defaults. */
export function written(
  { ending, write }: Export,
  { tree, scheme }: { readonly tree: Part; readonly scheme: AqmInfo },
  params: Params = {},
): { readonly file: string; readonly text: string } {
  const valued = scheme.params.map((one) => {
    const value = params[one.name];
    return value === undefined ? one : { ...one, default: value };
  });
  return {
    file: `${idOf(scheme.name)}${ending}`,
    text: write(tree, { ...scheme, params: valued }),
  };
}
