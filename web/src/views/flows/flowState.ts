/** What the packets of every lane say over the time that is looked at, asked for while the view is open. */
import { useEffect, useMemo, useState } from 'react';
import { observedLink } from '../../../../models/src/index.ts';
import type { LaneScenario } from '../../../../wasm/src/types.ts';
import type { App } from '../../state/app.ts';
import { createResource } from '../../state/resource.ts';
import { scenarioKey } from '../../state/runner.ts';
import type { Span } from '../../state/span.ts';
import { useStore } from '../../state/store.ts';
import { useLooked } from '../../state/useLooked.ts';
import { flowData, type FlowData } from './flowData.ts';

/** Packets of one lane that are looked at; of a longer time its end is. */
const PACKETS = 120_000;
const SETTLE_MS = 150;

interface Question {
  readonly lane: LaneScenario;
  readonly span: Span;
}

/** The time that is looked at: the window, or what is measured, as far as its packets are not too many. */
export function lookedAt(lanes: readonly LaneScenario[], span: Span | null, duration: number): Span {
  const warmup = Math.max(0, ...lanes.map((lane) => lane.warmup));
  const [from, to] = span ?? [Math.min(warmup, duration / 2), duration];
  const fastest = Math.max(
    1,
    ...lanes.map((lane) => observedLink(lane).rate / (8 * lane.network.packet_size)),
  );
  return [Math.max(from, to - PACKETS / fastest), to];
}

export function useFlowWindows(app: App, span: Span) {
  const lanes = useStore(app.lanes);
  const [windows] = useState(() =>
    createResource<Question, FlowData>({
      key: (question) => JSON.stringify([scenarioKey(question.lane), question.span]),
      settle: SETTLE_MS,
      // Read where the packets arrive, lane by lane: that of all of them, when they are drawn, would be one long task.
      compute: async ({ lane, span: [from, end] }, job) => {
        const to = Math.min(end, lane.duration);
        const packets = await app.client.ask('window', { lane, from, to }, job);
        // Taking in so many is a task of its own.
        await new Promise((next) => setTimeout(next));
        return flowData(lane, packets, from, to);
      },
    }),
  );
  const [from, to] = span;
  useEffect(() => {
    windows.show(lanes.map((lane) => ({ lane, span: [from, to] })));
  }, [windows, lanes, from, to]);
  const slots = useLooked(app, windows);
  return useMemo(() => ({ lanes, slots }), [lanes, slots]);
}
