import { t } from '../../../../models/src/language.ts';
import { useEffect, useState } from 'react';
import type { Scenario } from '../../../../models/src/index.ts';
import { cardLine, flowsOf, type CardAqm, type CardLineId } from '../../../../models/src/cards/index.ts';
import {
  MARGIN_LOSSES,
  MARGIN_TRIPS,
  marginLane,
  marginPlaces,
  type MarginPlace,
} from '../../../../models/src/cards/margins.ts';
import type { Seen } from '../../../../models/src/tune/design.ts';
import { loopSeen, shortened } from '../../../../wasm/src/loop-seen.ts';
import { EngineError } from '../../../../wasm/src/types.ts';
import { useApp } from '../../state/context.ts';

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
  const places = marginPlaces(name, aqm, cardLine(line));
  const asked = JSON.stringify(places);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const look = async (place: MarginPlace): Promise<Seen> => {
      const lane = marginLane(place, app.engine);
      if (lane === undefined) return t('its defaults do not fit this line');
      try {
        const job = { lane: shortened(lane), options: { points: 2 } };
        return loopSeen(lane, await app.client.ask('fluid', job, { signal }), 'exact');
      } catch (error) {
        if (error instanceof EngineError) return error.message;
        throw error;
      }
    };
    Promise.all((JSON.parse(asked) as readonly MarginPlace[]).map(look)).then(
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
    return <p className="muted">{t('No margins: {{first}}.', { first: first.replace(/\.$/, '') })}</p>;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t('Round trip')}</th>
          {MARGIN_LOSSES.map((loss) => (
            <th key={loss} scope="col">
              {t('{{flowsOf}} flows', { flowsOf: flowsOf(cardLine(line), loss) })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {MARGIN_TRIPS.map((trip, i) => (
          <tr key={trip}>
            <th scope="row">{t('{{trip}} ms', { trip: 1000 * trip })}</th>
            {MARGIN_LOSSES.map((loss, k) => {
              const at = i * MARGIN_LOSSES.length + k;
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
  if (!(seen.decay > 0)) return t('unstable');
  const phase = seen.phase === null ? t('no crossover') : `${seen.phase.toFixed(0)}°`;
  return seen.gain === null ? phase : `${phase}, × ${Number(seen.gain.toPrecision(2))}`;
}
