/** The quantities of a scenario that a form offers to vary. Any other place of the document can stand in a study's file. */
import { complete, KINDS, nodeAt, type Scenario } from '../../../../models/src/index.ts';
import { valueAt, type Path } from '../../../../models/src/path.ts';
import type { Axis } from '../../../../models/src/study/index.ts';
import type { AqmInfo } from '../../../../wasm/src/types.ts';
import { laneLetter } from '../../components/laneLook.ts';

export interface Choice {
  readonly path: string;
  readonly label: string;
  /** SI. */
  readonly unit: string;
  readonly whole: boolean;
  readonly present: number | null;
}

/** The scenario's own quantities, each of its rows', and every number among the lanes' parameters. */
export function choicesOf(document: Scenario, catalogue: readonly AqmInfo[]): readonly Choice[] {
  const whole = complete(document);
  const at = (path: string, place: Path, label: string): Choice => {
    const { unit = '1', type } = nodeAt(whole, place) ?? {};
    const value = valueAt(whole, place);
    return {
      path,
      label,
      unit,
      whole: type === 'integer',
      present: typeof value === 'number' ? value : null,
    };
  };
  const network = ['rate', 'delay', 'buffer'].map((key) =>
    at(`network.bottleneck.${key}`, ['network', 'bottleneck', key], `bottleneck ${key}`),
  );
  const chained = (whole.network.links ?? []).flatMap((_, i) =>
    ['rate', 'delay', 'buffer'].map((key) =>
      at(`network.links[${i}].${key}`, ['network', 'links', i, key], `link ${i + 1} ${key}`),
    ),
  );
  const rows = whole.traffic.flatMap((row, i) => {
    const name = whole.traffic.length === 1 ? '' : ` of row ${i + 1}`;
    const flows = at(`traffic[${i}].flows`, ['traffic', i, 'flows'], `flows${name}`);
    const rated = typeof row.rate === 'number' && KINDS.includes(row.kind);
    return rated ? [flows, at(`traffic[${i}].rate`, ['traffic', i, 'rate'], `rate${name}`)] : [flows];
  });
  const params = whole.lanes.flatMap(({ label, aqm }, lane) =>
    (catalogue.find(({ id }) => id === aqm.id)?.params ?? [])
      .filter(({ kind }) => kind === 'number' || kind === 'integer')
      .map(({ name, unit, kind, default: fallback }): Choice => {
        const value = aqm.params[name] ?? fallback;
        return {
          path: `lanes[${lane}].aqm.params.${name}`,
          label: `${name} of ${laneLetter(lane)} ${label}`,
          unit: unit === '' ? '1' : unit,
          whole: kind === 'integer',
          present: typeof value === 'number' ? value : null,
        };
      }),
  );
  return [
    ...rows,
    ...(whole.network.links === undefined ? network : chained),
    at('network.packet_size', ['network', 'packet_size'], 'packet size'),
    at('network.random_loss', ['network', 'random_loss'], 'random loss'),
    at('duration', ['duration'], 'duration'),
    ...params,
  ];
}

/** Half a decade either way of what stands there now. */
export function axisFor({ path, present, whole }: Choice): Axis {
  if (present === null || present <= 0) return { path, from: 0, to: 1, count: 5 };
  const round = (value: number) => Number(value.toPrecision(2));
  const [low, high] = [round(present / 3), round(present * 3)];
  const from = whole ? Math.max(1, Math.round(low)) : low;
  return {
    path,
    from,
    to: whole ? Math.max(from + 1, Math.round(high)) : high,
    count: 5,
    scale: 'log',
    ...(whole && { whole }),
  };
}

/** The choice that an axis varies, if the form knows it. */
export const choiceOf = (axis: Axis, choices: readonly Choice[]): Choice | undefined =>
  choices.find(({ path }) => path === (Array.isArray(axis.path) ? axis.path[0] : axis.path));
