import { t } from '../../../../models/src/language.ts';
import { T } from '../../components/T.tsx';
import { nodeAt } from '../../../../models/src/index.ts';
import { KNOB_INFO } from '../../../../models/src/knobs.ts';
import { EXERCISES } from '../../../../models/src/lesson/exercises.ts';
import { Symbols } from '../../components/Symbols.tsx';
import { conditionWords, goalWords } from '../../lanes/goalWords.ts';
import { useApp } from '../../state/context.ts';
import { pathOf, type Lesson } from '../../state/lesson.ts';
import { textIn } from '../../state/programEdits.ts';
import { useStore } from '../../state/store.ts';
import { laneModel } from '../../lanes/model.ts';
import { Sheet } from './Sheet.tsx';

/** The link of the lesson itself instead of its worksheet. */
function inCompare(link: string): string {
  const [page = '', fragment = ''] = link.split('#');
  const fields = fragment.split('&').filter((field) => !/^(?:teach|v|story|step)=/.test(field));
  return `${page}#${fields.join('&')}`;
}

/** A lesson on paper: its task and goals, the values that may be changed, and room for the results. */
export function LessonSheet({ lesson }: { readonly lesson: Lesson }) {
  const app = useApp();
  const { present } = useStore(app.history);
  const lanes = useStore(app.lanes);
  const labels = lanes.map(({ label }) => label);
  const { task } = lesson;
  const exercise = EXERCISES.find(
    ({ goals, text }) => text === task?.text && goals.join() === task.goals.join(),
  );
  const over = task?.over ?? null;
  const programs = lanes.flatMap((lane, i) => {
    const opened = lesson.open.some((path) => `lanes.${i}.aqm.params.program`.startsWith(path));
    const text = textIn(laneModel(app.engine, lane, i).info, lane.aqm.params);
    return opened && text !== undefined ? [{ label: lane.label, text }] : [];
  });
  const names = lesson.open.flatMap((path) => {
    const [first, lane, , , name] = pathOf(path);
    if (first !== 'lanes') return [nodeAt(present, pathOf(path))?.label ?? path].map((one) => t(one));
    return name === undefined ? [] : [`${labels[Number(lane)] ?? ''}: ${String(name)}`];
  });
  return (
    <Sheet
      title={present.title ?? t('Lesson')}
      link={inCompare(app.link())}
      back={{ name: t('Back to the lesson'), view: { tab: 'compare', teach: '' } }}
      lead={present.question !== undefined && <p>{t(present.question)}</p>}
      questions={[
        ...(task === undefined || task.text === ''
          ? []
          : [{ key: 'task', text: <Symbols text={t(task.text)} />, options: [], lines: 4 }]),
        ...(task === undefined || task.goals.length === 0
          ? []
          : [
              {
                key: 'goals',
                text: (
                  <p>
                    <T
                      en={'Which goals are reached{{over}}?'}
                      values={{
                        over:
                          over !== null &&
                          t(', under each of these: {{values}}', {
                            values: over.values
                              .map((value) => conditionWords({ label: t(KNOB_INFO[over.knob].name), value }))
                              .join('; '),
                          }),
                      }}
                    />
                  </p>
                ),
                options: task.goals.map((goal) => goalWords(goal, labels)),
                lines: 1,
              },
            ]),
        ...programs.map(({ label, text }) => ({
          key: `program ${label}`,
          text: (
            <>
              <p>{t('Complete the program of {{label}}.', { label })}</p>
              <pre>{text}</pre>
            </>
          ),
          options: [],
          lines: 4,
        })),
        ...(names.length === 0
          ? []
          : [
              {
                key: 'values',
                text: (
                  <>
                    <p>{t('Which values did you choose?')}</p>
                    <ul className="sheet-values">
                      {names.map((name) => (
                        <li key={name}>
                          <Symbols text={name} />
                        </li>
                      ))}
                    </ul>
                  </>
                ),
                options: [],
                lines: 0,
              },
            ]),
        { key: 'why', text: <p>{t('Why? What changed in the plots?')}</p>, options: [], lines: 5 },
      ]}
      solutions={exercise === undefined ? [] : [<pre key="program">{exercise.solution.join('\n')}</pre>]}
    />
  );
}
