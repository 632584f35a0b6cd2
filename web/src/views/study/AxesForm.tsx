import { listMark, t } from '../../../../models/src/language.ts';
import { expand, MOST_SEEDS, type Axis, type Plan } from '../../../../models/src/study/index.ts';
import { formatQuantity } from '../../../../models/src/index.ts';
import { Icon } from '../../components/Icon.tsx';
import { parseList, parseNumber } from '../../components/quantity.ts';
import { QuantityInput } from '../../components/QuantityInput.tsx';
import { newCases } from './cases.ts';
import { CasesRow } from './CasesRow.tsx';
import { apartOf, axisFor, choiceOf, GROUP_NAMES, keyOf, sampledOf, type Choice } from './choices.ts';

interface Props {
  readonly plan: Plan;
  readonly choices: readonly Choice[];
  readonly onPlan: (plan: Plan) => void;
}

/** The most steps of an axis on the page. */
const MOST_STEPS = 64;
/** The most points, rows or paths of a sample on the page. */
const MOST_SAMPLED = 10_000;
/** The most axes in the form: more cannot be shown well on a screen. A file may have more. */
const MOST_AXES = 3;

/** The form of a study's axes and number of seeds. */
export function AxesForm({ plan, choices, onPlan }: Props) {
  const set = (i: number, axis: Axis) =>
    onPlan({ ...plan, axes: plan.axes.map((other, k) => (k === i ? axis : other)) });
  const free = choices.filter(
    (choice) => choice.twin !== true && !plan.axes.some((axis) => choiceOf(axis, choices) === choice),
  );
  const [next] = free;
  return (
    <div className="study-axes">
      {plan.axes.map((axis, i) => (
        <fieldset className="study-axis" key={i}>
          <legend className="visually-hidden">{t('Axis {{i}}', { i: i + 1 })}</legend>
          {axis.cases !== undefined ? (
            <CasesRow axis={axis} at={i} onAxis={(changed) => set(i, changed)} />
          ) : axis.sample === undefined ? (
            <AxisRow axis={axis} choices={choices} free={free} onAxis={(changed) => set(i, changed)} />
          ) : (
            <SampleRow
              axis={axis}
              choices={choices}
              onAxis={(changed) => set(i, changed)}
              onApart={() =>
                onPlan({
                  ...plan,
                  axes: plan.axes.flatMap((other, k) => (k === i ? apartOf(other) : [other])),
                  along: 0,
                })
              }
            />
          )}
          <button
            type="button"
            className="icon-button tiny"
            aria-label={t('Remove axis {{i}}', { i: i + 1 })}
            onClick={() => onPlan({ ...plan, axes: plan.axes.filter((_, k) => k !== i), along: 0 })}
          >
            <Icon name="close" />
          </button>
        </fieldset>
      ))}
      <div className="study-more">
        {next !== undefined && plan.axes.length < MOST_AXES && (
          <button
            type="button"
            className="add"
            onClick={() => onPlan({ ...plan, axes: [...plan.axes, axisFor(next)] })}
          >
            <Icon name="plus" />{' '}
            {t('Vary {{axes}}', { axes: plan.axes.length === 0 ? t('a quantity') : t('another quantity') })}
          </button>
        )}
        {plan.axes.length < MOST_AXES && (
          <button
            type="button"
            className="add"
            data-tip={t(
              'Scenarios that differ in more than one value, each with a name: light and heavy traffic',
            )}
            onClick={() => onPlan({ ...plan, axes: [...plan.axes, newCases(plan.axes)] })}
          >
            <Icon name="plus" /> {t('Compare cases')}
          </button>
        )}
        {plan.axes.length > 1 &&
          plan.axes.every(({ from, to }) => from !== undefined && to !== undefined) && (
            <button
              type="button"
              className="add"
              onClick={() => onPlan({ ...plan, axes: [sampledOf(plan.axes)], along: 0 })}
            >
              {t('Sample them together')}
            </button>
          )}
        <label className="study-seeds">
          <span className="muted">{t('Seeds')}</span>
          <Count
            label={t('Seeds of each point')}
            value={plan.seeds}
            least={1}
            most={MOST_SEEDS}
            onValue={(seeds) => onPlan({ ...plan, seeds })}
          />
        </label>
      </div>
    </div>
  );
}

interface RowProps {
  readonly axis: Axis;
  readonly choices: readonly Choice[];
  readonly free: readonly Choice[];
  readonly onAxis: (axis: Axis) => void;
}

