/**
 * Tables of runs are read again: the rows that `rowOf` writes come back from any order; a line that is not a
 * row of the study is refused with its number.
 */
import { expect, it } from 'vitest';
import { loadEngine } from '../../wasm/src/node.ts';
import { csvCell } from '../src/csv.ts';
import { columnsOf, parseStudy, readRows, rowOf } from '../src/study/index.ts';

const engine = await loadEngine();
const checked = parseStudy(
  JSON.stringify({
    version: 1,
    scenario: {
      version: 1,
      lanes: [
        { label: 'RED, "hard"', aqm: { id: 'red' } },
        { label: '=1+1', aqm: { id: 'codel' } },
      ],
    },
    axes: [
      { path: 'traffic[0].flows', values: [2, 10] },
      { name: 'delay', path: 'network.bottleneck.delay', values: [0.005, 0.02, 0.05] },
    ],
    seeds: { first: 3, count: 2 },
    metrics: ['goodput', 'rows[0].loss_ratio'],
  }),
  engine,
);
if (!checked.ok) throw new Error(checked.issues[0]?.message);
const { study, expansion } = checked;
const head = columnsOf(study, expansion).map(({ name }) => csvCell(name));
const places = expansion.seeds.flatMap((seed) =>
  [0, 1].flatMap((lane) => Array.from({ length: expansion.points }, (_, point) => ({ point, lane, seed }))),
);
const made = places.map((place, k) => ({
  ...place,
  digest: k.toString(16).padStart(16, '0'),
  metrics: { goodput: k === 5 ? null : k / 7 },
  rows: [{ loss_ratio: k * 1e-17 }],
}));
const lines = made.map(({ point, lane, seed, ...run }) => {
  const { label, aqm } = expansion.laneAt(point, lane, seed);
  return rowOf(study, expansion, point, seed, { label, aqm: aqm.id, ...run })
    .map(csvCell)
    .join();
});
const table = (of: readonly string[]) => [head.join(), ...of, ''].join('\n');
const read = (text: string) => readRows(text, study, expansion);

it('gives every run back, to the last bit, in any order, once', () => {
  expect(read(table(lines))).toEqual(made);
  expect(read(table(lines.toReversed()))).toEqual(made.toReversed());
  expect(read(table([...lines, ...lines]).replaceAll('\n', '\r\n'))).toEqual(made);
  expect(read(table([]))).toEqual([]);
});

it('refuses a table of another study, and names the line and the reason', () => {
  const broken = (from: string | RegExp, to: string) => () => read(table(lines).replace(from, to));
  expect(broken('goodput', 'utilization')).toThrow(
    'line 1: column 7 is utilization, and the study has goodput there',
  );
  expect(broken(',rows[0].loss_ratio', '')).toThrow('line 1: column 8 is none');
  expect(broken(/^10,/m, '11,')).toThrow(/^line \d+: the study has no lane .* at 11, /);
  expect(broken(/,3,0000/, ',9,0000')).toThrow('line 2: the study has no seed "9"');
  expect(broken('0000000000000001', 'digest')).toThrow('line 3: "digest" is no digest');
  expect(broken('0.42857142857142855', '4.2.8')).toThrow('line 5: goodput is 4.2.8, which is no number');
  expect(broken(/,[^,]*\n$/, '\n')).toThrow(`line ${lines.length + 1}: 7 cells, and the first line has 8`);
});
