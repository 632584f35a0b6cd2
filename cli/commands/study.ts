import { availableParallelism } from 'node:os';
import { sizeOf, sizeText } from '../../models/src/study/index.ts';
import { loadEngine } from '../../wasm/src/node.ts';
import { Refused, textOption, wholeNumber, WrongUsage, type Command } from '../command.ts';
import { placeOf } from '../input.ts';
import { note } from '../note.ts';
import { FOLDER, runStudy, studyIn } from '../studyRows.ts';

export const study: Command = {
  summary: 'run a study: every point of its axes, every lane, every seed',
  help: `aqm study <study.json | link | -> [--out DIR] [--jobs N] [--size] [--format json|csv]

Runs a study (models/schema/study.v1.schema.json, docs/scale.md), or the one in a link of the page, on all processors.
It states the cost first. The results are Parquet files in DIR/parts with a row for each run: the axes, lane, aqm,
seed, digest, and the study's metrics; DuckDB, pandas and Polars read the folder as one table. After an interruption
the same command continues. A changed study uses the finished runs that it shares with the one before; the other runs
move to DIR/other. A damaged file moves to DIR/damaged, and its runs are repeated.

On standard output {"study", "engine", "out", "runs", "points", "lanes", "seeds", "columns"}; as CSV all rows, in the
order of the study.

  --out DIR    folder for the results (${FOLDER})
  --jobs N     this many processors
  --size       only writes the cost: {"runs", "points", "lanes", "seeds", "packets", "seconds", "bytes"}
`,
  options: { out: { type: 'string' }, jobs: { type: 'string' }, size: { type: 'boolean' } },
  arguments: 1,
  async run([source], options) {
    if (source === undefined) throw new WrongUsage('a study is missing');
    if (options.size === true && options.out !== undefined)
      throw new WrongUsage('--out has no effect with --size, which runs nothing');
    const workers = wholeNumber(options, 'jobs', 1, 1024) ?? availableParallelism();
    const folder = textOption(options, 'out') ?? FOLDER;
    const engine = await loadEngine();
    const checked = await studyIn(source, engine);
    if (!checked.ok) throw Refused.for(checked.issues, placeOf(source));
    const { study: document, expansion } = checked;
    const size = sizeOf(document, expansion);
    note(`${sizeText(size, workers)}\n`);
    if (options.size === true) return { json: size, table: () => sizeTable(size) };

    const { id, columns, rows } = await runStudy(document, expansion, { folder, workers });
    const { points, lanes, seeds, runs } = size;
    return {
      json: {
        study: document.title ?? '',
        engine: id,
        out: folder,
        runs,
        points,
        lanes,
        seeds,
        columns: columns.map(({ name }) => name),
      },
      table: () => ({ columns: columns.map(({ name }) => name), rows: rows() }),
    };
  },
};

const sizeTable = (size: object) => ({ columns: Object.keys(size), rows: [Object.values(size) as number[]] });
