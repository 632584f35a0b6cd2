/** The question of a step, in each of its kinds, and the field in which it is answered. */
import { useState } from 'react';
import { parseQuantity } from '../../../../models/src/index.ts';
import { t } from '../../../../models/src/language.ts';
import type { Guess, Step } from '../../../../models/src/stories/index.ts';
import { Icon } from '../../components/Icon.tsx';
import { optionOf, type Answer } from './answers.ts';
import { Drawing } from './Drawing.tsx';
import { scaleOf } from './printOutcome.ts';
import { Words } from './Prose.tsx';

interface Props {
  readonly step: Step;
  readonly answer: Answer | undefined;
  readonly onAnswer: (answer: Answer) => void;
}

export function Ask({ step, answer, onAnswer }: Props) {
  const { options, number, drawing } = step;
  if (options.length > 0)
    return <Options step={step} answer={answer} onAnswer={(option) => onAnswer({ option })} />;
  // The answers to these are shown beside the computed values.
  if (answer !== undefined) return null;
  if (number !== undefined)
    return <NumberField guess={number} onAnswer={(value) => onAnswer({ number: value })} />;
  if (drawing !== undefined) return <Drawing drawing={drawing} onDrawn={(drawn) => onAnswer({ drawn })} />;
  return (
    <button type="button" className="button" onClick={() => onAnswer({ seen: true })}>
      {t('Show the explanation')}
    </button>
  );
}

function Options({
  step,
  answer,
  onAnswer,
}: Omit<Props, 'onAnswer'> & { readonly onAnswer: (option: number) => void }) {
  const answered = answer !== undefined;
  const chosen = optionOf(answer);
  return (
    <ul className="story-options">
      {step.options.map(({ text, right = false }, i) => (
        <li key={i}>
          <button
            type="button"
            aria-pressed={chosen === i}
            aria-disabled={answered}
            data-right={(answered && right) || undefined}
            data-wrong={(chosen === i && !right) || undefined}
            onClick={() => answered || onAnswer(i)}
          >
            <span className="story-mark">
              {answered && right && <Icon name="check" />}
              {chosen === i && !right && <Icon name="close" />}
            </span>
            <Words html={text} />
            {answered && right && <span className="visually-hidden"> {t('(right)')}</span>}
            {chosen === i && !right && (
              <span className="visually-hidden"> {t('(your answer, not right)')}</span>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}

function NumberField({
  guess: { unit },
  onAnswer,
}: {
  readonly guess: Guess;
  readonly onAnswer: (value: number) => void;
}) {
  const [text, setText] = useState('');
  const [fault, setFault] = useState('');
  return (
    <form
      className="story-number-field"
      onSubmit={(event) => {
        event.preventDefault();
        const parsed = parseQuantity(text, '1');
        if (parsed.ok) onAnswer(parsed.value / scaleOf(unit));
        else setFault(`${text}: ${parsed.rule}.`);
      }}
    >
      <label>
        {t('Your answer')}{' '}
        <input
          type="text"
          inputMode="decimal"
          value={text}
          aria-invalid={fault !== '' || undefined}
          onChange={(event) => {
            setText(event.target.value);
            setFault('');
          }}
        />{' '}
        {t(unit)}
      </label>{' '}
      <button type="submit" className="button">
        {t('Answer')}
      </button>
      {fault !== '' && (
        <p className="task-failed" role="alert">
          {fault}
        </p>
      )}
    </form>
  );
}

/** Hints, one more at each press. */
export function Hints({ hints }: { readonly hints: readonly string[] }) {
  const [shown, setShown] = useState(0);
  return (
    <>
      {hints.slice(0, shown).map((hint, i) => (
        <p key={i} className="story-hint" role="status">
          {t('Hint {{i}}:', { i: i + 1 })} <Words html={hint} />
        </p>
      ))}
      {shown < hints.length && (
        <button type="button" className="link" onClick={() => setShown(shown + 1)}>
          {t('Show a hint')}
        </button>
      )}
    </>
  );
}
