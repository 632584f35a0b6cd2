import { t } from '../../../models/src/language.ts';
import { memo } from 'react';
import type { ParamInfo, ParamValue } from '../../../wasm/src/types.ts';
import { showPath } from '../../../models/src/path.ts';
import { QuantityInput } from '../components/QuantityInput.tsx';
import { Slider } from '../components/Slider.tsx';
import { Sym } from '../components/Sym.tsx';
import { useApp } from '../state/context.ts';
import { gestureIn } from '../state/dragged.ts';
import { FieldRow } from './FieldRow.tsx';
import {
  parseNumber,
  parseRows,
  printLegible,
  printQuantity,
  printRows,
  problemOf,
  stepQuantity,
} from '../components/quantity.ts';

interface Props {
  readonly lane: number;
  readonly laneLabel: string;
  readonly param: ParamInfo;
  /** The value with defaults applied, if it is a number. */
  readonly resolved: ParamValue | undefined;
  /** The value in the document; undefined if the default applies. */
  readonly given: ParamValue | undefined;
  readonly buffer: number;
  /** The lanes with another value; null if no other lane has this parameter. */
  readonly elsewhere: string | null;
  /** For a program: each number with a range has a slider for that range. */
  readonly ranged?: boolean;
}

/** One parameter of a scheme, from the scheme's own table. */
export const ParamField = memo(function ParamField(props: Props) {
  const { lane, laneLabel, param, resolved, given, buffer, elsewhere, ranged = false } = props;
  const app = useApp();
  const path = ['lanes', lane, 'aqm', 'params', param.name] as const;
  const value = given ?? resolved ?? param.default;
  const commit = (next: ParamValue | undefined) =>
    problemOf(app.edit(path, next), showPath(path), param.unit);
  const modified = given !== undefined && JSON.stringify(given) !== JSON.stringify(param.default);
  const label = t('{{name}} of {{laneLabel}}', { name: param.name, laneLabel });
  const help =
    describe(param) + (elsewhere === null ? '' : t(' Another value in lane {{elsewhere}}.', { elsewhere }));
  const common = {
    // A quantity has a symbol; a choice has a name.
    label:
      param.kind === 'number' || param.kind === 'integer' ? (
        <Sym name={param.name} />
      ) : (
        param.name.replaceAll('_', ' ')
      ),
    help,
    differs: elsewhere !== null,
    resetLabel: t('Reset {{name}} to {{defaultText}}', { name: param.name, defaultText: defaultText(param) }),
    onReset: modified ? () => commit(undefined) : undefined,
  };

  switch (param.kind) {
    case 'choice':
      return (
        <FieldRow {...common}>
          {(id) => (
            <select
              aria-label={label}
              aria-describedby={id}
              value={String(value)}
              onChange={(event) => commit(event.target.value)}
            >
              {param.choices?.map((choice) => (
                <option key={choice} value={choice}>
                  {choice}
                </option>
              ))}
            </select>
          )}
        </FieldRow>
      );
    case 'toggle':
      return (
        <FieldRow {...common}>
          {(id) => (
            <input
              type="checkbox"
              className="switch"
              aria-label={label}
              aria-describedby={id}
              checked={value === true}
              onChange={(event) => commit(event.target.checked)}
            />
          )}
        </FieldRow>
      );
    case 'list':
      return <RowsField {...{ param, value, label, commit, common }} />;
    case 'text':
      return null; // it has an editor of its own
    case 'pair':
      throw new Error(`${param.name}: no scheme has a ${param.kind} yet`);
    case 'integer':
    case 'number':
      break;
  }

  const number = typeof value === 'number' ? value : NaN;
  const computed = given === undefined && param.default === undefined;
  const range = sliderRange(param, buffer) ?? (ranged ? wholeRange(param) : null);
  return (
    <QuantityInput<number>
      label={label}
      value={number}
      print={(shown) =>
        Number.isNaN(shown)
          ? t('auto')
          : printLegible(computed ? Number(shown.toPrecision(4)) : shown, param.unit)
      }
      parse={(text) => parseNumber(text, param.unit)}
      commit={commit}
      step={(from, direction, coarse) =>
        stepQuantity(from, direction, coarse, param.kind === 'integer' || param.unit === 'packets')
      }
    >
      {(input, problem) => (
        <FieldRow
          {...common}
          below={problem}
          {...(range === null || Number.isNaN(number)
            ? {}
            : {
                slider: (
                  <Slider
                    label={t('{{label}}, slider', { label })}
                    value={number}
                    min={range.min}
                    max={range.max}
                    log={range.log}
                    integer={param.kind === 'integer' || param.unit === 'packets'}
                    valueText={printLegible(number, param.unit)}
                    onInput={(next, gesture) => app.edit(path, next, gestureIn('panel', gesture))}
                    onSettle={() => app.settle()}
                  />
                ),
              })}
        >
          {() => (
            <span
              className={computed ? 'computed' : undefined}
              data-tip={computed ? computedText(param) : undefined}
            >
              {input}
            </span>
          )}
        </FieldRow>
      )}
    </QuantityInput>
  );
});

