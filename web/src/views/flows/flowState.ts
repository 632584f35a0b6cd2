/** Data from the packets of every lane in the visible window, requested while the view is open. */
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

/** The most packets of one lane that are read; of a longer window, the end is used. */
const PACKETS = 120_000;
const SETTLE_MS = 150;

interface Question {
  readonly lane: LaneScenario;
  readonly span: Span;
}

/** The interval that is read: the window or else the measured time, limited by the number of packets. */
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
      // Computed lane by lane as the packets arrive: all lanes together, at drawing, would be one long task.
      compute: async ({ lane, span: [from, end] }, job) => {
        const to = Math.min(end, lane.duration);
        const packets = await app.client.ask('window', { lane, from, to }, job);
        // Receiving so many packets is a task of its own.
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
