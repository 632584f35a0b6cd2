/**
 * A table as plots: each seed a dot over an axis, and, where loads are compared, curves with the printed points on
 * them.
 */
import { t } from '../../../../models/src/language.ts';
import { T } from '../../components/T.tsx';
import { useMemo, useState } from 'react';
import type { Paper, TableResult } from '../../../../models/src/papers/index.ts';
import { shown } from '../../../../models/src/papers/shown.ts';
import { laneColour, laneDash } from '../../components/laneLook.ts';
import { vars } from '../../components/vars.ts';
import { PlotFrame } from '../../plots/PlotFrame.tsx';
import { tableFigures } from './tableFigures.ts';
import { useApp } from '../../state/context.ts';
import { loadAxisOf, loadFigure, studyLinkOf } from './loads.ts';

interface Props {
  readonly paper: Paper;
  readonly reading: string;
  readonly result: TableResult;
  readonly seeds: readonly number[];
}

export function Plots(props: Props) {
  const [open, setOpen] = useState(false);
  return (
    <details className="paper-plots" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('As plots')}</summary>
      {open && <Opened {...props} />}
    </details>
  );
}

function Opened({ paper, reading, result, seeds }: Props) {
  const { engine } = useApp();
  const axis = useMemo(() => loadAxisOf(paper, reading, result.table), [paper, reading, result]);
  const study = useMemo(
    () => (axis === null ? '' : studyLinkOf(paper, reading, result.table, axis, engine.catalogue)),
    [paper, reading, result, axis, engine],
  );
  const dots = useMemo(() => tableFigures(result, seeds), [result, seeds]);
  const along = useMemo(() => (axis === null ? null : loadFigure(result, axis)), [result, axis]);
  return (
    <>
      <div className="paper-course-plots" style={vars({ '--columns': Math.min(3, dots.length) })}>
        {dots.map((figure, k) => (
          <figure key={figure.title}>
            <figcaption>{shown(result.table.conditions[k] ?? '')}</figcaption>
            <div className="paper-course-plot">
              <PlotFrame figure={figure} />
            </div>
          </figure>
        ))}
      </div>
      <p className="muted">
        {t(
          'Square: printed. Dot: mean with its 95 % interval. Bar: median. Small dots: seeds; one that stands alone has its number.',
        )}
      </p>
      {along !== null && (
        <figure className="paper-loads">
          <div className="paper-loads-plot">
            <PlotFrame figure={along} />
          </div>
          <ul className="law-legend">
            {result.table.schemes.map((scheme, lane) => (
              <li key={scheme}>
                <svg viewBox="0 0 24 8" aria-hidden="true">
                  <path
                    d="M0 4h24"
                    style={{ stroke: `var(--${laneColour(lane)})` }}
                    strokeDasharray={laneDash(lane).join(' ')}
                  />
                </svg>
                {scheme}
              </li>
            ))}
          </ul>
          <figcaption className="muted">
            <T
              en="Lines: here. Squares: printed. <1>Study this axis</1>"
              tags={[<a key="1" href={study} />]}
            />
          </figcaption>
        </figure>
      )}
    </>
  );
}
