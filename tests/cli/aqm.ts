import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const command = (args: readonly string[]) => ['scripts/aqm.mjs', ...args];

/** Starts the command line as `npm run -s aqm -- ...args` would. */
export function start(args: readonly string[]) {
  return spawn(process.execPath, command(args), { cwd: root, stdio: 'pipe' });
}

/** The same with an open file as its standard output. */
export function startInto(output: number, args: readonly string[]) {
  return spawn(process.execPath, command(args), { cwd: root, stdio: ['ignore', output, 'pipe'] });
}

/** Runs it to its end, with `input` on standard input. */
export async function aqm(args: readonly string[], input = ''): Promise<Outcome> {
  const child = start(args);
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  // A command that refuses its arguments ends without having read its input.
  child.stdin.on('error', () => undefined).end(input);
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, stdout, stderr };
}

/** The document on standard output of a command that has to succeed. */
export async function document<T>(args: readonly string[], input?: string): Promise<T> {
  const { status, stdout, stderr } = await aqm(args, input);
  if (status !== 0) throw new Error(`aqm ${args.join(' ')}: status ${String(status)}\n${stderr}`);
  return JSON.parse(stdout) as T;
}
