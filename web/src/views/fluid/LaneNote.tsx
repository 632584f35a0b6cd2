import { Icon } from '../../components/Icon.tsx';
import { useApp } from '../../state/context.ts';
import { useStore } from '../../state/store.ts';
import { fluidStateOf } from './fluidState.ts';
import { rootText, verdictOf, number } from './verdict.ts';

/** The stability margins, beside the parameters that change them. */
export function LaneNote({ lane }: { readonly lane: number }) {
  const solved = useStore(fluidStateOf(useApp()).solver.slots)[lane];
  if (solved?.result == null) return null;
  const { tone, icon, headline } = verdictOf(solved.result);
  const stability = solved.result.model?.stability;
  const root = stability?.roots[0];
  return (
    <p className="lane-note" data-stale={solved.status === 'running' || undefined}>
      <strong className="verdict-word" data-tone={tone}>
        <Icon name={icon} /> {headline}
      </strong>
      {stability?.exact?.phaseMargin != null && (
        <span>phase margin {number(stability.exact.phaseMargin)}°</span>
      )}
      {stability?.exact?.gainMargin != null && (
        <span>gain margin × {number(stability.exact.gainMargin)}</span>
      )}
      {root !== undefined && <span>root {rootText(root)}</span>}
    </p>
  );
}
