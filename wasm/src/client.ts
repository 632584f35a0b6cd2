/** The engine behind pools of workers, for browser and Node. */
import type { PoolOptions } from './pool.ts';
import { Pool } from './pool.ts';
import { QUESTIONS, type AnswerOf, type InputOf, type QuestionName } from './questions.ts';
import type { JobOptions } from './types.ts';

export interface Client {
  ask<K extends QuestionName>(question: K, input: InputOf<K>, job?: JobOptions): Promise<AnswerOf<K>>;
  /** Workers in the pool. */
  readonly size: number;
  close(): void;
}

export interface ClientOptions extends PoolOptions {
  /** The module of the fluid model, loaded when it is needed. */
  readonly fluidModule: PoolOptions['module'];
}

/** Each module has a pool of its own, whose workers are created with its first question. */
export function createPoolClient({ fluidModule, ...options }: ClientOptions): Client {
  const pools = { packets: new Pool(options), fluid: new Pool({ ...options, module: fluidModule }) };
  return {
    ask: (question, input, job) => pools[QUESTIONS[question].module].submit(question, input, job),
    size: options.size,
    close: () => {
      pools.packets.close();
      pools.fluid.close();
    },
  };
}
