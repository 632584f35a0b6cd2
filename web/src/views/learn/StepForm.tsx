/** One step in the lesson editor. */
import { lanes, validate } from '../../../../models/src/index.ts';
import { observedLink } from '../../../../models/src/chain.ts';
import { t, wordList } from '../../../../models/src/language.ts';
import {
  ASKABLE,
  EXHIBITS,
  letterOf,
  sceneOf,
  sourceOf,
  type Look,
  type Outcome,
  type Step,
} from '../../../../models/src/stories/index.ts';
import { without } from '../../../../models/src/path.ts';
import { HIDDEN_NAMES } from '../../panel/lessonParts.ts';
import { useApp } from '../../state/context.ts';
import { PARTS } from '../compare/CompareView.tsx';
import { Check, Choice, Entries, Numeric, Text } from './fields.tsx';
import { titleOf } from './openExhibit.ts';
import { withScene } from '../../state/ownStory.ts';
import { lessonOf } from './stage.ts';

interface Props {
  readonly step: Step;
  readonly onChange: (step: Step) => void;
}

const units = (): readonly (readonly [Outcome['unit'], string])[] => [
  ['', '–'],
  ...(['s', 'ms', '%', 'Mbit/s', 'kbit/s'] as const).map((unit) => [unit, unit] as const),
  ['packets', t('packets')],
  ['degrees', t('degrees')],
  ['times', t('times')],
];

const titleText = (title: string | undefined): string =>
  title === undefined ? t('without a title') : t(title);

const LETTERS = Array.from({ length: 8 }, (_, lane) => [letterOf(lane), letterOf(lane)] as const);

export function StepForm(props: Props) {
  const { step, onChange } = props;
  const set = (change: Partial<Step>) => onChange({ ...step, ...change });
  return (
    <section className="editor-step">
      <datalist id="quantities">
        {ASKABLE.map(({ name, help }) => (
          <option key={name} value={`${name}(A)`}>
            {t(help)}
          </option>
        ))}
      </datalist>
      <datalist id="quantities-in-time">
        {ASKABLE.filter(({ part }) => part).map(({ name, help }) => (
          <option key={name} value={name}>
            {t(help)}
          </option>
        ))}
      </datalist>
      <Scene {...props} />
      <Text label={t('What there is to see')} rows={3} value={step.see} onChange={(see) => set({ see })} />
      <Text label={t('Question')} rows={2} value={step.ask} onChange={(ask) => set({ ask })} />
      <Question {...props} />
      <Entries
        name={t('Hints')}
        entries={step.hints ?? []}
        most={6}
        empty=""
        onChange={(hints) => set({ hints })}
      >
        {(hint, change, i) => (
          <Text label={t('Hint {{i}}', { i: i + 1 })} most={1000} value={hint} onChange={change} />
        )}
      </Entries>
      <Text
        label={t('Explanation, or the solution of the task')}
        rows={4}
        value={step.reveal}
        onChange={(reveal) => set({ reveal })}
      />
      <Text
        label={t('An equation (TeX)')}
        value={step.equation ?? ''}
        onChange={(equation) => {
          const rest = without(step, 'equation');
          onChange(equation === '' ? rest : { ...rest, equation });
        }}
      />
      <Text label={t('A common mistake')} value={step.belief} onChange={(belief) => set({ belief })} />
      <Entries
        name={t('Numbers that are computed and shown')}
        entries={step.numbers}
        most={6}
        empty={{ label: t('Waiting, mean'), of: 'queueing_delay_mean(A)', unit: 'ms' as const }}
        onChange={(numbers) => set({ numbers })}
      >
        {(entry, change) => (
          <>
            <Text label={t('Name')} value={entry.label} onChange={(label) => change({ ...entry, label })} />
            <Text
              label={t('Quantity')}
              list="quantities"
              value={entry.of}
              onChange={(of) => change({ ...entry, of })}
            />
            <Choice
              label={t('Unit')}
              value={entry.unit}
              words={units()}
              onChange={(unit) => change({ ...entry, unit })}
            />
          </>
        )}
      </Entries>
      <Entries
        name={t('Comparisons that must hold for the explanation to be true')}
        entries={step.holds}
        most={6}
        empty="loss_ratio(A) < 0.1"
        onChange={(holds) => set({ holds })}
      >
        {(entry, change) => <Text label={t('Comparison')} value={entry} onChange={change} />}
      </Entries>
      <Knobs {...props} />
    </section>
  );
}

