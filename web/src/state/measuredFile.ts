/**
 * Reads a file of measurements that was dropped on the page. It is read here, as a stream, and sent nowhere.
 */
import { fullStop, t, titled } from '../../../models/src/language.ts';
import { MeasuredError, readMeasured, type Measured } from '../../../models/src/measured/index.ts';
import { formOf, told } from '../../../models/src/told.ts';
import type { App } from './app.ts';

/** The measured data, or how much of the file has been read. */
export type Held = Reading | Read;
interface Reading {
  readonly kind: 'reading';
  readonly name: string;
  readonly share: number;
  readonly cancel: () => void;
  /** What is shown again if this file is not read to its end. */
  readonly before: Read | null;
}
interface Read {
  readonly kind: 'read';
  readonly measured: Measured;
}

/**
 * Milliseconds between reports of progress. With a report for every piece, the page would do nothing else.
 */
const TOLD_MS = 100;

class Cancelled extends Error {}

async function* reported(
  file: File,
  cancelled: AbortSignal,
  report: (share: number) => void,
): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  let done = 0;
  let reportedAt = performance.now();
  for (;;) {
    const next = await reader.read();
    if (cancelled.aborted) {
      await reader.cancel();
      throw new Cancelled();
    }
    if (next.done) return;
    done += next.value.length;
    if (performance.now() - reportedAt > TOLD_MS) {
      reportedAt = performance.now();
      report(done / file.size);
      // Lets the page draw and receive clicks.
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    yield next.value;
  }
}

/** A place in JSON is a path of names, which stay. */
const placeOf = ({ place }: MeasuredError): string => (formOf(place) === undefined ? place : told(place));

export async function openMeasured(app: App, file: File): Promise<void> {
  const present = app.measured.get();
  if (present?.kind === 'reading') present.cancel();
  const before = present?.kind === 'reading' ? present.before : present;
  const abort = new AbortController();
  let shown: Held | null = null;
  const report = (share: number) => {
    shown = { kind: 'reading', name: file.name, share, cancel: () => abort.abort(), before };
    app.measured.set(shown);
  };
  report(0);
  try {
    const found = await readMeasured(reported(file, abort.signal, report), file.name);
    if (abort.signal.aborted) throw new Cancelled();
    app.measured.set({ kind: 'read', measured: found });
    app.look({ tab: 'compare' });
  } catch (error) {
    // A later file may be on the screen already.
    if (app.measured.get() === shown) app.measured.set(before);
    if (error instanceof Cancelled) return;
    if (!(error instanceof MeasuredError)) throw error;
    app.notices.add('error', t('{{name}} was not read; nothing of it is shown.', { name: file.name }), [
      `${titled(placeOf(error), told(error.rule))}${fullStop()}`,
    ]);
  }
}
