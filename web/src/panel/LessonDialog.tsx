import { t } from '../../../models/src/language.ts';
import { useState } from 'react';
import { Dialog } from '../components/Dialog.tsx';
import { LaneBadge } from '../components/LaneBadge.tsx';
import { Sym } from '../components/Sym.tsx';
import { Symbols } from '../components/Symbols.tsx';
import { laneModel } from '../lanes/model.ts';
import { useApp } from '../state/context.ts';
import { HIDEABLE, pathOf, type Lesson } from '../state/lesson.ts';
import { useStore } from '../state/store.ts';
import { useView } from '../state/useView.ts';
import { faultsOfTask } from '../../../models/src/lesson/goals.ts';
import { EMPTY_TASK, isEmpty } from '../../../models/src/lesson/task.ts';
import { ClassCodes } from './ClassCodes.tsx';
import { TaskForm } from './TaskForm.tsx';
import { HIDDEN_NAMES } from './lessonParts.ts';
import { fieldNode } from './fieldNode.ts';
import '../styles/lesson.css';

/** Fields of the scenario, and fields of each row of traffic. */
const OF_NETWORK = ['bottleneck.rate', 'bottleneck.delay', 'bottleneck.buffer', 'access.delay'];
const OF_ROW = ['flows', 'tcp', 'start', 'rate', 'ecn'];
const OF_RUN = ['duration', 'seed'];

/**
 * The teacher's dialog for a lesson: what students may change and what they have to find out. The link
 * carries it.
 */
export function LessonDialog({ onClose }: { readonly onClose: () => void }) {
  const app = useApp();
  const { present } = useStore(app.history);
  const runs = useStore(app.runner.slots);
  const now = useView('lesson');
  const [story, teach] = [useView('story'), useView('teach')];
  const editing = story === 'own' && teach === 'edit';
  const [lesson, setLesson] = useState<Lesson>(now ?? { open: [], hidden: [] });

  const toggled = <T,>(list: readonly T[], one: T): readonly T[] =>
    list.includes(one) ? list.filter((other) => other !== one) : [...list, one];
  const check = (path: string, name: string, label: React.ReactNode = name) => (
    <label key={path} className="check">
      <input
        type="checkbox"
        aria-label={name}
        checked={lesson.open.includes(path)}
        onChange={() => setLesson({ ...lesson, open: toggled(lesson.open, path) })}
      />{' '}
      {label}
    </label>
  );
  const fields = (prefix: string, keys: readonly string[]) =>
    keys.flatMap((key) => {
      const path = `${prefix}${key}`;
      const node = fieldNode(present, pathOf(path));
      return node === undefined ? [] : [check(path, node.label ?? key)];
    });

  return (
    <Dialog title={t('A lesson')} onClose={onClose} wide>
      <p className="muted">
        {t(
          'Students who open the link see this scenario. They can change only what you tick. What you hide appears when they press “Show it”. This is not protection: anyone can unlock everything.',
        )}
      </p>
      <div className="lesson-choices">
        {runs.map(({ asked }, lane) => {
          const { info } = laneModel(app.engine, asked, lane);
          // As in the panel: first the parameters that shape the law, the others on request.
          const prominent = info.params.filter(({ role }) => role !== 'plain');
          const main = prominent.length > 0 ? prominent : info.params;
          const rest = info.params.filter((param) => !main.includes(param));
          const boxOf = ({ name }: (typeof main)[number]) =>
            check(`lanes.${lane}.aqm.params.${name}`, name, <Sym name={name} />);
          const paths = main.map(({ name }) => `lanes.${lane}.aqm.params.${name}`);
          const all = paths.every((path) => lesson.open.includes(path));
          return (
            <fieldset key={lane}>
              <legend>
                <LaneBadge lane={lane} /> <Symbols text={asked.label} />
              </legend>
              {main.length > 1 && (
                <button
                  type="button"
                  className="link"
                  onClick={() => {
                    const others = lesson.open.filter((path) => !paths.includes(path));
                    setLesson({ ...lesson, open: all ? others : [...others, ...paths] });
                  }}
                >
                  {all ? t('None of these') : t('All of these')}
                </button>
              )}
              {main.map(boxOf)}
              {rest.length > 0 && (
                <details
                  open={
                    rest.some(({ name }) => lesson.open.includes(`lanes.${lane}.aqm.params.${name}`)) ||
                    undefined
                  }
                >
                  <summary>{t('More parameters')}</summary>
                  {rest.map(boxOf)}
                </details>
              )}
            </fieldset>
          );
        })}
        {(present.traffic ?? []).map((_, row) => (
          <fieldset key={`row ${row}`}>
            <legend>{t('Traffic, row {{row}}', { row: row + 1 })}</legend>
            {fields(`traffic.${row}.`, OF_ROW)}
          </fieldset>
        ))}
        <fieldset>
          <legend>{t('Network and run')}</legend>
          {present.network?.topology === 'chain' ? [] : fields('network.', OF_NETWORK)}
          {fields('', OF_RUN)}
        </fieldset>
        <fieldset>
          <legend>{t('Hidden until revealed')}</legend>
          {HIDEABLE.map((part) => (
            <label key={part} className="check">
              <input
                type="checkbox"
                checked={lesson.hidden.includes(part)}
                onChange={() => setLesson({ ...lesson, hidden: toggled(lesson.hidden, part) })}
              />{' '}
              {t(HIDDEN_NAMES[part])}
            </label>
          ))}
        </fieldset>
      </div>
      <TaskForm
        task={lesson.task ?? EMPTY_TASK}
        onChange={(task) => {
          const { open, hidden } = lesson;
          setLesson({ open, hidden, ...(!(isEmpty(task) && task.over === null) && { task }) });
        }}
      />
      {now?.task !== undefined && now.task.goals.length > 0 && <ClassCodes lesson={now} task={now.task} />}
      <footer>
        {now !== null && (
          <button
            type="button"
            className="button"
            onClick={() => {
              app.look({ lesson: null });
              onClose();
            }}
          >
            {t('Unlock everything')}
          </button>
        )}
        <button
          type="button"
          className="button"
          disabled={lesson.task !== undefined && faultsOfTask(lesson.task, present).length > 0}
          data-tip={t('With questions, hints and further steps, in the editor of lessons')}
          onClick={() => {
            onClose();
            import('../state/ownStory.ts').then(
              ({ putIntoOwn }) => putIntoOwn(app, lesson),
              () => app.notices.add('error', t('The editor could not be loaded. Are you online?')),
            );
          }}
        >
          {editing ? t('Put it into the step') : t('Make it a step of a lesson')}
        </button>
        <button
          type="button"
          className="button primary"
          disabled={lesson.task !== undefined && faultsOfTask(lesson.task, present).length > 0}
          onClick={() => {
            app.look({ lesson });
            onClose();
            app.notices.add('info', t('This is the lesson as students see it. Share copies the link to it.'));
          }}
        >
          {t('Create the lesson')}
        </button>
      </footer>
    </Dialog>
  );
}
