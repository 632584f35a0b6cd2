/**
 * npm run firefox: the built page in a Firefox on this machine (FIREFOX_PATH, or the system's). Checks that
 * digests and metrics of every scheme equal those in Node, and that every view shows its plots without an
 * error. Without Firefox it prints a message.
 */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { buildSync } from 'esbuild';
import { lanes, presets } from '../../models/src/index.ts';
import { loadEngine } from '../../wasm/src/node.ts';
import type { OpenRun } from '../../wasm/src/engine.ts';
import { agreed, digestLanes } from '../../wasm/tests/digest-lanes.ts';
import { at, fail, Refusal, say } from '../../scripts/lib/project.mjs';
import { freePort } from '../../scripts/lib/ports.mjs';
import { firefox } from '../../scripts/lib/tools.mjs';
import { serve } from '../../scripts/serve.mjs';
import { openFirefox, type Tab } from './bidi.ts';

const IN_PAGE = `
  import { createEngine } from './wasm/src/engine.ts';
  import { agreed, digestLanes } from './wasm/tests/digest-lanes.ts';
  globalThis.digests = async (address) => {
    const engine = createEngine(await WebAssembly.compileStreaming(fetch(address)));
    return digestLanes(engine.catalogue).map((lane) => {
      const run = engine.open(lane);
      while (!run.advance(50000));
      const result = run.result();
      run.close();
      return lane.label + ' ' + agreed(result);
    });
  };
`;

const finished = (run: OpenRun) => {
  while (!run.advance(50_000));
  const result = run.result();
  run.close();
  return result;
};

let failed = 0;
function judge(what: string, faults: readonly string[]): void {
  if (faults.length > 0) ++failed;
  say(
    `${faults.length === 0 ? 'ok    ' : 'failed'} ${what}${faults.map((fault) => `\n       ${fault}`).join('')}`,
  );
}

async function sameDigests(tab: Tab): Promise<void> {
  const engine = await loadEngine();
  const inNode = digestLanes(engine.catalogue).map(
    (lane) => `${lane.label} ${agreed(finished(engine.open(lane)))}`,
  );
  const bundle = buildSync({
    stdin: { contents: IN_PAGE, resolveDir: at('.'), loader: 'ts' },
    bundle: true,
    write: false,
    format: 'iife',
  });
  const module = readdirSync(at('dist', 'assets')).find((name) => /^aqm-.*\.wasm$/.test(name));
  if (module === undefined) throw new Refusal('dist has no engine: npm run build');
  await tab.value(`(() => { ${bundle.outputFiles[0]?.text ?? ''} })()`);
  const inPage = await tab.value<string[]>(`globalThis.digests('assets/${module}')`);
  const other = inNode.filter((line, i) => line !== inPage[i]);
  judge(`${inNode.length} runs as in Node: digest, events and every metric`, other);
}

async function sameRunsOnThePage(tab: Tab): Promise<void> {
  const engine = await loadEngine();
  const [first] = presets;
  if (first === undefined) throw new Error('there are presets');
  const inNode = lanes(await first.load()).map((lane) => finished(engine.open(lane)).digest);
  const shown = await tab.value<{ digest: string }[]>('window.aqm.runs()');
  const digests = shown.map(({ digest }) => digest);
  judge(
    `the page's own runs of ${digests.length} lanes`,
    digests.join() === inNode.join() ? [] : [`${digests.join()} is not ${inNode.join()}`],
  );
}

async function everyView(tab: Tab): Promise<void> {
  const TABS = `[...document.querySelectorAll('nav.tabs button')]`;
  const names = await tab.value<string[]>(`${TABS}.map((button) => button.textContent)`);
  for (const [i, name] of names.entries()) {
    await tab.value(`${TABS}[${i}].click()`);
    await tab.value('window.aqm.ready()');
    const { text, plots } = await tab.value<{ text: number; plots: number }>(
      `({ text: document.querySelector('main').innerText.length, plots: window.aqm.plots().length })`,
    );
    judge(`${name}: ${plots} plots`, [...tab.faults(), ...(text > 100 ? [] : ['it is empty'])]);
  }
  if (names.length < 4) judge('the views', [`there are ${names.length}`]);
}

async function main(): Promise<void> {
  const program = firefox();
  if (program === undefined) {
    say('There is no Firefox here: skipped. FIREFOX_PATH says where one is.');
    return;
  }
  if (!existsSync(at('dist', 'index.html'))) throw new Refusal('There is no dist: npm run build');
  const server = await serve('dist', { port: await freePort() });
  try {
    const tab = await openFirefox(program);
    try {
      say(`Firefox ${tab.version}`);
      await tab.goto(server.url);
      await tab.value('window.aqm.ready()');
      judge('the page opens', tab.faults());
      await sameRunsOnThePage(tab);
      await sameDigests(tab);
      await everyView(tab);
    } finally {
      await tab.close();
    }
  } finally {
    server.close();
  }
  if (failed > 0) process.exitCode = 1;
}

// Node 20 has WebSocket behind a switch only.
if (!('WebSocket' in globalThis)) {
  const again = spawn(
    process.execPath,
    ['--experimental-websocket', ...process.execArgv, ...process.argv.slice(1)],
    {
      stdio: 'inherit',
    },
  );
  again.once('exit', (status) => (process.exitCode = status ?? 1));
} else {
  main().catch(fail);
}
