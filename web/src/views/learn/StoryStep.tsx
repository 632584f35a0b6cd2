import { plural, t } from '../../../../models/src/language.ts';
import { T } from '../../components/T.tsx';
import { useEffect, useEffectEvent, useMemo } from 'react';
import {
  drawnOf,
  judgeAll,
  outcomeOf,
  readComparison,
  readExpression,
  sidesOf,
  type Drawing as Drawn,
  type Guess,
  type Step,
} from '../../../../models/src/stories/index.ts';
import { Icon } from '../../components/Icon.tsx';
import type { App } from '../../state/app.ts';
import { LessonPanel } from '../../panel/LessonPanel.tsx';
import { AppContext, useApp } from '../../state/context.ts';
import { useView } from '../../state/useView.ts';
import type { Answer } from './answers.ts';
import { Ask, Hints } from './Ask.tsx';
import { Drawing } from './Drawing.tsx';
import { Knob } from './Knob.tsx';
import { printOutcome, printValue } from './printOutcome.ts';
import { Prose, Words } from './Prose.tsx';
import { useOutcomes } from './outcomes.ts';
import { markup } from '../../components/trusted.ts';
import { Symbols } from '../../components/Symbols.tsx';

interface Props {
  readonly step: Step;
  readonly stage: App;
  /** Undefined before the reader has answered. */
  readonly answer: Answer | undefined;
  readonly onAnswer: (answer: Answer) => void;
  /** Whether the number that was answered is near the computed one. */
  readonly onJudged: (right: boolean) => void;
}

/** The text, the question and the answer of one step. */
export function StoryStep({ step, stage, answer, onAnswer, onJudged }: Props) {
  const answered = answer !== undefined;
  return (
    <article className="story-step">
      <Prose html={step.see} />
      <Prose className="story-ask" html={step.ask} />
      {step.lesson !== undefined && (
        <AppContext value={stage}>
          <StepLesson />
        </AppContext>
      )}
      <Ask step={step} answer={answer} onAnswer={onAnswer} />
      {step.hints !== undefined && <Hints hints={step.hints} />}
      <div className="story-paper" aria-hidden="true">
        {Array.from({ length: LINES }, (_, i) => (
          <div key={i} className="story-line" />
        ))}
      </div>
      <div aria-live="polite" className="story-told">
        {answered ? (
          <Reveal step={step} stage={stage} answer={answer} onJudged={onJudged} />
        ) : (
          step.options.length > 0 && (
            <p className="muted">{t('Choose an answer; then you get the explanation.')}</p>
          )
        )}
      </div>
      <Solution step={step} />
    </article>
  );
}

