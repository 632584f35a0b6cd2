import { t } from '../../../../models/src/language.ts';
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
        <span>{t('phase margin {{number}}°', { number: number(stability.exact.phaseMargin) })}</span>
      )}
      {stability?.exact?.gainMargin != null && (
        <span>{t('gain margin × {{number}}', { number: number(stability.exact.gainMargin) })}</span>
      )}
      {root !== undefined && <span>{t('root {{rootText}}', { rootText: rootText(root) })}</span>}
    </p>
  );
}
