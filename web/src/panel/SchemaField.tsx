import { t } from '../../../models/src/language.ts';
import { type SchemaNode } from '../../../models/src/index.ts';
import { showPath, valueAt, type Path } from '../../../models/src/path.ts';
import { QuantityInput, type Parsed } from '../components/QuantityInput.tsx';
import { completed } from '../state/completed.ts';
import { useApp } from '../state/context.ts';
import { useSelected } from '../state/store.ts';
import { FieldRow } from './FieldRow.tsx';
import {
  parseNumber,
  parseQuantityOrPair,
  printQuantity,
  problemOf,
  stepQuantity,
  type Quantity,
} from '../components/quantity.ts';
import { fieldNode } from './fieldNode.ts';

interface Props {
  readonly path: Path;
  /** Replaces the schema's own label. */
  readonly label?: string;
}

/**
 * One key of the scenario as a form field: control, unit, default, help and rules come from the document's
 * schema.
 */
export function SchemaField({ path, label: named }: Props) {
  const app = useApp();
  // Unchanged parts of a document are the same objects, so this field renders only when its own value
  // changes.
  const given = useSelected(app.history, ({ present }) => valueAt(present, path));
  const present = app.document();
  const node = fieldNode(present, path);
  if (node === undefined) return null;
  const { label = String(path.at(-1)), without = '–' } = {
    ...node,
    ...(named !== undefined && { label: named }),
  };
  const value = given ?? valueAt(completed(present), path);
  const modified = given !== undefined && JSON.stringify(given) !== JSON.stringify(node.default);
  const unit = node.unit ?? '';
  const set = (next: unknown) => problemOf(app.edit(path, next), showPath(path), unit);

  return (
    <SchemaControl node={node} value={value} label={label} without={without} commit={set}>
      {(control, problem, help) => (
        <FieldRow
          label={label}
          help={help}
          resetLabel={t('Reset {{label}} to {{describeDefault}}', {
            label,
            describeDefault: describeDefault(node, without),
          })}
          onReset={modified ? () => set(undefined) : undefined}
          below={problem}
        >
          {control}
        </FieldRow>
      )}
    </SchemaControl>
  );
}

interface ControlProps {
  readonly node: SchemaNode;
  readonly value: unknown;
  readonly label: string;
  readonly without: string;
  /** Prints a number without its unit, which is shown elsewhere. */
  readonly bare?: boolean;
  readonly commit: (value: unknown) => ReturnType<typeof problemOf>;
  readonly children: (
    control: (describedBy: string | undefined) => React.ReactNode,
    problem: React.ReactNode,
    help: string,
  ) => React.ReactNode;
}

/** The control of one key, and the error in its last input. */
export function SchemaControl({ node, value, label, without, bare = false, commit, children }: ControlProps) {
  const help = describe(node);
  if (node.enum !== undefined) {
    return children(
      (id) => (
        <select
          aria-label={label}
          aria-describedby={id}
          value={String(value)}
          onChange={(event) => commit(event.target.value)}
        >
          {node.enum?.map((choice) => (
            <option key={String(choice)} value={String(choice)}>
              {node.names?.[String(choice)] ?? String(choice)}
            </option>
          ))}
        </select>
      ),
      null,
      help,
    );
  }
  if (node.type === 'boolean') {
    return children(
      (id) => (
        <input
          type="checkbox"
          className="switch"
          aria-label={label}
          aria-describedby={id}
          checked={value === true}
          onChange={(event) => commit(event.target.checked)}
        />
      ),
      null,
      help,
    );
  }
  const unit = node.unit ?? '';
  const types = typeof node.type === 'string' ? [node.type] : (node.type ?? []);
  const pair = types.includes('array');
  const whole = types.includes('integer');
  const optional = node.default === undefined;
  const parse = (text: string): Parsed<Quantity | null> => {
    if (optional && (text.trim() === '' || text.trim() === without)) return { ok: true, value: null };
    return pair ? parseQuantityOrPair(text, unit) : parseNumber(text, unit);
  };
  const typed = value === undefined ? null : (value as Quantity);
  // The error is shown below the row and the input inside it, so one component makes both.
  return (
    <QuantityInput<Quantity | null>
      label={label}
      value={typed}
      print={(quantity) =>
        quantity === null ? without : bare ? String(quantity) : printQuantity(quantity, unit)
      }
      parse={parse}
      commit={(quantity) => commit(quantity ?? undefined)}
      {...(typeof typed === 'number'
        ? {
            step: (quantity: Quantity | null, direction: 1 | -1, coarse: boolean) =>
              typeof quantity === 'number' ? stepQuantity(quantity, direction, coarse, whole) : quantity,
          }
        : {})}
    >
      {(input, problem) => children(() => input, problem, help)}
    </QuantityInput>
  );
}

function describe(node: SchemaNode): string {
  const unit = node.unit ?? '';
  const bound = (value: number) => printQuantity(value, unit);
  const range =
    node.minimum !== undefined && node.maximum !== undefined
      ? t(' From {{minimum}} to {{maximum}}.', { minimum: bound(node.minimum), maximum: bound(node.maximum) })
      : '';
  // In a form, two values are typed with a dash between them.
  const described = (node.description ?? '').replace(
    'a pair [a, b]',
    `two with a dash (${unit === 's' ? '0–1 s' : '1–2'})`,
  );
  return `${described}${range}`;
}

function describeDefault(node: SchemaNode, without: string): string {
  const { default: value, unit = '' } = node;
  if (value === undefined) return without;
  if (typeof value === 'number' || Array.isArray(value)) return printQuantity(value as Quantity, unit);
  if (typeof value === 'boolean') return value ? t('on') : t('off');
  return typeof value === 'string' ? (node.names?.[value] ?? value) : JSON.stringify(value);
}