interface RowsProps {
  readonly param: ParamInfo;
  readonly value: ParamValue | undefined;
  readonly label: string;
  readonly commit: (value: ParamValue | undefined) => ReturnType<typeof problemOf>;
  readonly common: {
    readonly label: React.ReactNode;
    readonly help: string;
    readonly differs: boolean;
    readonly resetLabel: string;
    readonly onReset: (() => void) | undefined;
  };
}

/** Rows of numbers, typed with semicolons between them. */
function RowsField({ param, value, label, commit, common }: RowsProps) {
  const rows = Array.isArray(value) ? (value as readonly (readonly number[])[]) : [];
  const width = param.listWidth ?? rows[0]?.length ?? 1;
  return (
    <QuantityInput<readonly (readonly number[])[]>
      label={label}
      value={rows}
      print={(shown) => printRows(shown).replaceAll('\n', '; ')}
      parse={(text) => parseRows(text, width)}
      commit={commit}
    >
      {(input, problem) => (
        <FieldRow {...common} below={problem}>
          {() => input}
        </FieldRow>
      )}
    </QuantityInput>
  );
}

/**
 * The range of a slider for probabilities, weights (logarithmic) and queue levels; other parameters have
 * none.
 */
function sliderRange(param: ParamInfo, buffer: number): { min: number; max: number; log: boolean } | null {
  switch (param.role) {
    case 'weight':
      return { min: Math.max(param.min ?? 0, 1e-5), max: Math.min(param.max ?? 1, 0.5), log: true };
    case 'probability':
      return { min: 0.001, max: Math.min(param.max ?? 1, 1), log: true };
    case 'queue_threshold':
      return { min: Math.max(1, param.min ?? 0), max: buffer, log: false };
    case 'delay_target':
      return { min: Math.max(1e-4, param.min ?? 0), max: Math.min(param.max ?? 1, 1), log: true };
    case 'plain':
    case 'curve_points':
      return null;
  }
}

/** The whole range, on a logarithmic scale if it spans more than two decades. */
function wholeRange({ min, max }: ParamInfo): { min: number; max: number; log: boolean } | null {
  if (min === undefined || max === undefined || !(min < max)) return null;
  return { min, max, log: min > 0 && max / min > 100 };
}

const computedText = (param: ParamInfo): string =>
  t('Computed: {{computed}}', {
    computed: param.computed !== undefined ? t(param.computed) : t('from the other parameters'),
  });

const defaultText = (param: ParamInfo): string =>
  param.default === undefined
    ? t('its computed value ({{computed}})', {
        computed: param.computed !== undefined ? t(param.computed) : t('automatic'),
      })
    : typeof param.default === 'number'
      ? printLegible(param.default, param.unit)
      : Array.isArray(param.default)
        ? t('its default')
        : typeof param.default === 'boolean'
          ? t(param.default ? 'on' : 'off')
          : String(param.default);

function describe(param: ParamInfo): string {
  const { min, max, minExclusive, maxExclusive, unit, kind } = param;
  const ranged = (kind === 'number' || kind === 'integer') && (min !== undefined || max !== undefined);
  const bound = (value: number | undefined) => (value === undefined ? '∞' : printQuantity(value, unit));
  const range = ranged
    ? t(' Range {{minExclusive}}{{min}}, {{max}}{{maxExclusive}}.', {
        minExclusive: minExclusive === true ? '(' : '[',
        min: bound(min),
        max: bound(max),
        maxExclusive: maxExclusive === true ? ')' : ']',
      })
    : '';
  return t('{{help}}{{range}} Default: {{defaultText}}.', {
    help: t(param.help),
    range,
    defaultText: defaultText(param),
  });
}
