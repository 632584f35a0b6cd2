/**
 * The teacher's page: plans for a class, notes on each story, exercises by level, and worksheets to print.
 */
import { t, titleMark, wordMark } from '../../../../models/src/language.ts';
import { T } from '../../components/T.tsx';
import { EXERCISES } from '../../../../models/src/lesson/exercises.ts';
import { TEACHING, type PlanPart } from '../../../../models/src/lesson/teaching.ts';
import { STORIES, type Story } from '../../../../models/src/stories/index.ts';
import { useApp } from '../../state/context.ts';
import { beginOwn } from '../../state/ownStory.ts';
import { openExercise } from './openExercise.ts';
import { Prose, Words } from './Prose.tsx';
import { OpenAnswer, Right } from './StorySheet.tsx';

export function Teachers() {
  const app = useApp();
  return (
    <div className="learn teachers">
      <button type="button" className="link" onClick={() => app.look({ teach: '' })}>
        {t('All lessons')}
      </button>
      <h3>{t('For teachers')}</h3>
      <p className="learn-lead">
        {t(
          'Everything runs in the students’ browsers: no account, no installation, nothing is sent. A story or a lesson is a link; Share makes it a code to photograph.',
        )}
      </p>
      {TEACHING.plans.map(({ minutes, title, needs, parts }) => (
        <section key={minutes} aria-labelledby={`plan-${minutes}`}>
          <h4 id={`plan-${minutes}`}>{t('{{minutes}} minutes: {{title}}', { minutes, title: t(title) })}</h4>
          <p className="muted">{t(needs)}</p>
          <table className="plan">
            <thead>
              <tr>
                <th scope="col">{t('Minutes')}</th>
                <th scope="col">{t('What the class does')}</th>
                <th scope="col">{t('Open')}</th>
              </tr>
            </thead>
            <tbody>
              {parts.map((part, i) => (
                <tr key={i}>
                  <td>{part.minutes}</td>
                  <td>{t(part.do)}</td>
                  <td>
                    <Opens part={part} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
      <section aria-labelledby="notes-title">
        <h4 id="notes-title">{t('Notes and answers')}</h4>
        {STORIES.map((story) => (
          <Notes key={story.id} story={story} />
        ))}
      </section>
      <section aria-labelledby="levels-title">
        <h4 id="levels-title">{t('Exercises by level')}</h4>
        {TEACHING.levels.map(({ name, exercises }) => (
          <p key={name}>
            {t(name)}
            {titleMark()}
            {exercises.map((id, i) => (
              <span key={id}>
                {i > 0 && wordMark()}
                <Opens part={{ minutes: 0, do: '', exercise: id }} />
              </span>
            ))}
          </p>
        ))}
        <p className="muted">
          {t(
            'A lesson of your own: Share, Make a lesson. There you also check the completion codes of a class, and a lesson that is open has a worksheet.',
          )}{' '}
          {t('For several steps with questions, make a story yours, or:')}{' '}
          <button type="button" className="link" onClick={() => beginOwn(app)}>
            {t('Write a lesson about the open scenario')}
          </button>
        </p>
      </section>
    </div>
  );
}

function Opens({ part: { story: id, step, exercise: of } }: { readonly part: PlanPart }) {
  const app = useApp();
  const story = STORIES.find((one) => one.id === id);
  const exercise = EXERCISES.find((one) => one.id === of);
  const title = story?.title ?? exercise?.title;
  if (title === undefined) return null;
  return (
    <button
      type="button"
      className="link"
      onClick={() => {
        if (exercise !== undefined) openExercise(app, exercise);
        else app.look({ story: id ?? '', step: step ?? '', teach: '' });
      }}
    >
      {t(title)}
    </button>
  );
}

const LEVEL_WORDS = ['', 'first course', 'networking course', 'advanced course'];

function Notes({ story }: { readonly story: Story }) {
  const app = useApp();
  const own = TEACHING.stories[story.id];
  return (
    <details className="teacher-notes">
      <summary>
        {t(story.title)}{' '}
        <span className="muted">
          <T
            en={'{{minutes}} minutes; {{levels}}; needs'}
            values={{ minutes: story.minutes, levels: t(LEVEL_WORDS[own?.level ?? 0] ?? '') }}
          />{' '}
          {t(own?.needs ?? '')}
        </span>
      </summary>
      <Prose html={story.idea} />
      <table className="plan">
        <thead>
          <tr>
            <th scope="col">{t('Question')}</th>
            <th scope="col">{t('Answer')}</th>
            <th scope="col">{t('Common mistake')}</th>
          </tr>
        </thead>
        <tbody>
          {story.steps.map((step) => (
            <tr key={step.id}>
              <td>
                <button
                  type="button"
                  className="link"
                  onClick={() => app.look({ story: story.id, step: step.id, teach: '' })}
                >
                  <Words html={step.ask} />
                </button>
              </td>
              <td>
                <Right options={step.options} />
              </td>
              <td>
                <Words html={step.belief} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <h5>{t('The open question')}</h5>
      <OpenAnswer story={story} />
      <p>
        <button
          type="button"
          className="button"
          onClick={() => app.look({ story: story.id, step: '', teach: 'sheet' })}
        >
          {t('Worksheet and solutions to print')}
        </button>
      </p>
    </details>
  );
}
