import { useMemo } from 'react';
import { t } from '../../../../models/src/language.ts';
import { told } from '../../../../models/src/told.ts';
import { PlotFrame } from '../../plots/PlotFrame.tsx';
import { useApp } from '../../state/context.ts';
import { useStore } from '../../state/store.ts';
import { cyclesFigure, hasDoubtful, whyNone } from './cyclesFigure.ts';
import { fluidStateOf } from './fluidState.ts';
import { PlotBox } from './PlotBox.tsx';

/** The rests and limit cycles along the quantity along which stability is lost, on demand. */
export function CyclesPlot() {
  const state = fluidStateOf(useApp());
  const board = useStore(state.board);
  const wanted = useStore(state.cyclesWanted);
  const [run] = useStore(state.cyclesRun.slots);
  const progress = useStore(state.cyclesRun.progress).get(0) ?? 0;
  const figure = useMemo(() => {
    if (board === null || run?.result == null) return null;
    const { request, diagram } = run.result;
    const along = board.knobs.find(({ id }) => id === request.along.knob);
    return along === undefined ? null : cyclesFigure({ lane: board.lane, request, diagram, along });
  }, [board, run]);
  if (board === null) return null;
  const title = t('Limit cycles along {{name}}', { name: board.along.name });
  const message = run?.result?.diagram.message ?? '';
  const unfollowed = run?.result == null ? '' : whyNone(run.result.diagram);
  const note = run?.status === 'running' && (
    <span className="muted">{`${Math.round(100 * progress)} %`}</span>
  );
  return (
    <PlotBox className="cycles" title={title} label={title} note={note}>
      {!wanted ? (
        <p className="muted">
          {t('Follows stable and unstable oscillations from the point where stability is lost.')}{' '}
          <button type="button" className="link" onClick={() => state.wantCycles()}>
            {t('Follow them')}
          </button>
        </p>
      ) : run === undefined ? (
        <p className="muted">
          {t('Along {{name}} no cycle is followed: it has whole values only, in the fluid model too.', {
            name: board.along.name,
          })}
        </p>
      ) : run.status === 'failed' ? (
        <p className="muted">{run.error}</p>
      ) : figure === null ? (
        <p className="muted">{t('Following the cycles…')}</p>
      ) : (
        <>
          <PlotFrame figure={figure} stale={run.status === 'running'} />
          <p className="muted">
            {message === ''
              ? t(
                  'Solid: stable. Dashed: unstable. Without colour: rests. Coloured: the lowest and highest queue of a cycle.',
                )
              : told(message)}
            {unfollowed !== '' && (
              <> {t('No cycle is followed: {{reason}}.', { reason: told(unfollowed) })}</>
            )}
            {run.result != null && hasDoubtful(run.result.diagram) && (
              <>
                {' '}
                {t(
                  'Dotted: not known, because the cycle just touches a full or empty buffer or a kink of the law, or is at a fold.',
                )}
              </>
            )}
          </p>
        </>
      )}
    </PlotBox>
  );
}
