import { t } from '../../../../models/src/language.ts';
import { useEffect, useState } from 'react';
import { lanes, validate, type Aqm, type Scenario } from '../../../../models/src/index.ts';
import { cardLine, flowsOf, type CardAqm, type CardLineId } from '../../../../models/src/cards/index.ts';
import type { Seen } from '../../../../models/src/tune/design.ts';
import { standScenario } from '../../../../models/src/tune/stand.ts';
import { loopSeen, shortened } from '../../../../wasm/src/loop-seen.ts';
import { EngineError } from '../../../../wasm/src/types.ts';
import { useApp } from '../../state/context.ts';

/** Mild, medium and heavy congestion (RFC 7928 section 8.2). */
const LOSSES = [0.001, 0.005, 0.01] as const;
/** s */
const TRIPS = [0.03, 0.1, 0.3] as const;

interface Place {
  readonly flows: number;
  readonly trip: number;
  readonly scenario: Scenario;
}
const placesOf = (name: string, aqm: CardAqm, line: CardLineId): readonly Place[] => {
  const at = cardLine(line);
  return TRIPS.flatMap((trip) =>
    LOSSES.map((loss): Place => {
      const flows = flowsOf(at, loss);
      return { flows, trip, scenario: standScenario(at, [{ label: name, aqm: aqm as Aqm }], flows, trip) };
    }),
  );
};

interface Props {
  readonly name: string;
  readonly aqm: CardAqm;
  readonly line: CardLineId;
  /** Opens the model at a place. */
  readonly onOpen: (scenario: Scenario) => void;
}

/** The margins of the fluid model at three levels of congestion and three round trips. */
export function Margins({ name, aqm, line, onOpen }: Props) {
  const app = useApp();
  const [found, setFound] = useState<readonly Seen[] | null>(null);
  const places = placesOf(name, aqm, line);
  const asked = JSON.stringify(places);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const look = async ({ scenario }: Place): Promise<Seen> => {
      const checked = validate(scenario, app.engine);
      const [lane] = checked.ok ? lanes(checked.scenario) : [];
      if (lane === undefined) return t('its defaults do not fit this line');
      try {
        const job = { lane: shortened(lane), options: { points: 2 } };
        return loopSeen(lane, await app.client.ask('fluid', job, { signal }), 'exact');
      } catch (error) {
        if (error instanceof EngineError) return error.message;
        throw error;
      }
    };
    Promise.all((JSON.parse(asked) as readonly Place[]).map(look)).then(
      (all) => {
        if (!signal.aborted) setFound(all);
      },
      (error: unknown) => {
        const message = error instanceof Error ? error.message : String(error);
        if (!signal.aborted) setFound([message]);
      },
    );
    return () => controller.abort();
  }, [app, asked]);
  if (found === null) return <p className="muted">{t('The fluid model is being solved…')}</p>;
  const [first] = found;
  if (typeof first === 'string' && found.every((one) => one === first))
    return <p className="muted">{t('No margins: {{first}}.', { first })}</p>;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t('Round trip')}</th>
          {LOSSES.map((loss) => (
            <th key={loss} scope="col">
              {t('{{flowsOf}} flows', { flowsOf: flowsOf(cardLine(line), loss) })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {TRIPS.map((trip, i) => (
          <tr key={trip}>
            <th scope="row">{t('{{trip}} ms', { trip: 1000 * trip })}</th>
            {LOSSES.map((loss, k) => {
              const at = i * LOSSES.length + k;
              const place = places[at];
              const seen = found[at];
              return (
                <td key={loss}>
                  {place !== undefined && seen !== undefined && (
                    <button type="button" className="link" onClick={() => onOpen(place.scenario)}>
                      {seenText(seen)}
                    </button>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function seenText(seen: Seen): string {
  if (typeof seen === 'string') return seen;
  if (!(seen.decay > 0)) return 'unstable';
  const phase = seen.phase === null ? t('no crossover') : `${seen.phase.toFixed(0)}°`;
  return seen.gain === null ? phase : `${phase}, × ${Number(seen.gain.toPrecision(2))}`;
}
