/**
 * Fills a packet's numbers into the sentence that explains a scheme's decision (`decision` in
 * models/aqm/<id>.md). `{p_a}` gives a name with its value, `{p_a value}` only the value, `{count before}`
 * the value before the decision, `{avg among}` its position among the thresholds, and `{drawn ? p_a}` the
 * side of a probability on which the packet's random number fell. Names are the scheme's states, parameters
 * and computed values, and `waiting`, `waited`, `buffer` and `drawn`.
 */
import { t } from '../../../models/src/language.ts';
import { formatQuantity } from '../../../models/src/index.ts';
import type { LaneModel } from './model.ts';
import { amongThresholds, type PacketStory } from './packet.ts';

export type DecisionPart =
  | { readonly kind: 'text'; readonly text: string }
  /** `name` is shown as a symbol. */
  | { readonly kind: 'value'; readonly name: string | null; readonly text: string };

interface Named {
  readonly value: number | string;
  readonly before: number | null;
  readonly unit: string;
}

const print = ({ value, unit }: Pick<Named, 'value' | 'unit'>): string => {
  if (typeof value === 'string') return value;
  return Number.isNaN(value) ? '–' : formatQuantity(Number(value.toPrecision(4)), unit);
};

function named(name: string, model: LaneModel, story: PacketStory): Named | undefined {
  const state = story.state.find((one) => one.name === name);
  if (state !== undefined) return state;
  const param = model.info.params.find((one) => one.name === name);
  const given = model.resolved.params[name];
  if (param !== undefined && (typeof given === 'number' || typeof given === 'string'))
    return { value: given, before: null, unit: param.unit };
  const computed = model.resolved.computed.find((one) => one.name === name);
  if (computed !== undefined) return { ...computed, before: null };
  const own: Readonly<Record<string, Named>> = {
    waiting: { value: story.found, before: null, unit: 'packets' },
    waited: { value: story.waited ?? NaN, before: null, unit: 's' },
    buffer: { value: model.link.buffer, before: null, unit: 'packets' },
    drawn: { value: story.drawn, before: null, unit: '1' },
  };
  return own[name];
}

/** The words about the packet count in the sentences of the RED family. */
const BY_COUNT = 'With {count before} before it and itself counted that is {p_a},';

/** `unknown`: words in braces for which this scheme has no value. */
export function tellDecision(
  sentence: string,
  model: LaneModel,
  story: PacketStory,
): { readonly parts: readonly DecisionPart[]; readonly unknown: readonly string[] } {
  const unknown: string[] = [];
  const value = (name: string): Named => {
    const found = named(name, model, story);
    if (found === undefined) unknown.push(name);
    return found ?? { value: NaN, before: null, unit: '1' };
  };
  const filled = (words: string): readonly DecisionPart[] => {
    const [, drawnAgainst] = /^drawn \? (.+)$/.exec(words) ?? [];
    if (drawnAgainst !== undefined) {
      const limit = value(drawnAgainst);
      const drawn = value('drawn');
      if (Number.isNaN(drawn.value)) return [{ kind: 'text', text: t('no number was drawn for it') }];
      const sign = Number(drawn.value) < Number(limit.value) ? '<' : '≥';
      return [
        { kind: 'value', name: 'drawn', text: `${print(drawn)} ${sign}` },
        { kind: 'text', text: ' ' },
        { kind: 'value', name: drawnAgainst, text: print(limit) },
      ];
    }
    const [, name = words, how] = /^(.+) (value|before|among)$/.exec(words) ?? [];
    const found = value(name);
    const text = print(how === 'before' ? { ...found, value: found.before ?? found.value } : found);
    const among = how === 'among' ? amongThresholds(model, Number(found.value)) : '';
    return [
      { kind: 'value', name: how === 'value' ? null : name, text },
      ...(among === '' ? [] : [{ kind: 'text', text: t(' is {{among}}', { among }) } as const]),
    ];
  };
  // If drops are independent, the number of packets since the last drop has no influence.
  const independent = model.resolved.params.count_mode === 'none';
  const told = independent
    ? sentence.replace(BY_COUNT, 'Drops are independent here, so {p_a} is {p_b},')
    : sentence;
  const parts = t(told)
    .split(/(\{[^{}]+\})/)
    .flatMap((piece): readonly DecisionPart[] =>
      piece.startsWith('{') ? filled(piece.slice(1, -1)) : [{ kind: 'text', text: piece }],
    );
  return { parts, unknown };
}
