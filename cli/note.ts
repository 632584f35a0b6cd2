/** What people read beside the answer: warnings and how far the work is, on standard error. */
let quiet = false;

/** From now on nothing is told but why a command fails. */
export function beQuiet(): void {
  quiet = true;
}

/** Whether a line that changes in place may be drawn. */
export const watched = (): boolean => !quiet && process.stderr.isTTY;

export function note(text: string): void {
  if (!quiet) process.stderr.write(text);
}