function Scene({ step, onChange }: Props) {
  const app = useApp();
  const source = sourceOf(step, EXHIBITS);
  const look: Look = step.look ?? source?.look ?? {};
  const setLook = (change: Partial<Record<keyof Look, unknown>>) => {
    const next = Object.entries({ ...look, ...change }).filter(([, value]) => value !== undefined);
    onChange({ ...step, look: Object.fromEntries(next) });
  };
  const [from, to] = look.span ?? [];
  const title = step.scenario === undefined ? '' : titleOf({ scenario: step.scenario });
  const choose = (exhibit: string) => {
    const rest = without(step, 'scenario', 'exhibit', 'lanes', 'change', 'look', 'lesson');
    onChange({ ...rest, exhibit });
  };
  const takeOpen = () => onChange(withScene(app, step));
  const open = () => {
    if (source === undefined) return;
    app.open(validate(sceneOf(step, source, true), app.engine), t('The scene'));
    app.look({ tab: 'compare', span: look.span ?? null, lesson: lessonOf(step) });
  };
  return (
    <fieldset className="editor-entries">
      <legend>{t('Scene')}</legend>
      <Choice
        label={t('Scenario')}
        value={step.exhibit ?? ''}
        words={[
          ...(step.exhibit === undefined ? [['', t('Its own: {{title}}', { title })] as const] : []),
          ...EXHIBITS.map((exhibit) => [exhibit.id, t(titleOf(exhibit))] as const),
        ]}
        onChange={choose}
      />
      <div className="editor-ways">
        <button type="button" className="button" onClick={open}>
          {t('Open it in Compare')}
        </button>
        <button type="button" className="button" onClick={takeOpen}>
          {t('Take the open scenario: {{title}}', {
            title: titleText(app.document().title),
          })}
        </button>
      </div>
      <p className="muted">
        {t(
          'Change the scenario in Compare, come back to Learn, and take it. “Share, Make a lesson” sets there what students may change, what is hidden, and a task with goals, and puts it into this step.',
        )}
      </p>
      {step.lesson !== undefined && <Locks {...{ step, onChange }} lesson={step.lesson} />}
      <div className="editor-entry">
        <Numeric
          label={t('Shown from, s')}
          optional
          value={from}
          is={(value) => value >= 0 && value < (to ?? Infinity)}
          onChange={(value) =>
            setLook({ span: value === undefined ? undefined : [value, to ?? app.duration.get()] })
          }
        />
        <Numeric
          label={t('to, s')}
          optional
          value={to}
          is={(value) => value > (from ?? 0)}
          onChange={(value) => setLook({ span: value === undefined ? undefined : [from ?? 0, value] })}
        />
        <Numeric
          label={t('Hidden before the answer from, s')}
          optional
          value={look.time}
          is={(value) => value >= 0}
          onChange={(time) => setLook({ time })}
        />
        <Numeric
          label={t('Lanes before the answer')}
          optional
          value={step.first}
          is={(value) => Number.isInteger(value) && value >= 1}
          onChange={(first) => onChange({ ...without(step, 'first'), ...(first !== undefined && { first }) })}
        />
      </div>
      <Check
        label={t('Lanes have no names before the answer')}
        value={step.nameless === true}
        onChange={(nameless) => onChange({ ...step, nameless })}
      />
      <fieldset className="editor-checks">
        <legend>{t('Shown after the answer')}</legend>
        {PARTS.map((part) => (
          <Check
            key={part}
            label={t(HIDDEN_NAMES[part])}
            value={look.parts?.includes(part) ?? part === 'queues'}
            onChange={(on) => {
              const now = look.parts ?? ['queues'];
              const parts = PARTS.filter((one) => (one === part ? on : now.includes(one)));
              if (parts.length > 0) setLook({ parts });
            }}
          />
        ))}
      </fieldset>
    </fieldset>
  );
}

function Locks({ step, onChange, lesson }: Props & { readonly lesson: NonNullable<Step['lesson']> }) {
  const { open, hidden, task } = lesson;
  return (
    <p>
      {t('Students may change: {{open}}. Hidden: {{hidden}}. Goals: {{goals}}.', {
        open: wordList(open) || t('nothing'),
        hidden: wordList(hidden.map((part) => t(HIDDEN_NAMES[part]))) || t('nothing'),
        goals: task?.goals.join(', ') ?? t('none'),
      })}{' '}
      <button type="button" className="link" onClick={() => onChange(without(step, 'lesson'))}>
        {t('Unlock everything')}
      </button>
    </p>
  );
}

type Kind = 'options' | 'number' | 'drawing' | 'none';