function AxisRow({ axis, choices, free, onAxis }: RowProps) {
  const choice = choiceOf(axis, choices);
  const { from, to, count = 2, scale = 'linear', values } = axis;
  const listed = values?.every((value) => typeof value === 'number') === true ? values : undefined;
  const ranged = from !== undefined && to !== undefined;
  if (choice === undefined || (!ranged && listed === undefined))
    return <span>{wordsOf(axis, choice, values)}</span>;
  const spacing = (next: string) => {
    if (next === 'list') onAxis({ ...choice.varied, values: [...(listed ?? valuesOf(axis))] });
    else if (listed !== undefined) {
      const ends = { from: Math.min(...listed), to: Math.max(...listed) };
      const steps = Math.max(2, listed.length);
      const whole = choice.whole && { whole: true };
      onAxis({ ...choice.varied, ...ends, count: steps, scale: next === 'log' ? 'log' : 'linear', ...whole });
    } else onAxis({ ...axis, scale: next === 'log' ? 'log' : 'linear' });
  };
  const list = (next: readonly number[]) => {
    const problem = problemOfList(next, choice);
    if (problem === null) onAxis({ ...choice.varied, values: [...next] });
    return problem;
  };
  const end = (key: 'from' | 'to', value: number) => {
    const changed = { ...axis, [key]: value };
    if (!((changed.from ?? 0) < (changed.to ?? 0)))
      return { message: t('The start has to be below the end.') };
    onAxis(changed);
    return null;
  };
  return (
    <>
      <select
        aria-label={t('Quantity')}
        value={keyOf(choice)}
        onChange={({ target }) => {
          const chosen = choices.find((other) => keyOf(other) === target.value);
          if (chosen !== undefined) onAxis(axisFor(chosen));
        }}
      >
        {GROUP_NAMES.map((group) => {
          const own = choices.filter(
            (other) => other.group === group && (other === choice || free.includes(other)),
          );
          return (
            own.length > 0 && (
              <optgroup key={group} label={t(group)}>
                {own.map((other) => (
                  <option key={keyOf(other)} value={keyOf(other)}>
                    {other.label}
                  </option>
                ))}
              </optgroup>
            )
          );
        })}
      </select>
      <span className="study-range">
        {listed !== undefined && (
          <span className="study-list">
            <QuantityInput<readonly number[]>
              label={t('{{label}}, values', { label: choice.label })}
              value={listed}
              print={(all) => all.map((value) => formatQuantity(value, choice.unit)).join(listMark())}
              parse={(text) => parseList(text, choice.unit, formatQuantity(listed[0] ?? 0, choice.unit))}
              commit={list}
            />
          </span>
        )}
        {ranged &&
          (['from', 'to'] as const).map((key) => (
            <span key={key}>
              <span className="muted">{t(key)}</span>
              <QuantityInput<number | readonly number[]>
                label={`${choice.label}, ${t(key)}`}
                value={key === 'from' ? from : to}
                print={(value) =>
                  [value]
                    .flat()
                    .map((one) => formatQuantity(one, choice.unit))
                    .join(listMark())
                }
                parse={(text) =>
                  LISTED.test(text)
                    ? parseList(text, choice.unit, formatQuantity(key === 'from' ? from : to, choice.unit))
                    : parseNumber(text, choice.unit)
                }
                commit={(value) => (typeof value === 'number' ? end(key, value) : list(value))}
              />
            </span>
          ))}
        {ranged && (
          <span>
            <span className="muted">{t('in')}</span>
            <Count
              label={t('{{label}}, number of values', { label: choice.label })}
              value={count}
              least={2}
              most={MOST_STEPS}
              onValue={(next) => onAxis({ ...axis, count: next })}
            />
            <span className="muted">{t('values')}</span>
          </span>
        )}
        <select
          aria-label={t('{{label}}, spacing', { label: choice.label })}
          value={listed === undefined ? scale : 'list'}
          onChange={({ target }) => spacing(target.value)}
        >
          <option value="linear">{t('even')}</option>
          {(listed ?? [from ?? 0]).every((value) => value > 0) && (
            <option value="log">{t('logarithmic')}</option>
          )}
          <option value="list">{t('a list of values')}</option>
        </select>
      </span>
    </>
  );
}

