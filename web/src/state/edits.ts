/** Changes of a document, as pure functions. Lists are written out first, so that paths into them exist. */
import { complete } from '../../../models/src/complete.ts';
import type { Lane, Scenario, Traffic } from '../../../models/src/generated/scenario.ts';
import { asHost, nodeAt, type HostKind } from '../../../models/src/index.ts';
import { setAt, type Path } from '../../../models/src/path.ts';

/** The same scenario with its lists written out, even where they are the default. */
export function withLists(
  document: Scenario,
): Scenario & { readonly traffic: Traffic[]; readonly lanes: Lane[] } {
  const full = complete(document);
  return {
    ...document,
    traffic: document.traffic ?? (full.traffic as unknown as Traffic[]),
    lanes: document.lanes ?? full.lanes.map(({ label, aqm }) => ({ label, aqm: { id: aqm.id } })),
  };
}

/**
 * `undefined` removes the key, which restores its default. Another congestion control has other parameters.
 */
export function changeAt(document: Scenario, path: Path, value: unknown): Scenario {
  const [list, row, key] = path;
  const full = withLists(document);
  const before =
    list === 'traffic' && key === 'tcp' ? setAt(full, ['traffic', row ?? 0, 'tcp_params'], undefined) : full;
  return setAt(before, path, value) as Scenario;
}

export function changeLanes(document: Scenario, change: (lanes: readonly Lane[]) => Lane[]): Scenario {
  const full = withLists(document);
  return { ...full, lanes: change(full.lanes) };
}

const LONGEST_LABEL = nodeAt({}, ['lanes', 0, 'label'])?.maxLength ?? Infinity;

/**
 * A label that no lane has yet: "RED", then "RED 2". If the number would make the label too long, the last
 * letters of the name are cut.
 */
export function freshLabel(wanted: string, lanes: readonly Lane[]): string {
  const stem = wanted.replace(/ \d+$/, '');
  const taken = new Set(lanes.map((lane) => lane.label ?? lane.aqm?.id ?? 'red'));
  if (!taken.has(stem)) return stem;
  for (let n = 2; ; ++n) {
    const label = `${stem.slice(0, LONGEST_LABEL - String(n).length - 1)} ${n}`;
    if (!taken.has(label)) return label;
  }
}

export const addLane = (document: Scenario, id: string, name: string): Scenario =>
  changeLanes(document, (lanes) => [...lanes, { label: freshLabel(name, lanes), aqm: { id } }]);

/**
 * Changes the AQM of a lane. Parameters that both schemes have by the same name keep their values; a label
 * that the reader wrote stays.
 */
export function changeAqm(
  document: Scenario,
  lane: number,
  to: { readonly id: string; readonly name: string; readonly params: readonly string[] },
  automaticLabels: readonly string[],
): Scenario {
  return changeLanes(document, (lanes) =>
    lanes.map((old, i) => {
      if (i !== lane) return old;
      const kept = Object.entries(old.aqm?.params ?? {}).filter(([name]) => to.params.includes(name));
      const automatic = automaticLabels.includes((old.label ?? old.aqm?.id ?? '').replace(/ \d+$/, ''));
      const others = lanes.filter((_, k) => k !== lane);
      return {
        ...old,
        ...(automatic ? { label: freshLabel(to.name, others) } : {}),
        aqm: { id: to.id, ...(kept.length === 0 ? {} : { params: Object.fromEntries(kept) }) },
      };
    }),
  );
}

export function addTraffic(document: Scenario, row: Traffic): Scenario {
  const full = withLists(document);
  return { ...full, traffic: [...full.traffic, row] };
}

export function removeTraffic(document: Scenario, row: number): Scenario {
  const full = withLists(document);
  return { ...full, traffic: full.traffic.filter((_, i) => i !== row) };
}

/** Changes the kind of a traffic row: fields that both kinds have keep their values. */
export function changeKind(
  document: Scenario,
  row: number,
  kind: NonNullable<Traffic['kind']>,
  keys: readonly string[],
): Scenario {
  const full = withLists(document);
  const traffic = full.traffic.map((old, i): Traffic => {
    if (i !== row) return old;
    const kept = Object.entries(old).filter(([key]) => key !== 'kind' && keys.includes(key));
    return { kind, ...Object.fromEntries(kept) };
  });
  return { ...full, traffic };
}

/** A row with the senders of a known network stack. */
export function changeHost(document: Scenario, row: number, host: HostKind): Scenario {
  const full = withLists(document);
  return { ...full, traffic: full.traffic.map((old, i) => (i === row ? asHost(old, host) : old)) };
}
