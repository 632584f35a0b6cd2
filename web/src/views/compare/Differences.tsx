import { t } from '../../../../models/src/language.ts';
import { useMemo } from 'react';
import { complete, mergePatch, nodeAt, type Scenario } from '../../../../models/src/index.ts';
import { isObject, valueAt, without, type Path } from '../../../../models/src/path.ts';
import type { TrafficRow } from '../../../../models/src/types.ts';
import { printLegible, printQuantity } from '../../components/quantity.ts';
import { Sym } from '../../components/Sym.tsx';
import { and } from '../../lanes/answer.ts';
import { byLane, sharedName } from '../../lanes/differing.ts';
import type { LaneModel } from '../../lanes/model.ts';
import { flowsOf } from '../../lanes/rows.ts';
import { useApp } from '../../state/context.ts';
import { useStore } from '../../state/store.ts';
import '../../styles/differences.css';

interface Props {
  readonly models: readonly LaneModel[];
  /** Parameters that lanes share with different values. */
  readonly names: ReadonlySet<string>;
  /** Whether to show all of them, or only the first few. */
  readonly all: boolean;
}

interface Row {
  readonly id: string;
  /** Its name in a document. */
  readonly called: string;
  readonly name: React.ReactNode;
  readonly values: readonly (string | undefined)[];
}

/** The value of more than half of the lanes that have one; null if there is no such value. */
function usualOf(values: Row['values']): string | null {
  const there = values.filter((value) => value !== undefined);
  const count = (value: string) => there.filter((other) => other === value).length;
  return there.find((value) => 2 * count(value) > there.length) ?? null;
}

const FEW = 4;

/**
 * The differences between the lanes besides their schemes, one row for each, below the metrics that result
 * from them.
 */
export function Differences({ models, names, all }: Props) {
  const app = useApp();
  const { present } = useStore(app.history);
  const rows = useMemo(
    () => [...scenarioRows(present), ...paramRows(models, names)],
    [present, models, names],
  );
  const shown = (all ? rows : rows.slice(0, FEW)).map((row) => ({ ...row, usual: usualOf(row.values) }));
  return (
    <tbody className="differences" aria-label={t('What differs between the lanes')}>
      {shown.map(({ id, called, name, values, usual }) => (
        <tr key={id} data-differs={called}>
          <th scope="row" data-tip={t('Differs between the lanes')}>
            <span aria-hidden="true">≠ </span>
            {name}
          </th>
          {values.map((value, lane) => (
            <td key={lane} data-lane={lane}>
              {value === undefined ? (
                <span className="muted">–</span>
              ) : (
                <span className={usual !== null && value !== usual ? 'differs' : undefined}>{value}</span>
              )}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

function paramRows(models: readonly LaneModel[], names: ReadonlySet<string>): readonly Row[] {
  return [...names].map((id) => {
    const param = models
      .flatMap(({ info }) => info.params.filter((one) => sharedName(info, one) === id))
      .at(0);
    const values = byLane(models, id).map((value) => {
      if (value === undefined) return undefined;
      if (typeof value === 'number') return printLegible(value, param?.unit ?? '');
      return Array.isArray(value) ? t('{{value}} points', { value: value.length }) : String(value);
    });
    const called = param?.name ?? id;
    return { id, called, name: <Sym name={called} />, values };
  });
}

/** The lanes' own settings: network, traffic, duration, seed. */
function scenarioRows(document: Scenario): readonly Row[] {
  const lanes = document.lanes ?? [];
  const base = without(document, 'lanes');
  const paths = new Map(
    lanes.flatMap(({ set }) => leaves(set ?? {})).map((path) => [path.join('.'), path] as const),
  );
  // Returns early, because a drag calls this many times a second and most lanes have no settings of their
  // own.
  if (paths.size === 0) return [];
  const wholes = lanes.map(({ set }) => complete(mergePatch(base, set ?? {}) as Scenario));
  return [...paths].flatMap(([id, path]) => {
    const node = nodeAt(document, path);
    const values = wholes.map((whole) => printed(valueAt(whole, path), node?.unit ?? '', id));
    return new Set(values).size > 1
      ? [{ id, called: id, name: id === 'traffic' ? t('Traffic') : t(node?.label ?? id), values }]
      : [];
  });
}

/** Paths to the values that a patch sets; a list counts as one value. */
function leaves(patch: unknown, path: Path = []): readonly Path[] {
  return isObject(patch)
    ? Object.entries(patch).flatMap(([key, value]) => leaves(value, [...path, key]))
    : [path];
}

function printed(value: unknown, unit: string, id: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (id === 'traffic') return and((value as readonly TrafficRow[]).map(flowsOf));
  if (typeof value === 'number') return printQuantity(value, unit);
  if (typeof value === 'string' || typeof value === 'boolean') return String(value);
  if (!Array.isArray(value)) return JSON.stringify(value);
  const [low, high, ...more] = value as readonly unknown[];
  return typeof low === 'number' && typeof high === 'number' && more.length === 0
    ? printQuantity([low, high], unit)
    : t('{{value}} of them', { value: value.length });
}
