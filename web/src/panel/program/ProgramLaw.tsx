/** Shown below a program's text: its law as equations, and the program in other languages. */
import { t } from '../../../../models/src/language.ts';
import { useState } from 'react';
import { formulaOf, linesOf, probabilityOf, type Formula } from '../../../../models/src/program/formula.ts';
import { EXPORTS, obstacle, written } from '../../../../models/src/program/exports.ts';
import { eventsOf, partsIn } from '../../../../models/src/program/tree.ts';
import type { Params, ProgramInfo } from '../../../../wasm/src/types.ts';
import { download } from '../../base/download.ts';
import { Equation } from './Equation.tsx';

interface Props {
  readonly label: string;
  readonly program: ProgramInfo;
  /** The lane's parameters. */
  readonly params: Params;
}

const EVENTS: Readonly<Record<string, string>> = {
  'on arrive': 'When a packet arrives',
  'on depart': 'When a packet leaves',
  'on idle': 'When the link falls idle',
  'on overflow': 'When the buffer is full',
  every: 'Every ',
};

const P: Formula = {
  is: 'row',
  of: [
    { is: 'name', name: 'P' },
    { is: 'brackets', of: { is: 'words', text: 'drop or mark' }, as: 'round' },
    { is: 'sign', text: '=' },
  ],
};

export function ProgramLaw({ label, program, params }: Props) {
  const { tree } = program;
  const events = eventsOf(tree);
  const arrive = events.find(({ name }) => name === 'on arrive');
  const law = arrive && probabilityOf(arrive.block);
  const averages = [...partsIn(tree)].some(({ kind }) => kind === 'average');
  return (
    <>
      <details className="program-law">
        <summary>{t('The law as equations')}</summary>
        {law !== undefined && (
          <div
            className="equation"
            tabIndex={0}
            role="region"
            aria-label={t('Probability of a drop, {{label}}', { label })}
          >
            <Equation of={{ is: 'row', of: [P, law] }} block />
          </div>
        )}
        {law !== undefined && (
          <p className="muted">
            {t('The first case that holds counts. Below 0 the probability is 0, above 1 it is 1.')}
          </p>
        )}
        {events.map(({ name, block, interval }) => (
          <section key={name}>
            <p className="program-event">
              {t(EVENTS[name] ?? name)}
              {interval !== undefined && <Equation of={formulaOf(interval)} />}
            </p>
            <div
              className="equation"
              tabIndex={0}
              role="region"
              aria-label={`${t(EVENTS[name] ?? name)}, ${label}`}
            >
              {linesOf(block).map(({ depth, formula }, i) => (
                <div key={i} className="program-line" data-depth={Math.min(depth, 6)}>
                  <Equation of={formula} />
                </div>
              ))}
            </div>
          </section>
        ))}
        {averages && (
          <p className="muted">
            {t('After the link was idle the average decays as if packets had found an empty queue.')}
          </p>
        )}
      </details>
      <Written label={label} program={program} params={params} />
    </>
  );
}

function Written({ label, program, params }: Props) {
  const [chosen, choose] = useState(EXPORTS[0]?.id ?? '');
  const [said, say] = useState('');
  const kind = EXPORTS.find(({ id }) => id === chosen);
  const why = kind && obstacle(kind, program.tree);
  const make = () => kind && written(kind, program, params);
  return (
    <div className="program-written">
      <label>
        {t('Export as')}{' '}
        <select
          value={chosen}
          aria-label={t('Export {{label}} as', { label })}
          onChange={({ target }) => {
            choose(target.value);
            say('');
          }}
        >
          {EXPORTS.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <button
        type="button"
        className="button"
        disabled={why !== undefined}
        onClick={() => {
          const made = make();
          if (made === undefined) return;
          navigator.clipboard.writeText(made.text).then(
            () => say(t('Copied.')),
            () => say(t('The browser did not let the page copy. Save the file.')),
          );
        }}
      >
        {t('Copy')}
      </button>
      <button
        type="button"
        className="button"
        disabled={why !== undefined}
        onClick={() => {
          const made = make();
          if (made !== undefined) download(made.file, made.text);
        }}
      >
        {t('Save')}
      </button>
      <span role="status">{why ?? said}</span>
    </div>
  );
}