function Question({ step, onChange }: Props) {
  const source = sourceOf(step, EXHIBITS);
  const [lane] = source === undefined ? [] : lanes(sceneOf(step, source, true));
  const { options, number, drawing } = step;
  const kind: Kind =
    options.length > 0
      ? 'options'
      : number !== undefined
        ? 'number'
        : drawing !== undefined
          ? 'drawing'
          : 'none';
  const choose = (next: Kind) => {
    const rest = without(step, 'number', 'drawing');
    const [from, to] = step.look?.span ?? [0, 60];
    onChange({
      ...rest,
      options: next === 'options' ? [{ text: t('Yes'), right: true }, { text: t('No') }] : [],
      ...(next === 'number' && {
        number: { of: 'queueing_delay_mean(A)', unit: 'ms' as const, within: 0.1 },
      }),
      ...(next === 'drawing' && {
        drawing: {
          of: 'queue',
          lane: 'A',
          from,
          to,
          top: lane === undefined ? 100 : observedLink(lane).buffer,
          unit: 'packets' as const,
        },
      }),
    });
  };
  return (
    <fieldset className="editor-entries">
      <legend>{t('Answer')}</legend>
      <Choice<Kind>
        label={t('Kind')}
        value={kind}
        words={[
          ['options', t('One of some options')],
          ['number', t('A number')],
          ['drawing', t('A curve that is drawn')],
          ['none', t('None: students look, or solve a task')],
        ]}
        onChange={choose}
      />
      {kind === 'options' && (
        <Entries
          name={t('Options')}
          entries={options}
          most={5}
          empty={{ text: '' }}
          onChange={(next) => next.length > 0 && onChange({ ...step, options: next })}
        >
          {(option, change, i) => (
            <>
              <Text
                label={t('Option {{i}}', { i: i + 1 })}
                value={option.text}
                onChange={(text) => change({ ...option, text })}
              />
              <Check
                label={t('right')}
                value={option.right === true}
                onChange={(right) => change(right ? { ...option, right } : { text: option.text })}
              />
            </>
          )}
        </Entries>
      )}
      {number !== undefined && (
        <div className="editor-entry">
          <Text
            label={t('Quantity')}
            list="quantities"
            value={number.of}
            onChange={(of) => onChange({ ...step, number: { ...number, of } })}
          />
          <Choice
            label={t('Unit')}
            value={number.unit}
            words={units()}
            onChange={(unit) => onChange({ ...step, number: { ...number, unit } })}
          />
          <Numeric
            label={t('Tolerance, %')}
            value={number.within * 100}
            is={(value) => value >= 0 && value <= 100}
            onChange={(value) =>
              value !== undefined && onChange({ ...step, number: { ...number, within: value / 100 } })
            }
          />
        </div>
      )}
      {drawing !== undefined && (
        <div className="editor-entry">
          <Text
            label={t('Quantity')}
            list="quantities-in-time"
            value={drawing.of}
            onChange={(of) => onChange({ ...step, drawing: { ...drawing, of } })}
          />
          <Choice
            label={t('Lane')}
            value={drawing.lane}
            words={LETTERS}
            onChange={(lane) => onChange({ ...step, drawing: { ...drawing, lane } })}
          />
          {(['from', 'to', 'top'] as const).map((key) => (
            <Numeric
              key={key}
              label={{ from: t('From, s'), to: t('to, s'), top: t('Upper end') }[key]}
              value={drawing[key]}
              is={(value) => value > 0 || (key === 'from' && value === 0)}
              onChange={(value) =>
                value !== undefined && onChange({ ...step, drawing: { ...drawing, [key]: value } })
              }
            />
          ))}
          <Choice
            label={t('Unit')}
            value={drawing.unit}
            words={units()}
            onChange={(unit) => onChange({ ...step, drawing: { ...drawing, unit } })}
          />
        </div>
      )}
    </fieldset>
  );
}

/** Sliders of the explanation. */
function Knobs({ step, onChange }: Props) {
  if (step.lesson !== undefined) return null;
  return (
    <Entries
      name={t('Sliders to try, after the answer')}
      entries={step.play ?? []}
      most={2}
      empty={{ label: t('Buffer'), at: ['network.bottleneck.buffer'], from: 10, to: 1000, whole: true }}
      onChange={(play) => onChange({ ...step, play })}
    >
      {(knob, change) => (
        <>
          <Text label={t('Name')} value={knob.label} onChange={(label) => change({ ...knob, label })} />
          <Text
            label={t('Places in the scene')}
            value={knob.at.join(' ')}
            onChange={(text) => change({ ...knob, at: text.split(' ') })}
          />
          {(['from', 'to'] as const).map((key) => (
            <Numeric
              key={key}
              label={{ from: t('From'), to: t('To') }[key]}
              value={knob[key]}
              onChange={(value) => value !== undefined && change({ ...knob, [key]: value })}
            />
          ))}
          <Check
            label={t('whole numbers')}
            value={knob.whole === true}
            onChange={(whole) => change({ ...knob, whole })}
          />
          <Check
            label={t('logarithmic')}
            value={knob.scale === 'log'}
            onChange={(log) => change({ ...knob, scale: log ? 'log' : 'linear' })}
          />
        </>
      )}
    </Entries>
  );
}
