import { decimal, listMark, t } from '../../../../models/src/language.ts';
import type { CellResult } from '../../../../models/src/papers/index.ts';
import { medianOf } from '../../../../models/src/statistics.ts';
import type { Place } from './strip.ts';

const percent = (share: number): string => `${(100 * share).toFixed(2)}%`;

/**
 * Theirs, an open diamond, and ours: a dot with its interval, a bar at the median, a small dot for each seed, on the
 * table's scale.
 */
export function Strip({ cell, place }: { readonly cell: CellResult; readonly place: Place }) {
  const { published, ours, values } = cell;
  const median = medianOf(values);
  return (
    <svg className="strip" aria-hidden="true">
      <line className="strip-ground" x1="0" x2="100%" y1="50%" y2="50%" />
      {ours !== undefined && (
        <>
          {ours.ci95 !== undefined && (
            <line
              className="strip-interval"
              x1={percent(place(ours.ci95[0]))}
              x2={percent(place(ours.ci95[1]))}
              y1="50%"
              y2="50%"
            />
          )}
          {values.map(
            (value, k) =>
              // Seeds have an order, and two of them may give one value.
              Number.isFinite(value) && (
                <circle key={k} className="strip-seed" cx={percent(place(value))} cy="50%" r="1.4" />
              ),
          )}
          {median !== undefined && (
            <line
              className="strip-median"
              x1={percent(place(median))}
              x2={percent(place(median))}
              y1="15%"
              y2="85%"
            />
          )}
          <circle className="strip-ours" cx={percent(place(ours.mean))} cy="50%" r="3.5" />
        </>
      )}
      {published !== undefined && (
        <svg x={percent(place(published))} y="50%" overflow="visible">
          <path className="strip-theirs" d="M0-5.5 5.5 0 0 5.5-5.5 0z" />
        </svg>
      )}
    </svg>
  );
}

/** What the strips below stand on: round values at their places. */
export function StripAxis({ place }: { readonly place: Place }) {
  return (
    <svg
      className="strip strip-axis"
      role="img"
      aria-label={t('Scale with {{ticks}}', {
        ticks: place.ticks.map((tick) => decimal(String(tick))).join(listMark()),
      })}
    >
      {place.ticks.map((tick) => (
        <g key={tick}>
          <line x1={percent(place(tick))} x2={percent(place(tick))} y1="75%" y2="100%" />
          <text x={percent(place(tick))} y="62%" textAnchor={place(tick) < 0.1 ? 'start' : 'middle'}>
            {decimal(String(tick))}
          </text>
        </g>
      ))}
    </svg>
  );
}
