import { t } from '../../../models/src/language.ts';
import { lazy, useEffect, useMemo } from 'react';
import { bound } from '../base/bound.ts';
import { Symbols } from '../components/Symbols.tsx';
import { answerOf, elsewhereOf, lostAtHostsOf, sharesOf } from '../lanes/answer.ts';
import { loadsOf } from '../lanes/load.ts';
import { questionOf } from '../lanes/question.ts';
import { flowNames } from '../lanes/rows.ts';
import { toldLabel } from '../lanes/shortLabel.ts';
import { useKeyFigures } from '../lanes/useLaneResults.ts';
import { Arriving } from '../state/Arriving.tsx';
import { completed } from '../state/completed.ts';
import { useApp } from '../state/context.ts';
import { useEdited } from '../state/origin.ts';
import { derived, useSelected, useStore } from '../state/store.ts';
import { useView } from '../state/useView.ts';

const LockedOut = lazy(() => import('./LockedOut.tsx').then((found) => ({ default: found.LockedOut })));

/**
 * The question of the scenario above its plots, and the answer of its numbers; the title goes into the browser's tab.
 */
export function Question({ answered }: { readonly answered: boolean }) {
  const app = useApp();
  const edited = useEdited();
  const lesson = useView('lesson');
  const question = useSelected(app.history, ({ present }) => completed(present).question);
  const title = useSelected(app.history, ({ present }) => completed(present).title);
  useEffect(() => {
    document.title =
      title === ''
        ? t('AQM Explorer')
        : t('{{title}}{{edited}} – AQM Explorer', { title: t(title), edited: edited ? t(' (edited)') : '' });
  }, [title, edited]);
  const { catalogue } = app.engine;
  const compared = useStore(
    useMemo(
      () =>
        derived(() => {
          const lanes = app.lanes.get();
          return questionOf(
            lanes,
            lanes.map((lane) => toldLabel(lane, catalogue)),
          );
        }),
      [app, catalogue],
    ),
  );
  // The question of a lesson stays the same, whatever the reader changes.
  const asked = question === '' || (edited && lesson === null) ? compared : t(question);
  return (
    <div className="question-answer">
      <p className="question">
        <Symbols text={asked} />
        {edited && lesson !== null && question !== '' && (
          <span className="question-now">
            {' '}
            {t('Changed since, now:')} <Symbols text={compared} />
          </span>
        )}
      </p>
      {answered && <Answer />}
    </div>
  );
}

/** The page checks for flows that are locked out if the fairness index is below this value. */
const UNFAIR = 0.3;

/** The answer from the last runs. While new runs are in progress it is faded, like the plots. */
function Answer() {
  const app = useApp();
  const { catalogue } = app.engine;
  const { items: lanes, stale } = useKeyFigures();
  const running = useSelected(app.runner.slots, (slots) => slots.some(({ status }) => status === 'running'));
  const sentences = useMemo(() => {
    const told = lanes.map(({ scenario, samples }) => ({
      label: toldLabel(scenario, catalogue),
      scenario,
      flows: flowNames(scenario),
      samples,
    }));
    const loads = loadsOf(lanes.map(({ scenario }) => scenario));
    return [sharesOf(told), answerOf(told, loads), elsewhereOf(told), lostAtHostsOf(told)].filter(
      (sentence) => sentence !== null,
    );
  }, [lanes, catalogue]);
  const told = sentences.length > 0;
  return (
    <>
      <p className="answer" data-stale={(told && stale.includes(true)) || undefined}>
        {told ? bound(sentences.join(' ')) : running && <span className="computing">{t('Computing…')}</span>}
      </p>
      {lanes.some(({ samples }) => (samples[0]?.metrics.fairness ?? 1) < UNFAIR) && (
        <Arriving>
          <LockedOut lanes={lanes} />
        </Arriving>
      )}
    </>
  );
}
