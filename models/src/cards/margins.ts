/** Where a card has margins of the fluid model: levels of congestion (RFC 7928 section 8.2) and round trips. */
import type { AqmRules } from '../aqm-rules.ts';
import type { Aqm, Scenario } from '../generated/scenario.ts';
import { lanes } from '../lanes.ts';
import { standScenario } from '../tune/stand.ts';
import type { LaneScenario } from '../types.ts';
import { validate } from '../validate.ts';
import type { CardAqm } from './card.ts';
import type { CardLine } from './lines.ts';
import { flowsOf } from './rows.ts';

/** Mild, medium and heavy congestion. */
export const MARGIN_LOSSES = [0.001, 0.005, 0.01] as const;
/** s */
export const MARGIN_TRIPS = [0.03, 0.1, 0.3] as const;

export interface MarginPlace {
  readonly flows: number;
  /** The round trip without queueing, s. */
  readonly trip: number;
  readonly scenario: Scenario;
}

/** Row by row: every level of congestion for each round trip. */
export const marginPlaces = (name: string, aqm: CardAqm, line: CardLine): readonly MarginPlace[] =>
  MARGIN_TRIPS.flatMap((trip) =>
    MARGIN_LOSSES.map((loss): MarginPlace => {
      const flows = flowsOf(line, loss);
      return { flows, trip, scenario: standScenario(line, [{ label: name, aqm: aqm as Aqm }], flows, trip) };
    }),
  );

/** The lane of a place; undefined if the scheme's defaults do not fit the line. */
export function marginLane({ scenario }: MarginPlace, rules: AqmRules): LaneScenario | undefined {
  const checked = validate(scenario, rules);
  return checked.ok ? lanes(checked.scenario)[0] : undefined;
}
