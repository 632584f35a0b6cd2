import { decimal, t } from '../../../../models/src/language.ts';
import { T } from '../../components/T.tsx';
import { useEffect, useMemo, useState } from 'react';
import { CONTROLS, formatQuantity } from '../../../../models/src/index.ts';
import type { LaneScenario, Overview } from '../../../../wasm/src/types.ts';
import { binsToFollow, phaseAt, ROUND_TRIPS, windowAt, windowsAfter } from '../../lanes/follows.ts';
import { roundTrip } from '../../state/roundTrip.ts';
import { rowOfFlow, type PacketStory } from '../../lanes/packet.ts';
import { useApp } from '../../state/context.ts';
import { createResource } from '../../state/resource.ts';
import { scenarioKey } from '../../state/runner.ts';
import { useLooked } from '../../state/useLooked.ts';

interface Question {
  readonly lane: LaneScenario;
  readonly flow: number;
  readonly bins: number;
}

const SETTLE_MS = 100;
/** Words before the windows of the next round trips, of which there are one to three. */
function laterWords(count: number, trip: string): string {
  if (count === 1) return t('; one round trip ({{trip}}) later:', { trip });
  if (count === 2) return t('; one, two round trips ({{trip}} each) later:', { trip });
  return t('; one, two, three round trips ({{trip}} each) later:', { trip });
}
const round = (value: number): number => Number(value.toPrecision(3));
const packets = (value: number): string => (Number.isNaN(value) ? t('none') : decimal(value.toFixed(1)));

/**
 * The sender's reaction to one of its packets: its congestion window at that time and after each round trip.
 * A sender without a window shows nothing.
 */
export function PacketFollows({ lane, story }: { readonly lane: LaneScenario; readonly story: PacketStory }) {
  const app = useApp();
  const { flow, time, found } = story;
  const [runs] = useState(() =>
    createResource<Question, Overview>({
      key: ({ lane: of, flow: one, bins }) => JSON.stringify([scenarioKey(of), one, bins]),
      // The window of one flow must not stand for that of another.
      stays: (old, next) => old.flow === next.flow && scenarioKey(old.lane) === scenarioKey(next.lane),
      settle: SETTLE_MS,
      compute: async ({ lane: of, flow: one, bins }, job) =>
        (await app.client.ask('run', { lane: of, bins, windows: [one] }, job)).overview,
    }),
  );
  const row = rowOfFlow(lane, flow);
  const trip = roundTrip(lane, row, found);
  const bins = binsToFollow(lane, trip);
  const tcp = row?.tcp;
  const sends = tcp !== undefined;
  useEffect(() => {
    runs.show(sends ? [{ lane, flow, bins }] : []);
  }, [runs, lane, flow, bins, sends]);
  const [slot] = useLooked(app, runs);
  const overview = sends && slot?.status === 'done' ? slot.result : null;
  const windows = useMemo(
    () => (overview === null ? null : windowsAfter(overview, time, trip)),
    [overview, time, trip],
  );
  if (!sends) return null;
  if (overview === null || windows === null)
    return (
      <p className="packet-follows muted">
        {overview === null
          ? t('The window of flow {{flow}}…', { flow: flow + 1 })
          : t('This run is too long to list its windows round trip by round trip.')}
      </p>
    );
  const phase = t(CONTROLS[tcp].phases[phaseAt(overview, time)] ?? '');
  const [then = NaN, ...later] = windows;
  const told = later.filter((value) => !Number.isNaN(value));
  const most = Math.max(...told);
  const swollen = story.fate !== 'accepted' && most > then + 2 && (told.at(-1) ?? most) < most;
  return (
    <div className="packet-follows">
      <p>
        <T
          en={'The window of its sender was <1>{{packets}}</1> packets{{phase}}{{told}}.'}
          values={{
            packets: packets(then),
            phase: phase !== '' && t(', in {{phase}}', { phase }),
            told: told.length > 0 && (
              <>
                {laterWords(told.length, formatQuantity(round(trip), 's'))}{' '}
                {told.map((value, i) => (
                  <span key={i}>
                    {i > 0 && ', '}
                    <b>{packets(value)}</b>
                  </span>
                ))}
              </>
            ),
          }}
          tags={[<b key="1" />]}
        />
        {swollen && (
          <span className="muted">
            {' '}
            {t('While a sender without SACK recovers, each duplicate acknowledgement adds one.')}
          </span>
        )}
      </p>
      <Staircase overview={overview} time={time} trip={trip} again={story.again} />
    </div>
  );
}

const [WIDTH, HEIGHT] = [220, 48];

/**
 * The window from one round trip before the packet to the last listed one. A line marks the packet, a dot its
 * retransmission.
 */
function Staircase({
  overview,
  time,
  trip,
  again,
}: {
  readonly overview: Overview;
  readonly time: number;
  readonly trip: number;
  readonly again: number | null;
}) {
  const [from, to] = [time - trip, time + (ROUND_TRIPS + 1) * trip];
  const steps = Array.from({ length: WIDTH + 1 }, (_, x) =>
    windowAt(overview, from + ((to - from) * x) / WIDTH),
  );
  const top = steps.reduce((most, value) => (value > most ? value : most), 1);
  const y = (value: number) => (HEIGHT - 2 - ((HEIGHT - 6) * value) / top).toFixed(1);
  const x = (at: number) => ((WIDTH * (at - from)) / (to - from)).toFixed(1);
  const path = steps
    .map((value, i) => {
      const before = steps[i - 1] ?? NaN;
      if (Number.isNaN(value)) return '';
      return Number.isNaN(before) ? `M${i} ${y(value)}` : `H${i}V${y(value)}`;
    })
    .join('');
  const came = again === null || again > to - time ? null : time + again;
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} aria-hidden="true">
      {Array.from({ length: ROUND_TRIPS + 1 }, (_, k) => (
        <line
          key={k}
          x1={x(time + k * trip)}
          x2={x(time + k * trip)}
          y1={k === 0 ? 0 : HEIGHT - 8}
          y2={HEIGHT}
          className={k === 0 ? 'packet-came' : 'packet-trip'}
        />
      ))}
      <path d={path} />
      {came !== null && <circle cx={x(came)} cy={y(windowAt(overview, came) || 0)} r={3} />}
    </svg>
  );
}
