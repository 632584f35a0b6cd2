/** The editor of a lesson: its steps, and for each step a scene, texts, a question, an explanation. */
import { useState } from 'react';
import type { Issue } from '../../../../models/src/index.ts';
import { t } from '../../../../models/src/language.ts';
import type { Step, Story } from '../../../../models/src/stories/index.ts';
import { download } from '../../base/download.ts';
import { useApp } from '../../state/context.ts';
import { useView } from '../../state/useView.ts';
import { Numeric, Text } from './fields.tsx';
import { keepOwn, stepOf } from '../../state/ownStory.ts';
import { StepForm } from './StepForm.tsx';

const MOST_STEPS = 12;

interface Props {
  readonly story: Story;
  readonly faults: readonly Issue[];
}

export function Editor({ story, faults }: Props) {
  const app = useApp();
  const wanted = useView('step');
  const { steps } = story;
  const at = Math.max(
    0,
    steps.findIndex(({ id }) => id === wanted),
  );
  const step = steps[at];
  const [erasing, setErasing] = useState(false);
  const set = (change: Partial<Story>) => keepOwn(app, { ...story, ...change });
  const setSteps = (next: readonly Step[], open: Step | undefined) => {
    set({ steps: [...next] });
    app.look({ step: open?.id ?? '' });
    setErasing(false);
  };
  const free = () => {
    const taken = new Set(steps.map(({ id }) => id));
    let n = steps.length + 1;
    while (taken.has(`step-${n}`)) n += 1;
    return `step-${n}`;
  };
  const moved = (to: number) => {
    const others = steps.filter((_, i) => i !== at);
    return step === undefined ? steps : [...others.slice(0, to), step, ...others.slice(to)];
  };
  if (step === undefined) return null;
  return (
    <div className="learn editor">
      <div className="sheet-ways">
        <button
          type="button"
          className="link"
          onClick={() => app.look({ story: '', step: '', teach: '', tale: '' })}
        >
          {t('All lessons')}
        </button>
        <button
          type="button"
          className="button primary"
          disabled={faults.length > 0}
          onClick={() => app.look({ teach: '', step: step.id })}
        >
          {t('Play it')}
        </button>
        <button
          type="button"
          className="button"
          disabled={faults.length > 0}
          onClick={() => app.look({ teach: 'sheet' })}
        >
          {t('Worksheet')}
        </button>
        <button
          type="button"
          className="button"
          onClick={() => download('lesson.json', `${JSON.stringify(story, null, 2)}\n`, 'application/json')}
        >
          {t('Save as a file')}
        </button>
      </div>
      <h3>{t('A lesson of your own')}</h3>
      <p className="muted">
        {t(
          'Share copies a link that holds the whole lesson. The last version stays in this browser; a file keeps it for ever, and opens when you drop it on the page. Texts may have *emphasis*, `code` and $TeX$.',
        )}
      </p>
      {faults.length > 0 && (
        <div role="alert" className="task-failed">
          <p>{t('The lesson cannot be played yet:')}</p>
          <ul>
            {faults.slice(0, 5).map(({ message }) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </div>
      )}
      <Text label={t('Title')} most={200} value={story.title} onChange={(title) => set({ title })} />
      <Text
        label={t('What it is about, in a sentence')}
        most={1000}
        value={story.idea}
        onChange={(idea) => set({ idea })}
      />
      <Numeric
        label={t('Minutes')}
        value={story.minutes}
        is={(minutes) => minutes > 0}
        onChange={(minutes) => minutes !== undefined && set({ minutes })}
      />
      <nav className="editor-steps" aria-label={t('Steps')}>
        {steps.map(({ id }, i) => (
          <button
            key={id}
            type="button"
            className="button"
            aria-current={i === at ? 'step' : undefined}
            onClick={() => app.look({ step: id })}
          >
            {t('Step {{i}}', { i: i + 1 })}
          </button>
        ))}
        {steps.length < MOST_STEPS && (
          <button
            type="button"
            className="button"
            data-tip={t('A step about the scenario that is open in Compare')}
            onClick={() => {
              const next = stepOf(app, free());
              setSteps([...steps.slice(0, at + 1), next, ...steps.slice(at + 1)], next);
            }}
          >
            {t('Add a step')}
          </button>
        )}
      </nav>
      <StepForm
        key={step.id}
        step={step}
        onChange={(next) => set({ steps: steps.map((old) => (old === step ? next : old)) })}
      />
      <div className="editor-ways">
        <button
          type="button"
          className="link"
          disabled={at === 0}
          onClick={() => setSteps(moved(at - 1), step)}
        >
          {t('Move the step to the front')}
        </button>
        <button
          type="button"
          className="link"
          disabled={at === steps.length - 1}
          onClick={() => setSteps(moved(at + 1), step)}
        >
          {t('Move the step to the back')}
        </button>
        {erasing ? (
          <button
            type="button"
            className="button"
            onClick={() =>
              setSteps(
                steps.filter((one) => one !== step),
                steps[at === 0 ? 1 : at - 1],
              )
            }
          >
            {t('Yes, delete this step')}
          </button>
        ) : (
          <button
            type="button"
            className="link"
            disabled={steps.length === 1}
            onClick={() => setErasing(true)}
          >
            {t('Delete this step')}
          </button>
        )}
      </div>
      <Text
        label={t('A question that stays open at the end')}
        rows={2}
        most={2000}
        value={story.question}
        onChange={(question) => set({ question })}
      />
    </div>
  );
}
