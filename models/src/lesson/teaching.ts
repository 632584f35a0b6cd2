/**
 * Material for teachers besides stories and exercises: plans for a class, required knowledge for each story,
 * and answers to open questions.
 */
import texts from '../../teaching/teaching.json' with { type: 'json' };

export interface PlanPart {
  readonly minutes: number;
  readonly do: string;
  /** What to open: a story and its step, or an exercise; '' or absent: nothing. */
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
  /** By story. `answer`: the points of a good answer to its open question. */
  readonly stories: Readonly<
    Record<string, { readonly level: number; readonly needs: string; readonly answer: string }>
  >;
  readonly levels: readonly { readonly name: string; readonly exercises: readonly string[] }[];
}

export const TEACHING: Teaching = texts;
