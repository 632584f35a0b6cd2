import type { Figure } from '../../plots/figure.ts';
import { PlotFrame } from '../../plots/PlotFrame.tsx';
import { vars } from '../../components/vars.ts';

/** Below the windows: what each flow's sender did, along the same axis of time, and what the shades mean. */
export function PhaseStrip({ figure, stale }: { readonly figure: Figure; readonly stale: boolean }) {
  return (
    <div className="phases" style={vars({ '--strips': figure.y.places?.length ?? 0 })}>
      <PlotFrame figure={figure} stale={stale} />
      <ul className="phase-key muted">
        {figure.shades?.map(({ colour, alpha, label }) => (
          <li key={label}>
            <svg width="12" height="10" viewBox="0 0 12 10" aria-hidden="true">
              <rect width="12" height="10" fill={`var(--${colour})`} fillOpacity={alpha} />
            </svg>
            {label}
          </li>
        ))}
      </ul>
    </div>
  );
}
