import { listMark, t, titled } from '../../../models/src/language.ts';
import { useState } from 'react';
import { formatQuantity, type MetricName } from '../../../models/src/index.ts';
import { KNOB_INFO, KNOBS } from '../../../models/src/knobs.ts';
import { knobLabel } from '../../../models/src/lesson/conditions.ts';
import { faultsOfTask } from '../../../models/src/lesson/goals.ts';
import { isKnob, MOST_CONDITIONS, MOST_GOALS, type Task } from '../../../models/src/lesson/task.ts';
import { METRIC_ROWS } from '../lanes/metrics.ts';
import { useApp } from '../state/context.ts';
import { useStore } from '../state/store.ts';
import { goalWords } from '../lanes/goalWords.ts';
import { conditionsExample, typedConditions } from './typedConditions.ts';
import { goalExample, typedGoal } from './typedGoal.ts';

/**
 * A teacher's task: a text, goals that the engine can check, and the conditions under which they have to
 * hold.
 */
export function TaskForm({
  task,
  onChange,
}: {
  readonly task: Task;
  readonly onChange: (task: Task) => void;
}) {
  return (
    <fieldset className="task-form">
      <legend>{t('Task')}</legend>
      <label>
        {t('What is to be done')}
        <textarea
          rows={3}
          maxLength={2000}
          value={task.text}
          placeholder={t('Choose max_p so that packets wait less than 20 ms.')}
          onChange={(event) => onChange({ ...task, text: event.target.value })}
        />
      </label>
      <GoalsForm
        name={t('Goals, judged with seeds that students do not choose')}
        task={task}
        onChange={onChange}
      />
    </fieldset>
  );
}

/** Goals, their conditions, and the errors in them. */
export function GoalsForm({
  name,
  task,
  onChange,
}: {
  readonly name: string;
  readonly task: Task;
  readonly onChange: (task: Task) => void;
}) {
  const app = useApp();
  const { present } = useStore(app.history);
  const labels = useStore(app.lanes).map(({ label }) => label);
  // What was typed and cannot be read is said beside its field; that it leaves no value need not be said again.
  const [unread, setUnread] = useState(false);
  const faults = faultsOfTask(unread ? { ...task, over: null } : task, present);
  return (
    <>
      <p id="goals-name">{name}</p>
      <ul aria-labelledby="goals-name">
        {task.goals.map((goal) => (
          <li key={goal}>
            {goalWords(goal, labels)}{' '}
            <button
              type="button"
              className="link"
              aria-label={t('Remove the goal {{goalWords}}', { goalWords: goalWords(goal, labels) })}
              onClick={() => onChange({ ...task, goals: task.goals.filter((other) => other !== goal) })}
            >
              {t('Remove')}
            </button>
          </li>
        ))}
      </ul>
      {task.goals.length < MOST_GOALS && (
        <NewGoal
          labels={labels}
          onAdd={(goal) =>
            onChange({ ...task, goals: [...task.goals.filter((other) => other !== goal), goal] })
          }
        />
      )}
      <Conditions task={task} onChange={onChange} onUnread={setUnread} />
      {faults.length > 0 && (
        <p key={faults.join()} className="task-failed" role="alert" ref={intoView}>
          {faults.join(' ')}
        </p>
      )}
    </>
  );
}

/** The form is at the end of a dialog, whose buttons would hide an error that appears below it. */
const intoView = (error: HTMLElement | null): void => {
  error?.scrollIntoView({ block: 'nearest' });
};

function NewGoal({
  labels,
  onAdd,
}: {
  readonly labels: readonly string[];
  readonly onAdd: (goal: string) => void;
}) {
  const [lane, setLane] = useState(0);
  const [metric, setMetric] = useState<MetricName>('queueing_delay_mean');
  const [sign, setSign] = useState<'<' | '>'>('<');
  const [text, setText] = useState('');
  const [fault, setFault] = useState('');
  const add = () => {
    const typed = typedGoal(text, { lane, metric, sign });
    if (!typed.ok) setFault(typed.fault);
    else {
      setFault('');
      setText('');
      onAdd(typed.goal);
    }
  };
  return (
    <div className="task-row">
      <select aria-label={t('Lane')} value={lane} onChange={(event) => setLane(Number(event.target.value))}>
        {labels.map((label, i) => (
          <option key={`${i} ${label}`} value={i}>
            {label}
          </option>
        ))}
      </select>
      <select
        aria-label={t('Figure')}
        value={metric}
        onChange={(event) => setMetric(event.target.value as MetricName)}
      >
        {METRIC_ROWS.map(({ name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
      <select
        aria-label={t('Compared')}
        value={sign}
        onChange={(event) => setSign(event.target.value as '<' | '>')}
      >
        <option value="<">{t('below')}</option>
        <option value=">">{t('above')}</option>
      </select>
      <input
        type="text"
        aria-label={t('Value')}
        value={text}
        placeholder={goalExample(metric)}
        onChange={(event) => {
          setFault('');
          setText(event.target.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') add();
        }}
      />
      <button type="button" className="button" onClick={add}>
        {t('Add the goal')}
      </button>
      {fault !== '' && (
        <span className="task-failed" role="alert">
          {fault}
        </span>
      )}
    </div>
  );
}

function Conditions({
  task,
  onChange,
  onUnread,
}: {
  readonly task: Task;
  readonly onChange: (task: Task) => void;
  readonly onUnread: (unread: boolean) => void;
}) {
  const { present } = useStore(useApp().history);
  const { over } = task;
  const [text, setText] = useState(
    over === null
      ? ''
      : over.values.map((value) => formatQuantity(value, KNOB_INFO[over.knob].unit)).join(listMark()),
  );
  const [fault, setFault] = useState('');
  const set = (knob: string, values: string) => {
    setText(values);
    if (!isKnob(knob)) {
      setFault('');
      onUnread(false);
      onChange({ ...task, over: null });
      return;
    }
    const parsed = typedConditions(values, knob);
    const found = parsed.ok ? parsed.value : [];
    onUnread(!parsed.ok);
    setFault(
      !parsed.ok
        ? titled(knobLabel(knob), parsed.message)
        : found.length > MOST_CONDITIONS
          ? t('At most {{mostconditions}} values.', { mostconditions: MOST_CONDITIONS })
          : '',
    );
    onChange({ ...task, over: { knob, values: found.slice(0, MOST_CONDITIONS) } });
  };
  return (
    <div className="task-row">
      <label>
        {t('Under each of these')}{' '}
        <select value={over?.knob ?? ''} onChange={(event) => set(event.target.value, text)}>
          <option value="">{t('no other conditions')}</option>
          {KNOBS.map((knob) => (
            <option key={knob} value={knob}>
              {t(KNOB_INFO[knob].name)}
            </option>
          ))}
        </select>
      </label>
      {over !== null && (
        <input
          type="text"
          aria-label={t('Values of {{name}}', { name: t(KNOB_INFO[over.knob].name) })}
          value={text}
          placeholder={conditionsExample(present, over.knob)}
          onChange={(event) => set(over.knob, event.target.value)}
        />
      )}
      {fault !== '' && (
        <span className="task-failed" role="alert">
          {fault}
        </span>
      )}
    </div>
  );
}
