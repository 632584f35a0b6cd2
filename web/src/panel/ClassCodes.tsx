import { t } from '../../../models/src/language.ts';
import { useRef, useState } from 'react';
import { showValue } from '../../../models/src/issue.ts';
import { readCode } from '../../../models/src/lesson/code.ts';
import type { Task } from '../../../models/src/lesson/task.ts';
import { useApp } from '../state/context.ts';
import { runTask, withValues } from '../state/goals.ts';
import type { Lesson } from '../state/lesson.ts';

interface Row {
  readonly code: string;
  readonly name: string;
  readonly values: readonly unknown[];
  readonly verdict: string;
}

const NO_CODE = 'no code, or damaged';

/** The codes of a class. The page runs each again and reports the result. Nothing leaves the browser. */
export function ClassCodes({ lesson, task }: { readonly lesson: Lesson; readonly task: Task }) {
  const app = useApp();
  const [text, setText] = useState('');
  const [rows, setRows] = useState<readonly Row[]>([]);
  const [running, setRunning] = useState('');
  const [copied, setCopied] = useState('');
  const abort = useRef<AbortController | null>(null);

  const judge = async (code: string, signal: AbortSignal): Promise<Row> => {
    const found = readCode(code);
    if (found === undefined) return { code, name: '', values: [], verdict: NO_CODE };
    const { name, values, digest } = found;
    const scenario = withValues(lesson, app.document(), found, app.engine);
    if (scenario === null) return { code, name, values, verdict: t('is of another lesson') };
    let report;
    try {
      report = await runTask(app, task, scenario, { signal, onProgress: () => undefined });
    } catch (error) {
      signal.throwIfAborted();
      return { code, name, values, verdict: error instanceof Error ? error.message : String(error) };
    }
    const verdict =
      report.digest !== digest
        ? t('runs differ: another scenario, or another version')
        : report.met
          ? 'reached'
          : t('not reached');
    return { code, name, values, verdict };
  };

  const check = async () => {
    const codes = text.split(/\s+/).filter(Boolean);
    const controller = new AbortController();
    abort.current = controller;
    const done: Row[] = [];
    try {
      for (const code of codes) {
        setRunning(t('{{done}} of {{all}}', { done: done.length + 1, all: codes.length }));
        done.push(await judge(code, controller.signal));
        setRows([...done]);
      }
    } catch (error) {
      if (!controller.signal.aborted) throw error;
    } finally {
      setRunning('');
    }
  };

  /** In the form that spreadsheets accept from the clipboard. */
  const table = () => {
    const lines = rows.map(({ name, verdict, values, code }) => [
      name,
      verdict,
      ...lesson.open.map((_, i) => (values[i] === undefined ? '' : showValue(values[i]))),
      code,
    ]);
    return [['name', 'goals', ...lesson.open, 'code'], ...lines].map((line) => line.join('\t')).join('\n');
  };
  const copy = () =>
    void navigator.clipboard.writeText(table()).then(
      () => setCopied(t('Copied.')),
      () => setCopied(t('The browser did not let the page copy.')),
    );

  return (
    <fieldset className="task-form">
      <legend>{t('Codes of a class')}</legend>
      <label>
        {t('Completion codes, one on a line')}
        <textarea
          rows={3}
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <div className="task-row">
        {running === '' ? (
          <button type="button" className="button" disabled={text.trim() === ''} onClick={() => void check()}>
            {t('Check the codes')}
          </button>
        ) : (
          <button type="button" className="button" onClick={() => abort.current?.abort()}>
            {t('Cancel ({{running}})', { running })}
          </button>
        )}
        {rows.length > 0 && (
          <button type="button" className="button" onClick={copy}>
            {t('Copy the table')}
          </button>
        )}
        {copied !== '' && (
          <span role="status" className="muted">
            {copied}
          </span>
        )}
      </div>
      {rows.length > 0 && (
        <table className="task-codes">
          <thead>
            <tr>
              <th scope="col">{t('Name')}</th>
              <th scope="col">{t('Goals')}</th>
              <th scope="col">{t('Values')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ code, name, values, verdict }, i) => (
              <tr key={`${i} ${code}`}>
                <th scope="row">{name === '' ? t('(no name)') : name}</th>
                <td>{verdict}</td>
                <td>
                  {lesson.open
                    .flatMap((path, at) =>
                      values[at] == null ? [] : [`${path.split('.').at(-1) ?? ''} ${showValue(values[at])}`],
                    )
                    .join(', ')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="muted">
        {t(
          'Each code is run again here. “Reached” means that its values reach every goal; it does not say who found them.',
        )}
      </p>
    </fieldset>
  );
}
