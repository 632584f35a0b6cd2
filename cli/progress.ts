import { note, watched } from './note.ts';
/**
 * One line with the progress, on a terminal's standard error; nothing if standard error is not a terminal.
 */
export class ProgressLine {
  private readonly shares: number[];
  private drawn = 0;

  constructor(private readonly jobs: number) {
    this.shares = Array.from({ length: jobs }, () => 0);
  }

  /** Job number `job` has completed `share` of its work. */
  update(job: number, share: number): void {
    this.shares[job] = share;
    const now = performance.now();
    if (!watched() || now - this.drawn < 100) return;
    this.drawn = now;
    const done = this.shares.filter((s) => s >= 1).length;
    const percent = Math.floor((100 * this.shares.reduce((sum, s) => sum + s, 0)) / this.jobs);
    note(`\r\u001b[K${percent} %, ${done} of ${this.jobs} runs`);
  }

  clear(): void {
    if (watched() && this.drawn > 0) note('\r\u001b[K');
  }
}
