/** The engine behind a pool of workers. */
import type { PoolOptions } from './pool.ts';
import { Pool } from './pool.ts';
import type { Client } from './types.ts';

export function createPoolClient(options: PoolOptions): Client {
  const pool = new Pool(options);
  return {
    async run(lane, { bins, ...job } = {}) {
      const reply = await pool.submit({ type: 'run', lane, ...(bins === undefined ? {} : { bins }) }, job);
      if (reply.type !== 'result') throw new Error(`a run was answered with a ${reply.type}`);
      return reply.result;
    },
    async window(lane, from, to, job) {
      const reply = await pool.submit({ type: 'window', lane, from, to }, job);
      if (reply.type !== 'window') throw new Error(`a window was answered with a ${reply.type}`);
      return reply.window;
    },
    size: pool.size,
    close: () => pool.close(),
  };
}
