import { readFile, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import {
  altered,
  ArchiveError,
  madeBy,
  NAMES,
  textOf,
  unpacked,
  type Files,
} from '../../models/src/archive.ts';
import { MOST_ARCHIVE } from '../../models/src/limits.ts';
import { csvCell, csvCells } from '../../models/src/csv.ts';
import { columnsOf, parseStudy } from '../../models/src/study/index.ts';
import { loadEngine } from '../../wasm/src/node.ts';
import { Refused, wholeNumber, WrongUsage, type Command } from '../command.ts';
import { engineId } from '../kept.ts';
import { note } from '../note.ts';
import { headOf, placesOf, rowsOf } from '../rows.ts';
import { toldBySystem } from '../told-by-system.ts';

export const verify: Command = {
  summary: 'run an archive again and list every difference',
  help: `aqm verify FILE.zip [--sample N] [--jobs N] [--format json|csv]

Compares every file of an archive of "aqm pack" with its hash, runs its study again, and compares every number of its rows. Writes {"file",
"engine", "here", "altered": [sentence, ...], "runs", "of", "different": [{"line", "lane", "seed", "column", "kept", "got"}]}. Exit
status 0 where all is the same, 1 where something is not, 3 where that cannot be judged (no archive).

  --sample N   runs N of its rows, evenly spread
  --jobs N     this many processors
`,
  options: { sample: { type: 'string' }, jobs: { type: 'string' } },
  arguments: 1,
  refused: 3,
  async run([file], options) {
    if (file === undefined) throw new WrongUsage('an archive is missing');
    const sample = wholeNumber(options, 'sample', 1, 10_000_000);
    const workers = wholeNumber(options, 'jobs', 1, 1024) ?? availableParallelism();
    const files = await filesIn(file);
    const changed = await altered(files);
    const made = madeBy(files).engine;
    const here = await engineId();
    const engine = await loadEngine();
    const checked = parseStudy(textOf(files, NAMES.study), engine);
    if (!checked.ok) throw Refused.for(checked.issues, `${file}, ${NAMES.study}: `);
    const { study, expansion } = checked;
    const columns = columnsOf(study, expansion).map(({ name }) => name);
    const [head, ...lines] = textOf(files, NAMES.rows).trimEnd().split('\n');
    const places = placesOf(expansion);
    if (head !== headOf(study, expansion))
      changed.push(`${NAMES.rows}: the columns are not those of the study`);
    if (lines.length !== places.length)
      changed.push(`${NAMES.rows} has ${lines.length} rows, and the study ${places.length}`);
    const count = Math.min(sample ?? places.length, places.length);
    const chosen = Array.from({ length: count }, (_, k) => Math.floor(((k + 0.5) * places.length) / count));
    const rows = await rowsOf(
      study,
      expansion,
      chosen.flatMap((k) => places[k] ?? []),
      workers,
    );
    const different = chosen.flatMap((k, i) => {
      const kept = csvCells(lines[k] ?? '');
      const got = (rows[i] ?? []).map(csvCell);
      const { lane, seed } = places[k] ?? { lane: 0, seed: 0 };
      return columns.flatMap((column, c) =>
        got[c] === kept[c]
          ? []
          : [{ line: k + 2, lane, seed, column, kept: kept[c] ?? null, got: got[c] ?? null }],
      );
    });
    for (const one of changed) note(`${one}\n`);
    for (const { line, column, kept, got } of different.slice(0, 20))
      note(
        `${NAMES.rows}, line ${line}, ${column}: ${String(kept)} is kept, ${String(got)} comes out here\n`,
      );
    if (different.length > 20) note(`and ${different.length - 20} more\n`);
    if (different.length > 0 && made !== here)
      note(`The engine that made it is ${made}, and here is ${here}.\n`);
    note(
      `${count} of ${places.length} runs compared, ${different.length} numbers differ, ${changed.length} ` +
        `files are not as packed\n`,
    );
    return {
      json: { file, engine: made, here, altered: changed, runs: count, of: places.length, different },
      table: () => ({
        columns: ['line', 'lane', 'seed', 'column', 'kept', 'got'],
        rows: different.map(({ line, lane, seed, column, kept, got }) => [
          line,
          lane,
          seed,
          column,
          kept,
          got,
        ]),
      }),
      ...(changed.length + different.length > 0 ? { status: 1 as const } : {}),
    };
  },
};

async function filesIn(file: string): Promise<Files> {
  try {
    const { size } = await stat(file);
    if (size > MOST_ARCHIVE)
      throw new Refused(`${file} has ${size} bytes; an archive has at most ${MOST_ARCHIVE}`);
    return unpacked(await readFile(file));
  } catch (error) {
    if (error instanceof ArchiveError) throw new Refused(`${file}: ${error.message}`);
    if (error instanceof Error && 'code' in error)
      throw new Refused(`Cannot read ${file}: ${toldBySystem(error)}`);
    throw error;
  }
}
