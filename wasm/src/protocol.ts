/**
 * The messages between a client and a worker. Every message has the number of its job; a worker has one job
 * at a time. A worker that reported a failure is not used again.
 */
import type { AnswerOf, InputOf, QuestionName } from './questions.ts';
import type { Progress, RunPart } from './types.ts';

/** First message to a worker: the compiled module. Replies: `opened` or `error`. */
export interface OpenMessage {
  readonly type: 'open';
  readonly id: number;
  readonly module: WebAssembly.Module;
}
/** A job. Replies: any number of `progress` and `part`, then one of `answer`, `cancelled`, `error`. */
export interface AskMessage<K extends QuestionName = QuestionName> {
  readonly type: 'ask';
  readonly id: number;
  readonly question: K;
  readonly input: InputOf<K>;
}
/** Stops the job. Reply: `cancelled`, within a slice; none if the job has ended already. */
export interface CancelMessage {
  readonly type: 'cancel';
  readonly id: number;
}

export type ToWorker = OpenMessage | AskMessage | CancelMessage;

export type FromWorker =
  | { readonly type: 'opened'; readonly id: number }
  | ({ readonly type: 'progress'; readonly id: number } & Progress)
  | { readonly type: 'part'; readonly id: number; readonly part: RunPart }
  | { readonly type: 'answer'; readonly id: number; readonly answer: AnswerOf<QuestionName> }
  | { readonly type: 'cancelled'; readonly id: number }
  | ErrorMessage;

/** The job has failed. */
export interface ErrorMessage {
  readonly type: 'error';
  readonly id: number;
  /**
   * True: the engine refused the input, and the worker can continue. False: the worker must not be used
   * again.
   */
  readonly refused: boolean;
  readonly message: string;
  readonly issues: readonly { readonly path: string; readonly rule: string; readonly value?: number }[];
}

/** The buffers of all columns in a message, each once: they are transferred, not copied. */
export function transferables(message: unknown): ArrayBuffer[] {
  const found = new Set<ArrayBuffer>();
  const visit = (value: unknown) => {
    if (ArrayBuffer.isView(value)) {
      if (value.buffer instanceof ArrayBuffer) found.add(value.buffer);
    } else if (Array.isArray(value)) {
      value.forEach(visit);
    } else if (typeof value === 'object' && value !== null && !(value instanceof WebAssembly.Module)) {
      Object.values(value).forEach(visit);
    }
  };
  visit(message);
  return [...found];
}
