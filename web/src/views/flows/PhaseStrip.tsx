import type { Figure } from '../../plots/figure.ts';
import { PlotFrame } from '../../plots/PlotFrame.tsx';
import { vars } from '../../components/vars.ts';

/**
 * Shown below the windows: the phases of each flow's sender on the same time axis, and a key of the shades.
 */
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
