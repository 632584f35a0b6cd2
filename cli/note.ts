/** Messages beside the answer: warnings and progress, on standard error. */
let quiet = false;

/** From now on only the reason of a failure is written. */
export function beQuiet(): void {
  quiet = true;
}

/** Whether a line that changes in place may be written. */
export const watched = (): boolean => !quiet && process.stderr.isTTY;

export function note(text: string): void {
  if (!quiet) process.stderr.write(text);
}
