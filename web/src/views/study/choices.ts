/**
 * The quantities of a scenario that the form can vary. A study's file can vary any other path of the
 * document, too.
 */
import { told } from '../../../../models/src/told.ts';
import { t } from '../../../../models/src/language.ts';
import {
  complete,
  infoOf,
  formatQuantity,
  KINDS,
  lanes,
  nodeAt,
  type Issue,
  type Scenario,
} from '../../../../models/src/index.ts';
import { KNOB_INFO, knobAt, KNOBS, placeOfEdit, type KnobName } from '../../../../models/src/knobs.ts';
import { showPath, valueAt, without, type Path } from '../../../../models/src/path.ts';
import type { Axis, Range, Study } from '../../../../models/src/study/index.ts';
import type { AqmInfo } from '../../../../wasm/src/types.ts';
import { laneLetter } from '../../components/laneLook.ts';

const LINK_WORDS = { rate: 'rate', delay: 'delay', buffer: 'buffer' } as const;

/** The headings under which the form lists them. */
export const GROUP_NAMES = ['Values', 'Knobs', 'Parameters'] as const;

export interface Choice {
  /** The part of an axis that names it. */
  readonly varied: { readonly path: string } | { readonly knob: KnobName };
  readonly group: (typeof GROUP_NAMES)[number];
  /** Set if another choice is the same quantity: this one appears only if a study's file uses it. */
  readonly twin?: boolean;
  readonly label: string;
  /** SI unit. */
  readonly unit: string;
  readonly whole: boolean;
  readonly present: number | null;
  /** For a knob: the limits in this scenario. */
  readonly limits?: readonly [number, number];
}

/** The scenario's own quantities, those of each row, and every numeric parameter of the lanes. */
export function choicesOf(document: Scenario, catalogue: readonly AqmInfo[]): readonly Choice[] {
  const whole = complete(document);
  const at = (path: string, place: Path, words: () => string): Choice => {
    const { unit = '1', type } = nodeAt(whole, place) ?? {};
    const value = valueAt(whole, place);
    return {
      varied: { path },
      group: 'Values',
      get label() {
        return words();
      },
      unit,
      whole: type === 'integer',
      present: typeof value === 'number' ? value : null,
    };
  };
  const network = (['rate', 'delay', 'buffer'] as const).map((key) =>
    at(`network.bottleneck.${key}`, ['network', 'bottleneck', key], () =>
      t('bottleneck {{key}}', { key: t(LINK_WORDS[key]) }),
    ),
  );
  const chained = (whole.network.links ?? []).flatMap((_, i) =>
    (['rate', 'delay', 'buffer'] as const).map((key) =>
      at(`network.links[${i}].${key}`, ['network', 'links', i, key], () =>
        t('link {{i}} {{key}}', { i: i + 1, key: t(LINK_WORDS[key]) }),
      ),
    ),
  );
  const rows = whole.traffic.flatMap((row, i) => {
    const name = () => (whole.traffic.length === 1 ? '' : t(' of row {{i}}', { i: i + 1 }));
    const flows = at(`traffic[${i}].flows`, ['traffic', i, 'flows'], () => `${t('flows')}${name()}`);
    const rated = typeof row.rate === 'number' && KINDS.includes(row.kind);
    return rated
      ? [flows, at(`traffic[${i}].rate`, ['traffic', i, 'rate'], () => `${t('rate')}${name()}`)]
      : [flows];
  });
  const params = whole.lanes.flatMap(({ label, aqm }, lane) =>
    (infoOf(catalogue, aqm)?.params ?? [])
      .filter(({ kind }) => kind === 'number' || kind === 'integer')
      .map(({ name, unit, kind, default: fallback }): Choice => {
        const value = aqm.params[name] ?? fallback;
        return {
          varied: { path: `lanes[${lane}].aqm.params.${name}` },
          group: 'Parameters',
          get label() {
            return t('{{name}} of {{laneLetter}} {{label}}', { name, laneLetter: laneLetter(lane), label });
          },
          unit: unit === '' ? '1' : unit,
          whole: kind === 'integer',
          present: typeof value === 'number' ? value : null,
        };
      }),
  );
  const values = [
    ...rows,
    ...(whole.network.links === undefined ? network : chained),
    at('network.packet_size', ['network', 'packet_size'], () => t('packet size')),
    at('network.random_loss', ['network', 'random_loss'], () => t('random loss')),
    at('duration', ['duration'], () => t('duration')),
  ];
  return [...values, ...knobsOf(document, values), ...params];
}

