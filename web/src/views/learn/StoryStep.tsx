import { plural, t } from '../../../../models/src/language.ts';
import { T } from '../../components/T.tsx';
import { useMemo } from 'react';
import {
  judgeAll,
  outcomeOf,
  readComparison,
  readExpression,
  sidesOf,
  type Step,
} from '../../../../models/src/stories/index.ts';
import { Icon } from '../../components/Icon.tsx';
import type { App } from '../../state/app.ts';
import { useApp } from '../../state/context.ts';
import { Knob } from './Knob.tsx';
import { printOutcome } from './printOutcome.ts';
import { Prose, Words } from './Prose.tsx';
import { useOutcomes } from './outcomes.ts';
import { markup } from '../../components/trusted.ts';

interface Props {
  readonly step: Step;
  readonly stage: App;
  /** The option that the reader chose; undefined before the choice. */
  readonly answer: number | undefined;
  readonly onAnswer: (option: number) => void;
}

/** The text, the question and the answer of one step. */
export function StoryStep({ step, stage, answer, onAnswer }: Props) {
  const answered = answer !== undefined;
  return (
    <article className="story-step">
      <Prose html={step.see} />
      <Prose className="story-ask" html={step.ask} />
      <ul className="story-options">
        {step.options.map(({ text, right = false }, i) => (
          <li key={i}>
            <button
              type="button"
              aria-pressed={answer === i}
              aria-disabled={answered}
              data-right={(answered && right) || undefined}
              data-wrong={(answer === i && !right) || undefined}
              onClick={() => answered || onAnswer(i)}
            >
              <span className="story-mark">
                {answered && right && <Icon name="check" />}
                {answer === i && !right && <Icon name="close" />}
              </span>
              <Words html={text} />
              {answered && right && <span className="visually-hidden"> {t('(right)')}</span>}
              {answer === i && !right && (
                <span className="visually-hidden"> {t('(your answer, not right)')}</span>
              )}
            </button>
          </li>
        ))}
      </ul>
      <div className="story-paper" aria-hidden="true">
        {Array.from({ length: LINES }, (_, i) => (
          <div key={i} className="story-line" />
        ))}
      </div>
      <div aria-live="polite" className="story-told">
        {answered ? (
          <Reveal step={step} stage={stage} />
        ) : (
          <p className="muted">{t('Choose an answer; then you get the explanation.')}</p>
        )}
      </div>
      <Solution step={step} />
    </article>
  );
}

/** The number of lines to write on, on paper. */
const LINES = 4;

/** The solution on a separate page of paper, which a teacher hands out later. */
function Solution({ step }: Pick<Props, 'step'>) {
  const right = step.options.filter((option) => option.right === true);
  return (
    <section className="story-paper story-solution" aria-hidden="true">
      <h4>{t('Solution')}</h4>
      <Prose className="story-ask" html={step.ask} />
      <ul>
        {right.map(({ text }) => (
          <li key={text}>
            <b>
              <Words html={text} />
            </b>
          </li>
        ))}
      </ul>
      <Prose html={step.reveal} />
      {step.equation !== undefined && (
        <div className="equation" dangerouslySetInnerHTML={markup(step.equation)} />
      )}
    </section>
  );
}

function Reveal({ step, stage }: Pick<Props, 'step' | 'stage'>) {
  const page = useApp();
  const { comparisons, numbers, asked } = useMemo(() => {
    const compared = step.holds.map(readComparison);
    const read = step.numbers.map((number) => ({ ...number, expression: readExpression(number.of) }));
    const all = [...read.map(({ expression }) => expression), ...compared.flatMap(sidesOf)];
    return { comparisons: compared, numbers: read, asked: all };
  }, [step]);
  const { seeds, working } = useOutcomes(
    stage,
    page,
    asked,
    (found) => judgeAll(comparisons, found) === 'unclear',
  );
  const verdict = seeds.length === 0 ? null : judgeAll(comparisons, seeds);
  return (
    <>
      <Prose className="story-reveal" html={step.reveal} />
      {step.equation !== undefined && (
        <div className="equation" dangerouslySetInnerHTML={markup(step.equation)} />
      )}
      <dl className="story-numbers" data-stale={working || undefined}>
        {numbers.map(({ label, unit, expression }) => (
          <div key={label}>
            <dt>{t(label)}</dt>
            <dd>{printOutcome(outcomeOf(expression, seeds), unit)}</dd>
          </div>
        ))}
      </dl>
      <p className="story-verdict" data-verdict={verdict ?? undefined}>
        {verdict === null && t('Computing…')}
        {verdict === 'holds' &&
          plural(
            seeds.length,
            'Computed just now with {{count}} seed: it holds.',
            'Computed just now with {{count}} seeds: it holds.',
          )}
        {verdict === 'unclear' &&
          t('Computed just now: with these settings the difference is no larger than the random variation.')}
        {verdict === 'fails' && t('With these settings the numbers do not confirm it.')}
      </p>
      {(step.play ?? []).length > 0 && (
        <fieldset className="story-play">
          <legend>{t('Now try it')}</legend>
          {step.play?.map((knob) => (
            <Knob key={knob.label} knob={knob} stage={stage} />
          ))}
          <button type="button" className="link" onClick={() => stage.undo()}>
            {t('Undo')}
          </button>
        </fieldset>
      )}
      <p className="story-belief">
        <T en={'A common mistake: “{{words}}”.'} values={{ words: <Words html={step.belief} bare /> }} />
      </p>
    </>
  );
}
