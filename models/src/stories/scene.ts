/** The document of a step: lanes of an exhibit in the gallery, changed by the step. */
import type { Exhibit } from '../generated/exhibit.ts';
import type { Lane, Scenario } from '../generated/scenario.ts';
import type { Drawing, Knob, Step } from '../generated/story.ts';
import { mergePatch } from '../merge-patch.ts';
import { without, type Path } from '../path.ts';

export const letterOf = (lane: number): string => String.fromCharCode('A'.charCodeAt(0) + lane);

/** What a scene is made of: a scenario, and how it is looked at. */
export type Source = Pick<Exhibit, 'scenario' | 'look'>;

/** A step's own scenario, or its exhibit; undefined if the exhibit does not exist. */
export const sourceOf = ({ scenario, exhibit }: Step, exhibits: readonly Exhibit[]): Source | undefined =>
  scenario === undefined ? exhibits.find(({ id }) => id === exhibit) : { scenario, look: {} };

/** Labels that a step names but its exhibit does not have. */
export function strangers({ lanes = [] }: Step, { scenario }: Source): readonly string[] {
  const labels = new Set(((scenario as Scenario).lanes ?? []).map(({ label }) => label));
  return lanes.filter((lane): lane is string => typeof lane === 'string' && !labels.has(lane));
}

/** Before the answer, a step may hide lanes and their names. */
export function sceneOf(step: Step, source: Source, answered: boolean): Scenario {
  const whole = source.scenario as Scenario;
  const all = whole.lanes ?? [];
  const chosen = (step.lanes ?? all).flatMap((lane): Lane[] => {
    if (typeof lane !== 'string') return [lane];
    return all.filter(({ label }) => label === lane);
  });
  const shown = answered ? chosen : chosen.slice(0, step.first);
  const hidden = step.nameless === true && !answered;
  const lanes = hidden ? shown.map((lane, i) => ({ ...lane, label: `Trace ${i + 1}` })) : shown;
  const base = mergePatch(without(whole, 'lanes'), step.change ?? {}) as Scenario;
  return { ...base, lanes };
}

/** The paths that a knob sets in a scene: `lanes.B.aqm.params.max_p` is a path into the second lane. */
export function pathsOf({ at }: Pick<Knob, 'at'>): readonly Path[] {
  return at.map((place) =>
    place.split('.').map((step, i, all) => {
      if (/^\d+$/.test(step)) return Number(step);
      return i === 1 && all[0] === 'lanes' ? step.charCodeAt(0) - 'A'.charCodeAt(0) : step;
    }),
  );
}

/** A drawing is compared with the quantity's mean in as many parts of its time. */
export const DRAWN_PARTS = 12;

/** The computed values of a drawing, as expressions. */
export function drawnOf({ of, lane, from, to }: Drawing): readonly string[] {
  const edge = (i: number) => from + ((to - from) * i) / DRAWN_PARTS;
  return Array.from({ length: DRAWN_PARTS }, (_, i) => `${of}(${lane}, ${edge(i)}, ${edge(i + 1)})`);
}
