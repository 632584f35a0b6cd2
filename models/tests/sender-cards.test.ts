/** The senders' cards: what must hold of any sender, and one kept row made again. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CONTROL_IDS, lanes, validate } from '../src/index.ts';
import type { Cell } from '../src/cards/index.ts';
import { SENDER_ROWS, senderCells, senderScenario, type SenderBook } from '../src/cards/senders.ts';
import { loadEngine } from '../../wasm/src/node.ts';

const book = JSON.parse(
  readFileSync(new URL('../cards/senders.json', import.meta.url), 'utf8'),
) as SenderBook;
const cells = (sender: string, row: string): readonly Cell[] => book.senders[sender]?.rows[row] ?? [];
/** Payload of a full segment. */
const PAYLOAD = 1460 / 1500;

it('have a number for every figure of every sender', () => {
  expect(Object.keys(book.senders).toSorted()).toEqual([...CONTROL_IDS].toSorted());
  for (const sender of CONTROL_IDS)
    for (const { id, figures } of SENDER_ROWS)
      expect(
        cells(sender, id).filter((cell) => cell !== null),
        `${sender} ${id}`,
      ).toHaveLength(figures.length);
});

it('no goodput is above what a line or a policer carries', () => {
  for (const sender of CONTROL_IDS)
    for (const row of ['alone', 'lossy', 'policer'])
      expect(cells(sender, row)[0]?.[0], `${sender} ${row}`).toBeLessThanOrEqual(
        // Four digits are kept.
        Number(PAYLOAD.toPrecision(4)) + 0.0001,
      );
});

it('a sender beside itself gets half, within the intervals', () => {
  const pairs = [
    ['newreno', 'newreno'],
    ...['cubic', 'pie', 'codel', 'fq_codel', 'dualpi2'].map((row) => ['cubic', row]),
  ];
  // Student's quantiles for five seeds: 95 % for one interval, and for all six together (Bonferroni).
  const wider = 4.85 / 2.776;
  for (const [sender = '', row = ''] of pairs) {
    const [mean, half] = cells(sender, row)[0] ?? [NaN, NaN];
    expect(Math.abs(mean - 0.5), `${sender} ${row}`).toBeLessThanOrEqual(wider * (half ?? NaN));
  }
});

it('DCTCP without marks is NewReno', () => {
  for (const { id, aqm } of SENDER_ROWS)
    if (aqm.id === 'droptail') expect(cells('dctcp', id), id).toEqual(cells('newreno', id));
});

it('a kept row is made again to the bit', async () => {
  const engine = await loadEngine();
  const row = SENDER_ROWS.find(({ id }) => id === 'policer');
  if (row === undefined) throw new Error('there is a policer');
  const checked = validate(senderScenario(row, 'cubic', 'CUBIC'), engine);
  const [lane] = checked.ok ? lanes(checked.scenario) : [];
  if (lane === undefined) throw new Error('the row is valid');
  const runs = Array.from({ length: book.seeds }, (_, i) => {
    const run = engine.open({ ...lane, seed: i + 1 }, { bins: 1 });
    while (!run.advance(1_000_000)) continue;
    const result = run.result();
    run.close();
    return result;
  });
  expect(senderCells(row, runs)).toEqual(cells('cubic', row.id));
});
