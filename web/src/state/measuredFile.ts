/**
 * Reads a file of measurements that was dropped on the page. It is read here, as a stream, and sent nowhere.
 */
import { fullStop, t, titled } from '../../../models/src/language.ts';
import { MeasuredError, readMeasured, type Measured } from '../../../models/src/measured/index.ts';
import { formOf, told } from '../../../models/src/told.ts';
import type { App } from './app.ts';

/** The measured data, or how much of the file has been read. */
export type Held =
  | { readonly kind: 'reading'; readonly name: string; readonly share: number; readonly cancel: () => void }
  | { readonly kind: 'read'; readonly measured: Measured };

/**
 * Milliseconds between reports of progress. With a report for every piece, the page would do nothing else.
 */
const TOLD_MS = 100;

class Cancelled extends Error {}

async function* reported(
  app: App,
  file: File,
  cancelled: AbortSignal,
  cancel: () => void,
): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  let done = 0;
  let before = 0;
  for (;;) {
    const next = await reader.read();
    if (cancelled.aborted) {
      await reader.cancel();
      throw new Cancelled();
    }
    if (next.done) return;
    done += next.value.length;
    if (performance.now() - before > TOLD_MS) {
      before = performance.now();
      app.measured.set({ kind: 'reading', name: file.name, share: done / file.size, cancel });
      // Lets the page draw and receive clicks.
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    yield next.value;
  }
}

/** A place in JSON is a path of names, which stay. */
const placeOf = ({ place }: MeasuredError): string => (formOf(place) === undefined ? place : told(place));

export async function openMeasured(app: App, file: File): Promise<void> {
  const before = app.measured.get();
  if (before?.kind === 'reading') before.cancel();
  const abort = new AbortController();
  try {
    const found = await readMeasured(
      reported(app, file, abort.signal, () => abort.abort()),
      file.name,
    );
    app.measured.set({ kind: 'read', measured: found });
    app.look({ tab: 'compare' });
  } catch (error) {
    app.measured.set(before?.kind === 'read' ? before : null);
    if (error instanceof Cancelled) return;
    if (!(error instanceof MeasuredError)) throw error;
    app.notices.add('error', t('{{name}} was not read; nothing of it is shown.', { name: file.name }), [
      `${titled(placeOf(error), told(error.rule))}${fullStop()}`,
    ]);
  }
}
