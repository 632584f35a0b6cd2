/** What a teacher needs beside stories and exercises: plans for a class, what a story takes for granted, and answers to open questions. */
import texts from '../../teaching/teaching.json' with { type: 'json' };

export interface PlanPart {
  readonly minutes: number;
  readonly do: string;
  /** What is opened: a story and its step, or an exercise; '' or absent: nothing. */
  readonly story?: string;
  readonly step?: string;
  readonly exercise?: string;
}

export interface Teaching {
  readonly plans: readonly {
    readonly minutes: number;
    readonly title: string;
    readonly needs: string;
    readonly parts: readonly PlanPart[];
  }[];
  /** By story. `answer`: what a good answer to its open question has. */
  readonly stories: Readonly<
    Record<string, { readonly level: number; readonly needs: string; readonly answer: string }>
  >;
  readonly levels: readonly { readonly name: string; readonly exercises: readonly string[] }[];
}

export const TEACHING: Teaching = texts;