/** The knobs that the scenario supports. */
function knobsOf(document: Scenario, values: readonly Choice[]): readonly Choice[] {
  const [bare] = lanes({ ...document, lanes: [{}] });
  if (bare === undefined) return [];
  return KNOBS.flatMap((knob): readonly Choice[] => {
    const { present, limits, edits } = knobAt(bare, knob);
    if (present === null || typeof edits === 'string') return [];
    const places = edits(present).map((edit) =>
      showPath(placeOfEdit(document, null, bare.network.observed, edit)),
    );
    const twin = values.some(
      (value) => value.present === present && places.length === 1 && keyOf(value) === places[0],
    );
    const { label, unit, whole } = KNOB_INFO[knob];
    return [
      {
        varied: { knob },
        group: 'Knobs',
        twin,
        get label() {
          return t(label);
        },
        unit,
        whole,
        present,
        limits,
      },
    ];
  });
}

/** Identifies a choice: no path has the name of a knob. */
export const keyOf = ({ varied }: Choice): string => ('knob' in varied ? varied.knob : varied.path);

/** Half a decade on each side of the present value. */
export function axisFor({ varied, present, whole, limits = [-Infinity, Infinity] }: Choice): Axis {
  if (present === null || present <= 0) return { ...varied, from: 0, to: 1, count: 5 };
  const round = (value: number) => Number(value.toPrecision(2));
  // The rest of the path limits the round trip from below, so the rounded range has to be inside the limits.
  const [least, most] = [round(limits[0] * 1.05), round(limits[1] * 0.95)];
  const [low, high] = [Math.max(least, round(present / 3)), Math.min(most, round(present * 3))];
  const from = whole ? Math.max(1, Math.round(low)) : low;
  return {
    ...varied,
    from,
    to: whole ? Math.max(from + 1, Math.round(high)) : high,
    count: 5,
    scale: 'log',
    ...(whole && { whole }),
  };
}

/** The number of paths in a design made by the form: enough to see which quantity matters. */
const PATHS = 10;

/** Combines axes with ranges into one sample over all of them. */
export const sampledOf = (axes: readonly Axis[]): Axis => ({
  sample: 'morris',
  count: PATHS,
  over: axes.flatMap(({ from, to, ...axis }) =>
    from === undefined || to === undefined ? [] : [{ ...without(axis, 'count', 'values'), from, to }],
  ),
});

/** The reverse: one axis for each quantity. */
export const apartOf = ({ over = [] }: Axis): readonly Axis[] =>
  over.map((range) => ({ ...range, count: 5 }));

/** The varied quantities, one for each factor: the axes, and the ranges of a sampled axis. */
export const rangesOf = ({ axes }: Pick<Study, 'axes'>): readonly (Axis | Range)[] =>
  axes.flatMap((axis): readonly (Axis | Range)[] => axis.over ?? [axis]);

/** The choice that an axis varies, if the form has it. */
export const choiceOf = ({ path, knob }: Pick<Axis, 'path' | 'knob'>, choices: readonly Choice[]) => {
  const key = knob ?? (Array.isArray(path) ? path[0] : path);
  return choices.find((choice) => keyOf(choice) === key);
};

/** An issue of a study in the form's terms: "flows, from: must be at least 1." */
export function issueText(
  { path, value, rule, message }: Issue,
  axes: readonly Axis[],
  choices: readonly Choice[],
): string {
  const [, place = '', key] = /^axes\[(\d+)\](?:\.(\w+))?/.exec(path) ?? [];
  const axis = place === '' ? undefined : axes[Number(place)];
  const choice = axis && choiceOf(axis, choices);
  if (choice === undefined) return told(message);
  const of = key === undefined || key === 'knob' || key === 'path' ? '' : `, ${t(key)}`;
  const shown = typeof value === 'number' ? ` = ${formatQuantity(value, choice.unit)}` : '';
  const own =
    axis?.knob !== undefined && rule.startsWith(`${axis.knob} `) ? `it${rule.slice(axis.knob.length)}` : rule;
  return `${choice.label}${of}${shown}: ${told(own)}.`;
}
