import { t } from '../../../../models/src/language.ts';
import { use, useEffect, useMemo, useRef, useState } from 'react';
import { EXHIBITS, sceneOf, sourceOf, type Story } from '../../../../models/src/stories/index.ts';
import { validate } from '../../../../models/src/index.ts';
import { Icon } from '../../components/Icon.tsx';
import { AppContext, KeysContext, useApp } from '../../state/context.ts';
import { useView } from '../../state/useView.ts';
import { CompareView, type Part } from '../compare/CompareView.tsx';
import type { Answer } from './answers.ts';
import { OWN } from '../../state/ownStory.ts';
import { makeOwn } from './ownStory.ts';
import { useScore } from './score.ts';
import { StoryEnd } from './StoryEnd.tsx';
import { StoryStep } from './StoryStep.tsx';
import { createStage, isBlind, lookOf } from './stage.ts';

/** The page after the last step. */
const END = 'end';
/** Before an answer, only the queues are shown. */
const BEFORE: readonly Part[] = ['queues'];

/** A story: its texts and questions beside the plots that they are about. */
export function StoryView({ story }: { readonly story: Story }) {
  const app = useApp();
  const attachKeys = use(KeysContext);
  const wanted = useView('step');
  const [answers, setAnswers] = useState<ReadonlyMap<string, Answer>>(new Map());
  const [judged, setJudged] = useState<ReadonlyMap<string, boolean>>(new Map());
  const ended = wanted === END;
  const at = ended
    ? story.steps.length - 1
    : Math.max(
        0,
        story.steps.findIndex(({ id }) => id === wanted),
      );
  const step = story.steps[at];
  const source = useMemo(() => step && sourceOf(step, EXHIBITS), [step]);
  if (step === undefined || source === undefined) throw new Error(`${story.id} has no step ${wanted}`);
  const answer = answers.get(step.id);
  // A step with values to change shows everything from its start: an answer must not set them back.
  const answered = answer !== undefined || ended || step.lesson !== undefined;

  const [stage] = useState(() => createStage(app, sceneOf(step, source, answered)));
  useEffect(() => stage.set(step, source, answered), [stage, step, source, answered]);
  useEffect(() => attachKeys(stage.app), [attachKeys, stage]);
  useEffect(() => {
    const end = app.pending.add(() => stage.app.pending.any());
    return () => {
      end();
      stage.app.replay.pause();
      stage.app.runner.cancel();
    };
  }, [app, stage]);

  useScore(app, stage.app, story, step.id, answers, judged);

  const telling = useRef<HTMLDivElement>(null);
  const go = (id: string) => {
    app.look({ step: id });
    telling.current?.scrollTo({ top: 0 });
  };
  const parts = useMemo(
    () => (answered ? ((step.look ?? source.look).parts ?? source.look.parts ?? BEFORE) : BEFORE),
    [answered, step, source],
  );
  const open = () => {
    const { span, extra } = stage.app.view.get();
    app.open(validate(stage.app.document(), app.engine), story.title);
    app.look({ tab: 'compare', span, extra });
  };
  const edit = () => {
    if (story.id === OWN) app.look({ teach: 'edit', step: step.id });
    else
      makeOwn(app, story.id, step.id).catch(() =>
        app.notices.add('error', t('The story could not be loaded. Are you online?')),
      );
  };
  const next = story.steps[at + 1];

  return (
    <div className="story">
      <div className="story-text" ref={telling}>
        <header className="story-head">
          <button type="button" className="link" onClick={() => app.look({ story: '', step: '', tale: '' })}>
            {t('All lessons')}
          </button>{' '}
          <button
            type="button"
            className="link"
            data-tip={t('Its steps, texts and scenarios, to change as you like')}
            onClick={edit}
          >
            {story.id === OWN ? t('Edit the lesson') : t('Make this story yours')}
          </button>
          <h3>{t(story.title)}</h3>
          <ol className="story-steps" aria-label={t('Steps')}>
            {story.steps.map(({ id }, i) => (
              <li key={id}>
                <button
                  type="button"
                  aria-label={t('Step {{i}}{{answered}}', {
                    i: i + 1,
                    answered: answers.has(id) ? t(', answered') : '',
                  })}
                  aria-current={i === at && !ended ? 'step' : undefined}
                  data-answered={answers.has(id) || undefined}
                  onClick={() => go(id)}
                >
                  {i + 1}
                </button>
              </li>
            ))}
          </ol>
        </header>
        {ended ? (
          <StoryEnd story={story} answers={answers} />
        ) : (
          <StoryStep
            key={step.id}
            step={step}
            stage={stage.app}
            answer={answer}
            onAnswer={(given) => setAnswers(new Map(answers).set(step.id, given))}
            onJudged={(right) =>
              setJudged((was) => (was.has(step.id) ? was : new Map(was).set(step.id, right)))
            }
          />
        )}
        <nav className="story-ways" aria-label={t('Steps of the story')}>
          <button
            type="button"
            className="button"
            disabled={at === 0 && !ended}
            onClick={() => go((ended ? step : story.steps[at - 1])?.id ?? '')}
          >
            {t('Back')}
          </button>
          <button
            type="button"
            className="button"
            onClick={open}
            data-tip={t('The scene as it is now, with everything that can be changed')}
          >
            <Icon name="open" /> {t('Open in the explorer')}
          </button>
          {!ended && (
            <button
              type="button"
              className="button primary"
              onClick={() => go(next?.id ?? END)}
              data-ready={answered || undefined}
            >
              {next === undefined ? t('To the end') : t('Next')}
            </button>
          )}
        </nav>
      </div>
      <div
        className="stage"
        data-parts={parts.join(' ')}
        data-blind={isBlind(lookOf(step, source), answered) || undefined}
      >
        <AppContext value={stage.app}>
          <CompareView parts={parts} />
        </AppContext>
      </div>
    </div>
  );
}
