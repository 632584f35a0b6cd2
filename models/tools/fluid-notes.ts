/**
 * What the engine says of the fluid model of each scheme and of each sender: why there is none, and what it leaves out.
 * The sentences stand in the engine; here they are asked of it, so that translators have all of them.
 */
import type { LocalEngine } from '../../wasm/src/engine.ts';
import type { LaneScenario, TrafficRow } from '../../wasm/src/types.ts';
import { CONTROLS } from '../src/generated/facts.ts';
import { formOf } from '../src/told.ts';
import type { AqmInfo, Params } from '../src/types.ts';

const ROW = { kind: 'ftp', flows: 5, direction: 'forward', start: 0 } as const;

const lane = (id: string, params: Params, row: TrafficRow): LaneScenario => ({
  label: id,
  seed: 1,
  duration: 1,
  warmup: 0,
  network: {
    // Room for every scheme's thresholds.
    links: [{ rate: 10e6, delay: 0.02, buffer: 1000, managed: true }],
    observed: 0,
    access: { rate: 100e6, delay: 0 },
    packet_size: 1500,
    random_loss: 0,
  },
  traffic: [row],
  aqm: { id, params },
});

/** A scheme as it is, with marks, and with each word that one of its parameters can be. */
function lanesOf({ id, params }: AqmInfo): readonly LaneScenario[] {
  const marking = params.some(({ name }) => name === 'ecn') ? [{ ecn: true }] : [];
  const worded = params.flatMap(({ name, choices = [] }) => choices.map((word) => ({ [name]: word })));
  return [{}, ...marking, ...worded].map((given) => lane(id, given, { ...ROW, ecn: 'ecn' in given }));
}

/** Each sender with drops and, if it has an answer to them, with marks. */
const ofSenders = (): readonly LaneScenario[] =>
  Object.entries(CONTROLS).flatMap(([tcp, { ecn: answer }]) =>
    (answer === 'none' ? [false] : [false, true]).map((ecn) =>
      lane('red', { ecn }, { ...ROW, tcp, ecn } as TrafficRow),
    ),
  );

/** Sentences without a form in models/src/told.ts. */
export function fluidNotes({
  catalogue,
  fluid,
}: Pick<LocalEngine, 'catalogue' | 'fluid'>): readonly string[] {
  const said = [...catalogue.flatMap(lanesOf), ...ofSenders()].flatMap((one) => {
    const { note, apart, assumptions, issues } = fluid(one);
    return [note, apart, ...assumptions, ...issues.map(({ rule }) => rule)];
  });
  const known = (text: string) => text === '' || formOf(text) !== undefined;
  return [...new Set(said)]
    .filter((text) => !known(text))
    .flatMap((text) => text.split(/(?<=\.) (?=[A-Z])/))
    .filter((text) => !known(text));
}