/** The designs of a sample, and the unit of `count`. */
const DESIGNS = {
  morris: { label: 'effects of each quantity (Morris)', each: 'paths' },
  saltelli: { label: 'shares of the variance (Saltelli, Sobol)', each: 'rows' },
  latin: { label: 'Latin hypercube', each: 'points' },
  sobol: { label: 'Sobol’s sequence', each: 'points' },
} as const;

function SampleRow({
  axis,
  choices,
  onAxis,
  onApart,
}: Pick<RowProps, 'axis' | 'choices' | 'onAxis'> & { readonly onApart: () => void }) {
  const { sample = 'morris', count = 2, over = [], seed, ...rest } = axis;
  const named = (range: (typeof over)[number]) => {
    const choice = choiceOf(range, choices);
    const text = (value: number) =>
      choice === undefined ? String(value) : formatQuantity(value, choice.unit);
    return t('{{label}} {{from}} to {{to}}', {
      label: choice?.label ?? range.name ?? [range.path ?? range.knob].flat().join(', '),
      from: text(range.from),
      to: text(range.to),
    });
  };
  const told = (next: keyof typeof DESIGNS): Axis => ({
    ...rest,
    sample: next,
    count,
    over,
    ...(seed !== undefined && next !== 'saltelli' && { seed }),
  });
  return (
    <>
      <select
        aria-label={t('Design of the sample')}
        value={sample}
        onChange={({ target }) => onAxis(told(target.value as keyof typeof DESIGNS))}
      >
        {Object.entries(DESIGNS).map(([name, { label }]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
      <span className="study-range">
        <span>
          <Count
            label={t('Sample, number of {{each}}', { each: t(DESIGNS[sample].each) })}
            value={count}
            least={2}
            most={MOST_SAMPLED}
            onValue={(next) => onAxis({ ...axis, count: next })}
          />
          <span className="muted">{t('{{each}} over', { each: t(DESIGNS[sample].each) })}</span>
        </span>
        <span className="study-over">{over.map(named).join('; ')}</span>
        <button type="button" className="link" onClick={onApart}>
          {t('One by one')}
        </button>
      </span>
    </>
  );
}

/** Several numbers, typed into the field of one. */
const LISTED = /[\d\s][,;]\s*\d/;

/** The steps of a range, as the initial values of a list. */
const valuesOf = (axis: Axis): readonly number[] => {
  const { points, valuesAt } = expand({ version: 1, scenario: {}, axes: [axis] });
  return Array.from({ length: points }, (_, point) => Number(valuesAt(point)[0]));
};

function problemOfList(values: readonly number[], { whole, limits }: Choice): { message: string } | null {
  const [least, most] = limits ?? [-Infinity, Infinity];
  const wrong = values.find((value) => (whole && !Number.isInteger(value)) || value < least || value > most);
  if (values.length === 0 || values.length > MOST_STEPS)
    return {
      message: t('From 1 to {{moststeps}} values, with commas between them.', { moststeps: MOST_STEPS }),
    };
  if (new Set(values).size < values.length) return { message: t('Each value once.') };
  if (wrong !== undefined)
    return {
      message: t('{{wrong}} cannot be: {{whole}}.', {
        wrong,
        whole: whole ? t('whole numbers only') : t('from {{least}} to {{most}}', { least, most }),
      }),
    };
  return null;
}

/** The description of an axis from a file that the form cannot edit. */
function wordsOf(axis: Axis, choice: Choice | undefined, values: Axis['values']): string {
  const name = choice?.label ?? axis.name ?? axis.knob ?? [axis.path ?? []].flat().join(', ');
  if (values !== undefined)
    return `${name}: ${values.map((value) => (typeof value === 'number' && choice ? formatQuantity(value, choice.unit) : String(value))).join(', ')}`;
  return t('{{name}}: {{from}} to {{to}} in {{count}} values', {
    name,
    from: axis.from ?? '',
    to: axis.to ?? '',
    count: axis.count ?? 0,
  });
}

interface CountProps {
  readonly label: string;
  readonly value: number;
  readonly least: number;
  readonly most: number;
  readonly onValue: (value: number) => void;
}

function Count({ label, value, least, most, onValue }: CountProps) {
  return (
    <QuantityInput<number>
      label={label}
      value={value}
      print={String}
      parse={(text) => parseNumber(text, '1')}
      commit={(next) => {
        if (!Number.isInteger(next) || next < least || next > most)
          return { message: t('A whole number from {{least}} to {{most}}.', { least, most }) };
        onValue(next);
        return null;
      }}
    />
  );
}
