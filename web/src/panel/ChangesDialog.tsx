import { decimal, t, titled } from '../../../models/src/language.ts';
import { useState } from 'react';
import { type Issue } from '../../../models/src/index.ts';
import { MOST_TRACE } from '../../../models/src/limits.ts';
import { parseLinkTrace, TraceError } from '../../../models/src/link-trace.ts';
import { showPath, valueAt, without, type Path } from '../../../models/src/path.ts';
import type { LinkChange } from '../../../models/src/types.ts';
import { Dialog } from '../components/Dialog.tsx';
import { Icon } from '../components/Icon.tsx';
import { problemOf } from '../components/quantity.ts';
import { completed } from '../state/completed.ts';
import { useApp } from '../state/context.ts';
import { useSelected } from '../state/store.ts';
import { traceFault } from '../state/traceFile.ts';
import { SchemaControl } from './SchemaField.tsx';
import { fieldNode } from './fieldNode.ts';

interface Props {
  readonly path: Path;
  readonly of: string;
  readonly onClose: () => void;
}

const COLUMNS = ['time', 'rate', 'delay', 'loss'] as const;
const HEADS: Readonly<Record<(typeof COLUMNS)[number], string>> = {
  time: 'From', rate: 'Rate', delay: 'Delay', loss: 'Loss',
}; // prettier-ignore
/** A longer list is a trace, which is not edited line by line. */
const EDITABLE = 40;

/** The errors, in the terms of the table. */
function told(issue: Issue): string {
  const [, row, column] = /\[(\d+)\]\.(\w+)$/.exec(issue.path) ?? [];
  const head = Object.entries(HEADS).find(([name]) => name === column)?.[1];
  const message = problemOf([issue], issue.path, '')?.message;
  return head === undefined || message === undefined
    ? issue.message
    : t('Change {{row}}, {{head}}: {{message}}', { row: Number(row) + 1, head: head.toLowerCase(), message });
}

/**
 * The changes of a link, as a table or imported from a trace. Each edit changes the document, so undo can
 * revert it.
 */
export function ChangesDialog({ path, of, onClose }: Props) {
  const app = useApp();
  useSelected(app.history, ({ present }) => valueAt(present, path));
  const [problems, setProblems] = useState<readonly string[]>([]);
  const present = app.document();
  const changes = (valueAt(completed(present), path) ?? []) as readonly LinkChange[];
  const save = (next: readonly LinkChange[]) => {
    const issues = app.edit(path, next.length === 0 ? undefined : next);
    setProblems(issues.map(told));
    return issues;
  };
  const load = async (file: File) => {
    if (file.size > MOST_TRACE) {
      setProblems([
        t('{{name}} has {{size}} MB. A trace has at most {{mosttrace}} MB.', {
          name: file.name,
          size: decimal((file.size / 1e6).toFixed(1)),
          mosttrace: MOST_TRACE / 1e6,
        }),
      ]);
      return;
    }
    try {
      save(parseLinkTrace(await file.text(), completed(app.document()).duration));
    } catch (error) {
      if (!(error instanceof TraceError)) throw error;
      setProblems([titled(file.name, traceFault(error))]);
    }
  };
  const rows = changes.slice(0, EDITABLE);
  return (
    <Dialog title={t('Changes of {{of}} over time', { of })} onClose={onClose}>
      <p className="muted">
        {t(
          'From each time on the link has the values given there; what is left out stays as it was. At a rate of 0 nothing is sent. The AQM is not told.',
        )}
      </p>
      <div className="changes">
        <div className="changes-row chain-head" aria-hidden="true">
          {COLUMNS.map((column) => (
            <span key={column} data-tip={fieldNode(present, [...path, 0, column])?.description}>
              {t(HEADS[column])}
            </span>
          ))}
        </div>
        {rows.map((change, i) => (
          <div key={i} role="group" className="changes-row" aria-label={t('Change {{i}}', { i: i + 1 })}>
            {COLUMNS.map((column) => {
              const place = [...path, i, column];
              const node = fieldNode(present, place);
              return (
                <div key={column} className="chain-cell">
                  {node !== undefined && (
                    <SchemaControl
                      node={node}
                      value={change[column]}
                      label={t('{{heads}}, change {{i}}', { heads: t(HEADS[column]), i: i + 1 })}
                      without="–"
                      commit={(value) => {
                        const issues = save(
                          changes.map((old, k) =>
                            k !== i
                              ? old
                              : value === undefined && column !== 'time'
                                ? without(old, column)
                                : { ...old, [column]: value },
                          ),
                        );
                        return problemOf(issues, showPath(place), node.unit ?? '');
                      }}
                    >
                      {(control) => control(undefined)}
                    </SchemaControl>
                  )}
                </div>
              );
            })}
            <button
              type="button"
              className="icon-button tiny"
              aria-label={t('Remove change {{i}}', { i: i + 1 })}
              data-tip={t('Remove')}
              onClick={() => save(changes.filter((_, k) => k !== i))}
            >
              <Icon name="close" />
            </button>
          </div>
        ))}
      </div>
      {changes.length > EDITABLE && (
        <p className="muted">
          {t('and {{changes}} more, of a trace.', { changes: changes.length - EDITABLE })}
        </p>
      )}
      <div role="alert">
        {problems.map((problem) => (
          <p key={problem} className="problem">
            {problem}
          </p>
        ))}
      </div>
      <footer>
        <label className="button file">
          <Icon name="open" /> {t('Load a trace…')}
          <input
            type="file"
            accept=".csv,.txt,.tsv,text/csv,text/plain"
            data-tip={t(
              'Lines of time and rate (s, bit/s, or with units), optionally delay and loss; or a trace of Mahimahi',
            )}
            onChange={(event) => {
              const file = event.target.files?.[0];
              event.target.value = '';
              if (file !== undefined) void load(file);
            }}
          />
        </label>
        <button
          type="button"
          className="button"
          onClick={() => save([...changes, nextChange(changes, path, app)])}
        >
          <Icon name="plus" /> {t('Add a change')}
        </button>
        <button type="button" className="button primary" onClick={onClose}>
          {t('Done')}
        </button>
      </footer>
    </Dialog>
  );
}

/** A valid change after the last one: halfway between the last one and the end, with half the rate. */
function nextChange(changes: readonly LinkChange[], path: Path, app: ReturnType<typeof useApp>): LinkChange {
  const scenario = completed(app.document());
  const { duration } = scenario;
  const link = valueAt(scenario, path.slice(0, -1)) as { readonly rate: number };
  const last = changes.at(-1)?.time ?? 0;
  const rate = changes.findLast((change) => change.rate !== undefined)?.rate ?? link.rate;
  const halfway = Number(((last + duration) / 2).toPrecision(3));
  return { time: halfway > last ? halfway : last + 1, rate: rate / 2 };
}