/** What the step lets its reader change, and its task, in the step's own scene. */
function StepLesson() {
  const lesson = useView('lesson');
  return lesson === null ? null : <LessonPanel lesson={lesson} embedded />;
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

function Reveal({
  step,
  stage,
  answer,
  onJudged,
}: Pick<Props, 'step' | 'stage' | 'onJudged'> & { readonly answer: Answer }) {
  const page = useApp();
  const { comparisons, numbers, answers, asked } = useMemo(() => {
    const compared = step.holds.map(readComparison);
    const read = step.numbers.map((number) => ({ ...number, expression: readExpression(number.of) }));
    const answering = [
      ...(step.number === undefined ? [] : [step.number.of]),
      ...(step.drawing === undefined ? [] : drawnOf(step.drawing)),
    ].map(readExpression);
    const all = [...read.map(({ expression }) => expression), ...compared.flatMap(sidesOf), ...answering];
    return { comparisons: compared, numbers: read, answers: answering, asked: all };
  }, [step]);
  const {
    seeds,
    working,
    computed: done,
    wanted,
    settled,
  } = useOutcomes(stage, page, asked, (found) => judgeAll(comparisons, found) === 'unclear');
  // While requested runs are missing, the seeds so far could say what all of them do not.
  const verdict = seeds.length === 0 || !settled ? null : judgeAll(comparisons, seeds);
  const computed = answers.map((one) => outcomeOf(one, seeds)?.mean);
  return (
    <>
      {'number' in answer && step.number !== undefined && (
        <NumberVerdict
          guess={step.number}
          given={answer.number}
          computed={settled ? computed[0] : undefined}
          onJudged={onJudged}
        />
      )}
      {'drawn' in answer && step.drawing !== undefined && (
        <DrawnVerdict drawing={step.drawing} drawn={answer.drawn} computed={computed} />
      )}
      <Prose className="story-reveal" html={step.reveal} />
      {step.equation !== undefined && (
        <div className="equation" dangerouslySetInnerHTML={markup(step.equation)} />
      )}
      {numbers.length > 0 && (
        <dl className="story-numbers" data-stale={working || undefined}>
          {numbers.map(({ label, unit, expression }) => (
            <div key={label}>
              <dt>
                <Symbols text={t(label)} />
              </dt>
              <dd>{printOutcome(outcomeOf(expression, seeds), unit)}</dd>
            </div>
          ))}
        </dl>
      )}
      {comparisons.length > 0 && (
        <p className="story-verdict" data-verdict={verdict ?? undefined}>
          {verdict === null &&
            (done === 0
              ? t('Computing…')
              : t('Computing: so far, {{done}} of {{wanted}} seeds.', { done, wanted }))}
          {verdict === 'holds' &&
            plural(
              seeds.length,
              'Computed just now with {{count}} seed: it holds.',
              'Computed just now with {{count}} seeds: it holds.',
            )}
          {verdict === 'unclear' &&
            t(
              'Computed just now: with these settings the difference is no larger than the random variation.',
            )}
          {verdict === 'fails' && t('With these settings the numbers do not confirm it.')}
        </p>
      )}
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
      {step.belief !== '' && (
        <p className="story-belief">
          <T en={'A common mistake: “{{words}}”.'} values={{ words: <Words html={step.belief} bare /> }} />
        </p>
      )}
    </>
  );
}

/** The reader's number beside the computed one. */
function NumberVerdict({
  guess: { unit, within },
  given,
  computed,
  onJudged,
}: Pick<Props, 'onJudged'> & {
  readonly guess: Guess;
  readonly given: number;
  readonly computed: number | undefined;
}) {
  const said = printValue(given, unit);
  const right =
    computed === undefined ? undefined : Math.abs(given - computed) <= within * Math.abs(computed);
  const tell = useEffectEvent(onJudged);
  useEffect(() => {
    if (right !== undefined) tell(right);
  }, [right]);
  if (computed === undefined) return <p>{t('You said {{said}}. Computing…', { said })}</p>;
  const values = { said, computed: printValue(computed, unit), within: printValue(within, '%') };
  return (
    <p className="story-guess" data-right={right === true}>
      <Icon name={right ? 'check' : 'close'} />{' '}
      {right
        ? t('You said {{said}}; computed is {{computed}}. Right: they differ by at most {{within}}.', values)
        : t('You said {{said}}; computed is {{computed}}. They differ by more than {{within}}.', values)}
    </p>
  );
}

/** The reader's curve, the computed one, and the mean distance between them. */
function DrawnVerdict({
  drawing,
  drawn,
  computed,
}: {
  readonly drawing: Drawn;
  readonly drawn: readonly number[];
  readonly computed: readonly (number | undefined)[];
}) {
  const apart = drawn.flatMap((value, i) => {
    const other = computed[i];
    return other === undefined ? [] : [Math.abs(value - other)];
  });
  const mean = apart.reduce((sum, value) => sum + value, 0) / apart.length;
  return (
    <>
      <Drawing drawing={drawing} drawn={drawn} computed={computed} />
      {apart.length > 0 && (
        <p>
          {t('Dashed is your curve. On average it is {{apart}} away from the computed one.', {
            apart: printValue(mean, drawing.unit),
          })}
        </p>
      )}
    </>
  );
}
