import { t } from '../../../../models/src/language.ts';
import { useEffect, useState } from 'react';
import { listing } from '../../../../models/src/program/stops.ts';
import type { LaneScenario, ProgramStops } from '../../../../wasm/src/types.ts';
import type { PacketStory } from '../../lanes/packet.ts';
import { useApp } from '../../state/context.ts';
import { createResource } from '../../state/resource.ts';
import { scenarioKey } from '../../state/runner.ts';
import { useLooked } from '../../state/useLooked.ts';

interface Question {
  readonly lane: LaneScenario;
  readonly at: number;
}

const SETTLE_MS = 100;

/**
 * The lines of a lane's program that one packet passed. When the reader opens this, the lane runs again up to
 * the packet's time.
 */
export function PacketProgram({
  lane,
  text,
  story,
}: {
  readonly lane: LaneScenario;
  readonly text: string;
  readonly story: PacketStory;
}) {
  const [open, setOpen] = useState(false);
  return (
    <details
      className="packet-program"
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{t('The program line by line')}</summary>
      {open && <Lines lane={lane} text={text} story={story} />}
    </details>
  );
}

function Lines({ lane, text, story: { time, which } }: Parameters<typeof PacketProgram>[0]) {
  const app = useApp();
  const [runs] = useState(() =>
    createResource<Question, ProgramStops>({
      key: ({ lane: of, at }) => JSON.stringify([scenarioKey(of), at]),
      stays: () => false,
      settle: SETTLE_MS,
      compute: ({ lane: of, at }, job) => app.client.ask('stops', { lane: of, at }, job),
    }),
  );
  useEffect(() => {
    runs.show([{ lane, at: time }]);
  }, [runs, lane, time]);
  const [slot] = useLooked(app, runs);
  const result = slot?.status === 'done' ? slot.result : null;
  if (slot?.status === 'failed') return <p className="muted">{slot.error}</p>;
  if (result === null) return <p className="muted">{t('The lane runs to this packet…')}</p>;
  const lines = listing(text, app.engine.program(text), result, which);
  if (lines.length === 0)
    return (
      <p className="muted">
        {which.leaving
          ? t('The program has no event “on depart”.')
          : t('The program has no event “on arrive”: each packet that arrives is accepted.')}
      </p>
    );
  return (
    <div className="packet-lines" tabIndex={0} role="region" aria-label={t('The program line by line')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('Line')}</th>
            <th scope="col">{t('Text')}</th>
            <th scope="col">{t('What happened')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ line, text: code, told }) => (
            <tr key={line} data-reached={told.length > 0 || undefined}>
              <td>{line}</td>
              <td>
                <code>{code}</code>
              </td>
              <td>
                {told.map((one, i) => (
                  <div key={i}>{one}</div>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
