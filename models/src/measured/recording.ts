/**
 * The course of runs as `aqm run --trace` writes it, of this version or another, read back as measurements: a row
 * for each interval, which begins at `time`. A value is of its interval, so its time here is the middle.
 */
import { csvCells } from '../csv.ts';
import { RECORDED_NAMES } from '../named.ts';
import { RECORDED, type RecordedName } from '../generated/facts.ts';
import { linesOf, measured, MeasuredError, SeriesBuilder, type Quantity, type Reader } from './measured.ts';

/** The columns before the recorded ones. */
const FIRST = ['run', 'label', 'aqm', 'seed', 'time'] as const;

const QUANTITIES: Readonly<Partial<Record<RecordedName, Quantity>>> = {
  queue_mean: 'queue',
  cwnd_mean: 'window',
  marks: 'marks',
};

export const recording: Reader = {
  id: 'recording',
  name: 'aqm run --trace',
  knows: (_, text) => text.startsWith(FIRST.join()),
  async read(bytes, file) {
    let names: readonly string[] = [];
    const runs = new Map<string, Run>();
    for await (const [line, number] of linesOf(bytes)) {
      const place = `line ${number}`;
      const cells = csvCells(line.replace(/^\uFEFF/, '')).map((cell) =>
        cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
      );
      if (names.length === 0) {
        names = cells;
        continue;
      }
      if (line === '') continue;
      if (cells.length !== names.length)
        throw new MeasuredError(place, `has ${cells.length} values for ${names.length} columns`);
      const [run = '', label = '', , seed = '', ...values] = cells;
      let own = runs.get(run);
      if (own === undefined) runs.set(run, (own = { label, seed, rows: [] }));
      own.rows.push({
        place,
        numbers: values.map((cell, k) => numberOf(cell, names[FIRST.length - 1 + k] ?? '', place)),
      });
    }
    const recorded = names.slice(FIRST.length);
    return measured({ format: 'recording', file }, seriesOf([...runs.values()], recorded), false);
  },
};

interface Run {
  readonly label: string;
  readonly seed: string;
  /** Of each row the time, and its recorded values; NaN where nothing was recorded. */
  readonly rows: { readonly place: string; readonly numbers: readonly number[] }[];
}

function numberOf(cell: string, name: string, place: string): number {
  if (cell === '' && name !== 'time') return NaN;
  const value = Number(cell);
  if (cell === '' || !Number.isFinite(value))
    throw new MeasuredError(place, `${name} = ${JSON.stringify(cell.slice(0, 40))} is no number`);
  return value;
}

function seriesOf(runs: readonly Run[], names: readonly string[]): SeriesBuilder[] {
  const seeds = new Set(runs.map(({ label, seed }) => `${seed} ${label}`)).size;
  const labels = new Set(runs.map(({ label }) => label)).size;
  return runs.flatMap(({ label, seed, rows }) => {
    const [first, second] = rows;
    const step = (second?.numbers[0] ?? NaN) - (first?.numbers[0] ?? NaN);
    if (!(step > 0)) throw new MeasuredError(first?.place ?? 'the file', 'a run has two intervals or more');
    const whose = [...(labels > 1 ? [label] : []), ...(seeds > labels ? [`seed ${seed}`] : [])];
    const builders = names.map((name) => {
      const known = RECORDED_NAMES.find((one) => one === name);
      return new SeriesBuilder(
        [name, ...whose].join(', '),
        (known && QUANTITIES[known]) ?? 'other',
        known === undefined ? '' : RECORDED[known].unit,
        'means',
      );
    });
    for (const { place, numbers } of rows)
      for (const [k, builder] of builders.entries()) {
        const value = numbers[k + 1] ?? NaN;
        if (Number.isFinite(value)) builder.add((numbers[0] ?? NaN) + step / 2, value, place);
      }
    return builders;
  });
}
