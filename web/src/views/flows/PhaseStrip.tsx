import { useMemo } from 'react';
import type { ControlId } from '../../../../models/src/index.ts';
import type { LaneScenario } from '../../../../wasm/src/types.ts';
import { rowOfFlow } from '../../lanes/packet.ts';
import type { Interval } from '../../plots/scale.ts';
import { phaseName, piecesOf, sharesOf } from './phaseStrip.ts';
import type { Windows } from './windowFigure.ts';

const HEIGHT = 10;
const percent = (share: number): string => `${share < 0.01 ? '<1' : Math.round(100 * share)} %`;

/** Below the windows: what each flow's sender did, along the same axis of time, and what the shades mean. */
export function PhaseStrip({
  lane,
  windows,
  span,
}: {
  readonly lane: LaneScenario;
  readonly windows: Windows;
  readonly span: Interval;
}) {
  const rows = useMemo(
    () =>
      windows.flows.flatMap((flow, k) => {
        const tcp: ControlId | undefined = rowOfFlow(lane, flow)?.tcp;
        if (tcp === undefined) return [];
        const pieces = piecesOf(windows.overview, k, span);
        const shares = [...sharesOf(pieces)].map(([phase, share]) => ({
          phase,
          share,
          name: phaseName(tcp, phase),
        }));
        return [{ flow, pieces, shares, tcp }];
      }),
    [lane, windows, span],
  );
  if (rows.length === 0) return null;
  const seen = new Map(rows.flatMap(({ shares }) => shares.map(({ phase, name }) => [name, phase] as const)));
  return (
    <div className="phases">
      {rows.map(({ flow, pieces, shares, tcp }) => (
        <div key={flow} className="phase-row">
          <span className="muted">flow {flow + 1}</span>
          <svg
            viewBox={`0 0 1 ${HEIGHT}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={`What flow ${flow + 1} did in the time in view: ${shares
              .map(({ name, share }) => `${name} ${percent(share)}`)
              .join(', ')}`}
          >
            {pieces.map(({ phase, from, to }) => (
              <rect key={from} x={from} width={to - from} height={HEIGHT} className={`phase-${phase}`}>
                <title>{phaseName(tcp, phase)}</title>
              </rect>
            ))}
          </svg>
        </div>
      ))}
      <ul className="phase-key muted">
        {[...seen]
          .sort(([, a], [, b]) => a - b)
          .map(([name, phase]) => (
            <li key={name}>
              <svg width="12" height="10" viewBox="0 0 12 10" aria-hidden="true">
                <rect width="12" height="10" className={`phase-${phase}`} />
              </svg>
              {name}
            </li>
          ))}
      </ul>
    </div>
  );
}
