/**
 * A folder of goldens: one file each, its pictures in a folder of the same name, and the probes of the engine
 * that made them.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { goldenText, plotKey, readGolden, type Golden } from './golden.ts';
import type { SeenPlot } from './page.ts';
import type { Probes } from './probes.ts';
import { normaliseSvg } from './svg.ts';

const PROBES = 'engine.json';

/**
 * Names that no golden may have: the first is the file of the probes, the second the folder to which "aqm
 * check" writes differences.
 */
export const RESERVED = ['engine', 'changes'] as const;

/** `pictures`: also stores each plot's drawing and picture as files. */
export function writeGolden(
  folder: string,
  golden: Golden,
  plots: readonly SeenPlot[],
  pictures: boolean,
): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${golden.name}.json`), goldenText(golden));
  if (!pictures) return;
  const beside = join(folder, golden.name);
  rmSync(beside, { recursive: true, force: true });
  mkdirSync(beside);
  for (const plot of plots) {
    writeFileSync(join(beside, `${plotKey(plot)}.svg`), `${normaliseSvg(plot.svg)}\n`);
    if (plot.png !== undefined) writeFileSync(join(beside, `${plotKey(plot)}.png`), plot.png);
  }
}

export function writeProbes(folder: string, probes: Probes): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, PROBES), `${JSON.stringify(probes, null, 1)}\n`);
}

export function readProbes(folder: string): Probes | undefined {
  const file = join(folder, PROBES);
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Probes;
  } catch (error) {
    throw new Error(`${file} cannot be read: ${String(error)}`, { cause: error });
  }
}

export function readGoldens(folder: string): Golden[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json') && name !== PROBES)
    .sort()
    .map((name) => readGolden(readFileSync(join(folder, name), 'utf8'), join(folder, name)));
}

/** The stored picture of a plot, if there is one. */
export function keptPicture(folder: string, golden: Golden, plot: SeenPlot): Uint8Array | undefined {
  const file = join(folder, golden.name, `${plotKey(plot)}.png`);
  return existsSync(file) ? readFileSync(file) : undefined;
}
