/** `aqm card --senders`: the cards of senders after RFC 9743. */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { CONTROL_IDS, controlName, estimateWork, lanes, validate } from '../../models/src/index.ts';
import type { CardRun, Cell } from '../../models/src/cards/index.ts';
import {
  SENDER_ROWS,
  SENDER_SEEDS,
  senderCells,
  senderScenario,
  type SenderBook,
} from '../../models/src/cards/senders.ts';
import { loadEngine } from '../../wasm/src/node.ts';
import type { Output } from '../command.ts';
import { engineId } from '../kept.ts';
import { runJobs } from '../runner.ts';

const BOOK = new URL('../../models/cards/senders.json', import.meta.url);

export async function senderCards(seeds = SENDER_SEEDS, store: boolean): Promise<Output> {
  const engine = await loadEngine();
  const jobs = CONTROL_IDS.flatMap((sender) =>
    SENDER_ROWS.flatMap((row) => {
      const checked = validate(senderScenario(row, sender, controlName(sender)), engine);
      const [lane] = checked.ok ? lanes(checked.scenario) : [];
      if (lane === undefined) throw new Error(`the row ${row.id} is not valid for ${sender}`);
      return Array.from({ length: seeds }, (_, i) => ({ sender, row, lane: { ...lane, seed: i + 1 } }));
    }),
  );
  const found: { run: CardRun; digest: string }[] = [];
  await runJobs(
    jobs.map(({ lane }, i) => ({
      lane,
      bins: 1,
      done: ({ metrics, rows, digest }) => {
        found[i] = { run: { metrics, rows }, digest };
      },
    })),
    {
      workers: Math.min(availableParallelism(), jobs.length),
      runs: jobs.length,
      packets: jobs.reduce((sum, { lane }) => sum + estimateWork(lane), 0),
      stopped: () => 'Stopped.',
    },
  );
  const senders = Object.fromEntries(
    CONTROL_IDS.map((sender) => {
      const own = jobs.flatMap((job, i) => {
        const made = found[i];
        return job.sender === sender && made !== undefined ? [{ row: job.row, ...made }] : [];
      });
      const rows: Record<string, readonly Cell[]> = {};
      for (const row of SENDER_ROWS)
        rows[row.id] = senderCells(
          row,
          own.filter((one) => one.row === row).map(({ run }) => run),
        );
      const digest = createHash('sha256').update(own.map((one) => one.digest).join('\n'));
      return [sender, { rows, digest: digest.digest('hex').slice(0, 16) }];
    }),
  );
  const book: SenderBook = { engine: await engineId(), seeds, senders };
  if (store) await writeFile(BOOK, bookText(book));
  return {
    json: book,
    table: () => ({
      columns: ['sender', 'row', 'figure', 'unit', 'mean', 'half'],
      rows: CONTROL_IDS.flatMap((sender) =>
        SENDER_ROWS.flatMap((row) =>
          row.figures.map(({ id, unit }, i) => {
            const [mean, half] = book.senders[sender]?.rows[row.id]?.[i] ?? [null, null];
            return [sender, row.id, id, unit, mean, half];
          }),
        ),
      ),
    }),
  };
}

/** One row of a sender's card a line. */
function bookText({ engine, seeds, senders }: SenderBook): string {
  const cards = Object.entries(senders).map(([sender, card]) => {
    const rows = Object.entries(card?.rows ?? {}).map(([id, cells]) => `"${id}": ${JSON.stringify(cells)}`);
    return `    "${sender}": {"digest": "${card?.digest ?? ''}", "rows": {\n      ${rows.join(',\n      ')}\n    }}`;
  });
  return `{\n  "engine": "${engine}",\n  "seeds": ${seeds},\n  "senders": {\n${cards.join(',\n')}\n  }\n}\n`;
}
