/**
 * Bundled and inserted into a page by browser.bench.ts: the same measurements in the browser's own JavaScript
 * engine.
 */
import { createEngine } from '../wasm/src/engine.ts';
import { measure, type Measured } from './packet-scenarios.ts';

declare global {
  interface Window {
    measurePackets?: (module: string) => Promise<Measured[]>;
  }
}

window.measurePackets = async (address) => {
  const bytes = new Uint8Array(await (await fetch(address)).arrayBuffer());
  return measure(createEngine(await WebAssembly.compile(bytes)), () => performance.now() / 1000);
};
