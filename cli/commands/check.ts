import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { askedFor } from '../../regression/src/asked.ts';
import { withPages } from '../../regression/src/browser.ts';
import { keptPicture, readGoldens, readProbes } from '../../regression/src/folder.ts';
import { compare, tellTolerance, type Change, type Golden } from '../../regression/src/golden.ts';
import { look, type Seen } from '../../regression/src/page.ts';
import { comparePictures } from '../../regression/src/pictures.ts';
import { explain } from '../../regression/src/probes.ts';
import { reportHtml, type Pictures, type Reported } from '../../regression/src/report.ts';
import { loadEngine } from '../../wasm/src/node.ts';
import { Refused, textOption, WrongUsage, type Command, type Options } from '../command.ts';
import { browsing, probesOf } from '../plots.ts';
import { note } from '../note.ts';

export const check: Command = {
  summary: 'compare plots with those kept before',
  help: `aqm check DIR [--tolerance X] [--report FILE.html] [--page ADDRESS]

Draws again what "aqm snapshot" kept in DIR and writes what has changed: runs by their digests, with the scheme or the rule that
changed them; then numbers (which plot, which series, where, by how much); then drawings; then pictures. Exit status 1 where anything
has changed, 3 where that cannot be judged (no such folder, nothing kept in it, no browser); the pictures of what has changed are side by
side in DIR/changes/index.html.

  --tolerance X    a number may differ by this share of its series' largest magnitude; default 0: not at all
  --report FILE    where the page of differences goes
  --page ADDRESS   the page at this address in place of this project's own
  --only NAMES     of what is in DIR only these, a comma between them
`,
  options: {
    tolerance: { type: 'string' },
    report: { type: 'string' },
    page: { type: 'string' },
    only: { type: 'string' },
  },
  arguments: 1,
  refused: 3,
  async run([folder], options) {
    if (folder === undefined) throw new WrongUsage('a folder is missing');
    if (!existsSync(folder)) throw new Refused(`There is no folder ${folder}; aqm snapshot makes one`);
    const tolerance = toleranceOption(options);
    const only = textOption(options, 'only')?.split(',');
    const { goldens: all, probes } = keptIn(folder);
    if (all.length === 0) throw new Refused(`${folder} holds no plots; aqm snapshot keeps some there`);
    const names = all.map(({ name }) => name);
    const absent = only?.find((name) => !names.includes(name));
    if (absent !== undefined)
      throw new Refused(`${folder} has no ${JSON.stringify(absent)}; there are ${names.join(', ')}`);
    const goldens = all.filter(({ name }) => only?.includes(name) ?? true);
    const engine = await loadEngine();
    const parts = probes === undefined ? undefined : probesOf(engine);
    /** A part of the engine may have changed even if no plotted run shows it. */
    const moved = parts !== undefined && Object.keys(parts).some((name) => parts[name] !== probes?.[name]);
    const because = (schemes: readonly string[]) =>
      parts === undefined || probes === undefined || !moved ? [] : explain(probes, parts, schemes);
    const reported: Reported[] = [];
    await browsing(() =>
      withPages(goldens, textOption(options, 'page'), async (page, golden, at) => {
        const { link, changes: edited } = await askedFor(golden, engine);
        await page.goto(at + link);
        const seen = await look(page, { pictures: golden.blocks === 0 });
        const changes = [...edited, ...compare(golden, seen, tolerance)];
        const pictures = picturesOf(folder, golden, seen);
        changes.push(
          ...pictures.map(({ plot, lane, title, message }): Change => ({
            kind: 'png',
            plot,
            ...(lane === undefined ? {} : { lane }),
            message: `${title}: ${message}`,
          })),
        );
        if (changes.length === 0) return;
        const schemes = changes.flatMap(({ kind, lane }) =>
          kind === 'run' ? [golden.runs[lane ?? -1]?.aqm ?? ''] : [],
        );
        // If the document was edited, the edit explains the changed runs.
        const why = schemes.length === 0 || edited.length > 0 ? [] : because([...new Set(schemes)]);
        reported.push({
          name: golden.name,
          tolerance: tellTolerance(golden, tolerance),
          changes,
          because: why,
          pictures,
        });
      }),
    );
    reported.sort((a, b) => (a.name < b.name ? -1 : 1));
    const report =
      reported.length === 0
        ? null
        : writeReport(textOption(options, 'report') ?? join(folder, 'changes', 'index.html'), reported);
    if (report === null) rmSync(join(folder, 'changes'), { recursive: true, force: true });
    for (const { name, changes, because: why } of reported) {
      note(`${name}: ${changes.length} changes\n`);
      if (why.length > 0) note(`  what changed the runs: ${why.join('; ')}\n`);
      for (const { kind, message } of changes) note(`  ${kind}: ${message}\n`);
    }
    const parted = because([]);
    if (parted.length > 0) note(`the engine is another one in ${parted.join('; ')}\n`);
    note(`${goldens.length} checked, ${reported.length} changed\n`);
    const changed = reported.map(({ name, tolerance: told, because: why, changes }) => ({
      name,
      tolerance: told,
      because: why,
      changes,
    }));
    return {
      json: { checked: goldens.length, tolerance, engine: parted, changed, report },
      table: () => ({
        columns: ['name', 'kind', 'plot', 'lane', 'series', 'message'],
        rows: changed.flatMap(({ name, changes }) =>
          changes.map(({ kind, plot, lane, series, message }) => [name, kind, plot, lane, series, message]),
        ),
      }),
      ...(reported.length > 0 ? { status: 1 as const } : {}),
    };
  },
};

/**
 * Reads what a snapshot stored in the folder; a file that does not belong to a snapshot is refused by name.
 */
function keptIn(folder: string) {
  try {
    return { goldens: readGoldens(folder), probes: readProbes(folder) };
  } catch (error) {
    throw new Refused(error instanceof Error ? error.message : String(error));
  }
}

function toleranceOption(options: Options): number {
  const text = textOption(options, 'tolerance') ?? '0';
  const value = text.trim() === '' ? NaN : Number(text);
  if (!(value >= 0 && value < 1))
    throw new WrongUsage(`--tolerance takes a number from 0 to below 1, not ${JSON.stringify(text)}`);
  return value;
}

function picturesOf(
  folder: string,
  golden: Golden,
  { plots }: Seen,
): (Pictures & { plot: string; lane?: number })[] {
  return plots.flatMap((plot) => {
    const was = keptPicture(folder, golden, plot);
    const change = was === undefined || plot.png === undefined ? null : comparePictures(was, plot.png);
    if (was === undefined || plot.png === undefined || change === null) return [];
    const { message, png } = change;
    const of = { plot: plot.name, ...(plot.lane === undefined ? {} : { lane: plot.lane }) };
    return [
      { ...of, title: plot.title, message, was, now: plot.png, ...(png === undefined ? {} : { diff: png }) },
    ];
  });
}

function writeReport(file: string, reported: readonly Reported[]): string {
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, reportHtml(reported));
  return file;
}
