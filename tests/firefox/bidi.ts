/** A browser over WebDriver BiDi (W3C), which Firefox speaks by itself: as much of it as the tests need. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Message {
  readonly id?: number;
  readonly type: 'success' | 'error' | 'event';
  readonly result?: unknown;
  readonly error?: string;
  readonly message?: string;
  readonly method?: string;
  readonly params?: { readonly level?: string; readonly text?: string | null };
}

/** One tab. */
export interface Tab {
  readonly version: string;
  /** What the page has said as an error, since it was asked last. */
  faults(): string[];
  goto(address: string): Promise<void>;
  /** The value of an expression of the page, or of its promise; as JSON has it. */
  value<T>(expression: string): Promise<T>;
  close(): Promise<void>;
}

const START_MS = 60_000;

/** Starts the program with an empty profile of its own. */
export async function openFirefox(program: string): Promise<Tab> {
  const profile = mkdtempSync(join(tmpdir(), 'aqm-firefox-'));
  const browser = spawn(
    program,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = new Promise<void>((done) => browser.once('exit', () => done()));
  const quit = async () => {
    browser.kill('SIGTERM');
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const address = await new Promise<string>((found, failed) => {
      let said = '';
      const late = setTimeout(() => failed(new Error(`Firefox does not listen:\n${said}`)), START_MS);
      browser.once('exit', (status) => failed(new Error(`Firefox ended with ${status}:\n${said}`)));
      browser.stderr.on('data', (part: Buffer) => {
        said += String(part);
        const listening = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(said)?.[1];
        if (listening === undefined) return;
        clearTimeout(late);
        found(listening);
      });
    });
    return await connect(`${address}/session`, quit);
  } catch (error) {
    await quit();
    throw error;
  }
}

async function connect(address: string, quit: () => Promise<void>): Promise<Tab> {
  const socket = new WebSocket(address);
  await new Promise((open, failed) => {
    socket.addEventListener('open', open);
    socket.addEventListener('error', () => failed(new Error(`${address} does not answer`)));
  });
  const waiting = new Map<number, (message: Message) => void>();
  let faults: string[] = [];
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.id !== undefined) waiting.get(message.id)?.(message);
    else if (message.method === 'log.entryAdded' && message.params?.level === 'error')
      faults.push(message.params.text ?? '');
  });
  let last = 0;
  const send = (method: string, params: object) =>
    new Promise<unknown>((done, failed) => {
      const id = ++last;
      waiting.set(id, ({ type, result, error, message }) => {
        waiting.delete(id);
        if (type === 'success') done(result);
        else failed(new Error(`${method}: ${error ?? ''} ${message ?? ''}`));
      });
      socket.send(JSON.stringify({ id, method, params }));
    });

  const session = (await send('session.new', { capabilities: {} })) as {
    capabilities: { browserVersion: string };
  };
  await send('session.subscribe', { events: ['log.entryAdded'] });
  const tree = (await send('browsingContext.getTree', {})) as { contexts: { context: string }[] };
  const context = tree.contexts[0]?.context;
  return {
    version: session.capabilities.browserVersion,
    faults: () => {
      const said = faults;
      faults = [];
      return said;
    },
    goto: async (url) => {
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    value: async <T>(expression: string) => {
      const answer = (await send('script.evaluate', {
        expression: `Promise.resolve(${expression}).then((value) => JSON.stringify(value ?? null))`,
        target: { context },
        awaitPromise: true,
      })) as { type: string; result?: { value: string }; exceptionDetails?: { text: string } };
      if (answer.result === undefined || answer.type !== 'success')
        throw new Error(`${expression.slice(0, 200)}: ${answer.exceptionDetails?.text ?? answer.type}`);
      return JSON.parse(answer.result.value) as T;
    },
    close: async () => {
      socket.close();
      await quit();
    },
  };
}
