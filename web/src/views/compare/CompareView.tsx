import { lazy } from 'react';
import { Arriving } from '../../state/Arriving.tsx';
import { useApp } from '../../state/context.ts';
import { useSelected } from '../../state/store.ts';
import { Paced } from '../../state/Paced.tsx';
import { useView } from '../../state/useView.ts';
import { ReplayBar } from '../../time/ReplayBar.tsx';
import { Curves } from './Curves.tsx';
import { MetricsTable } from './MetricsTable.tsx';
import { Queues } from './Queues.tsx';
import { RowsTable } from './RowsTable.tsx';
import { Source } from './Source.tsx';

/** Loaded with the first file of measurements. */
const MeasuredPlot = lazy(() =>
  import('./MeasuredPlot.tsx').then((found) => ({ default: found.MeasuredPlot })),
);

/** The parts of the comparison. */
export const PARTS = ['curves', 'metrics', 'queues', 'extra', 'rows'] as const;
export type Part = (typeof PARTS)[number];

interface Props {
  /** The parts that a lesson shows; absent: all parts, and the source of the scenario. */
  readonly parts?: readonly Part[];
}

/**
 * Compares lanes: their laws in one plot, their queues below each other on the same axes, their metrics in a
 * table.
 */
export function CompareView({ parts }: Props) {
  const lesson = useView('lesson');
  const hidden = (part: Part) =>
    lesson?.hidden.includes(part) === true ||
    // The metrics of the rows would reveal the metrics that students have to find out.
    (part === 'rows' && lesson?.hidden.includes('metrics') === true);
  const app = useApp();
  const held = useSelected(app.measured, (now) => now !== null) && parts === undefined && lesson === null;
  const has = (part: Part) => (parts === undefined || parts.includes(part)) && !hidden(part);
  return (
    <div className="compare">
      <div className="compare-top" hidden={!has('curves') && !has('metrics')}>
        {has('curves') && (
          <Paced part="curves">
            <Curves />
          </Paced>
        )}
        {has('metrics') && (
          <Paced part="words">
            <MetricsTable />
          </Paced>
        )}
      </div>
      <Paced part="queues">
        <Queues hidden={!has('queues')} extra={has('extra')} />
      </Paced>
      {held && (
        <Arriving>
          <MeasuredPlot />
        </Arriving>
      )}
      {has('rows') && <RowsTable />}
      {parts === undefined && <Source />}
      <ReplayBar />
    </div>
  );
}
