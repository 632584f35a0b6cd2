/**
 * The teacher's page: plans for a class, notes on each story, exercises by level, and worksheets to print.
 */
import { EXERCISES } from '../../../../models/src/lesson/exercises.ts';
import { TEACHING, type PlanPart } from '../../../../models/src/lesson/teaching.ts';
import { STORIES, type Story } from '../../../../models/src/stories/index.ts';
import { useApp } from '../../state/context.ts';
import { openExercise } from './openExercise.ts';
import { Prose, Words } from './Prose.tsx';
import { OpenAnswer, rightOf } from './StorySheet.tsx';

export function Teachers() {
  const app = useApp();
  return (
    <div className="learn teachers">
      <button type="button" className="link" onClick={() => app.look({ teach: '' })}>
        All lessons
      </button>
      <h3>For teachers</h3>
      <p className="learn-lead">
        Everything runs in the students’ browsers: no account, no installation, nothing is sent. A story or a
        lesson is a link; Share makes it a code to photograph.
      </p>
      {TEACHING.plans.map(({ minutes, title, needs, parts }) => (
        <section key={minutes} aria-labelledby={`plan-${minutes}`}>
          <h4 id={`plan-${minutes}`}>
            {minutes} minutes: {title}
          </h4>
          <p className="muted">{needs}</p>
          <table className="plan">
            <thead>
              <tr>
                <th scope="col">Minutes</th>
                <th scope="col">What the class does</th>
                <th scope="col">Open</th>
              </tr>
            </thead>
            <tbody>
              {parts.map((part, i) => (
                <tr key={i}>
                  <td>{part.minutes}</td>
                  <td>{part.do}</td>
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
        <h4 id="notes-title">Notes and answers</h4>
        {STORIES.map((story) => (
          <Notes key={story.id} story={story} />
        ))}
      </section>
      <section aria-labelledby="levels-title">
        <h4 id="levels-title">Exercises by level</h4>
        {TEACHING.levels.map(({ name, exercises }) => (
          <p key={name}>
            {name}:{' '}
            {exercises.map((id, i) => (
              <span key={id}>
                {i > 0 && ', '}
                <Opens part={{ minutes: 0, do: '', exercise: id }} />
              </span>
            ))}
          </p>
        ))}
        <p className="muted">
          A lesson of your own: Share, Make a lesson. There you also check the completion codes of a class,
          and a lesson that is open has a worksheet.
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
      {title}
    </button>
  );
}

const LEVELS = ['', 'first course', 'networking course', 'advanced course'];

function Notes({ story }: { readonly story: Story }) {
  const app = useApp();
  const own = TEACHING.stories[story.id];
  return (
    <details className="teacher-notes">
      <summary>
        {story.title}{' '}
        <span className="muted">
          {story.minutes} minutes; {LEVELS[own?.level ?? 0]}; needs {own?.needs}
        </span>
      </summary>
      <Prose html={story.idea} />
      <table className="plan">
        <thead>
          <tr>
            <th scope="col">Question</th>
            <th scope="col">Answer</th>
            <th scope="col">Common mistake</th>
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
                <Words html={rightOf(step)} />
              </td>
              <td>
                <Words html={step.belief} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <h5>The open question</h5>
      <OpenAnswer story={story} />
      <p>
        <button
          type="button"
          className="button"
          onClick={() => app.look({ story: story.id, step: '', teach: 'sheet' })}
        >
          Worksheet and solutions to print
        </button>
      </p>
    </details>
  );
}
