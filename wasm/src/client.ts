/** The engine behind a pool of workers. */
import { mapBuilder } from './fluid.ts';
import type { PoolOptions } from './pool.ts';
import { Pool } from './pool.ts';
import type { Client } from './types.ts';

export interface ClientOptions extends PoolOptions {
  /** The module of the fluid model, asked for when it is needed. */
  readonly fluidModule: PoolOptions['module'];
}

export function createPoolClient({ fluidModule, ...options }: ClientOptions): Client {
  const pool = new Pool(options);
  /** A module, and so a pool, of its own: its workers are made with the first question about the fluid model. */
  const fluid = new Pool({ ...options, module: fluidModule });
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
    async fluid(lane, { signal, ...options } = {}) {
      const reply = await fluid.submit(
        { type: 'fluid', lane, options },
        signal === undefined ? {} : { signal },
      );
      if (reply.type !== 'fluid') throw new Error(`a fluid model was answered with a ${reply.type}`);
      return reply.fluid;
    },
    async design(lane, rule) {
      const reply = await fluid.submit({ type: 'design', lane, rule });
      if (reply.type !== 'design') throw new Error(`a design was answered with a ${reply.type}`);
      return reply.design;
    },
    async hopf(request, { signal } = {}) {
      const reply = await fluid.submit({ type: 'hopf', request }, signal === undefined ? {} : { signal });
      if (reply.type !== 'hopf') throw new Error(`a search was answered with a ${reply.type}`);
      return reply.hopf;
    },
    async stabilityMap(request, { signal, onProgress } = {}) {
      const { map, put } = mapBuilder(request);
      const x = Array.from(map.x);
      const total = map.growth.length;
      let next = 0;
      let done = 0;
      // Each worker takes row after row, so that other jobs find their turn between two rows.
      const take = async () => {
        for (let row = next++; row < map.y.length; row = next++) {
          const job = { type: 'mapRow', request, x, y: map.y[row] ?? NaN } as const;
          const reply = await fluid.submit(job, signal === undefined ? {} : { signal });
          if (reply.type !== 'mapRow') throw new Error(`a row was answered with a ${reply.type}`);
          put(row, reply.numbers);
          onProgress?.({ done: (done += x.length), total });
        }
      };
      await Promise.all(Array.from({ length: pool.size }, take));
      return map;
    },
    size: pool.size,
    close: () => {
      pool.close();
      fluid.close();
    },
  };
}
