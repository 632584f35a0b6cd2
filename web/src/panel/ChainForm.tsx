import { t } from '../../../models/src/language.ts';
import { useId } from 'react';
import { showPath } from '../../../models/src/path.ts';
import { Icon } from '../components/Icon.tsx';
import { addLink, changeLink, removeLink } from '../state/chainEdits.ts';
import { completed } from '../state/completed.ts';
import { useApp } from '../state/context.ts';
import { attempt } from '../state/refused.ts';
import { useSelected, useStore } from '../state/store.ts';
import { problemOf } from '../components/quantity.ts';
import { ChangesField } from './ChangesField.tsx';
import { SchemaControl } from './SchemaField.tsx';
import { fieldNode } from './fieldNode.ts';

const COLUMNS = [
  { key: 'rate', label: 'Rate', head: 'Rate' },
  { key: 'delay', label: 'Delay', head: 'Delay' },
  { key: 'buffer', label: 'Buffer', head: 'Buffer, pkt' },
  { key: 'managed', label: 'AQM', head: 'AQM' },
] as const;

/**
 * The links of a chain, one on each line: whether it is shown, its values, and whether the AQM manages its
 * queue.
 */
export function ChainForm() {
  const app = useApp();
  const name = useId();
  const { present } = useStore(app.history);
  const { links = [], observed = 0 } = completed(present).network;
  const hop = useSelected(app.view, (view) => view.hop);
  const shown = Math.min(hop ?? observed, links.length - 1);
  const most = fieldNode(present, ['network', 'links'])?.maxItems ?? Infinity;
  return (
    <fieldset className="chain">
      <legend className="visually-hidden">{t('Links of the chain')}</legend>
      <div className="chain-link chain-head" aria-hidden="true">
        <span data-tip={t('Which link’s queue is drawn and counted')}>{t('Shown')}</span>
        {COLUMNS.map(({ key, head }) => (
          <span key={key} data-tip={fieldNode(present, ['network', 'links', 0, key])?.description}>
            {t(head)}
          </span>
        ))}
      </div>
      {links.map((link, i) => (
        <div key={i} className="chain-link" role="group" aria-label={t('Link {{i}}', { i: i + 1 })}>
          <label
            className="chain-shown"
            data-tip={t('Link {{i}}, from router {{before}} to router {{i}}', { i: i + 1, before: i })}
          >
            <input
              type="radio"
              name={name}
              aria-label={t('Show link {{i}}', { i: i + 1 })}
              checked={i === shown}
              onChange={() => app.look({ hop: i })}
            />
            {i + 1}
          </label>
          {COLUMNS.map(({ key, label }) => {
            const path = ['network', 'links', i, key] as const;
            const node = fieldNode(present, path);
            return (
              node !== undefined && (
                <SchemaControl
                  key={key}
                  node={node}
                  value={link[key]}
                  label={
                    key === 'managed'
                      ? t('AQM manages link {{i}}', { i: i + 1 })
                      : t('{{label}} of link {{i}}', { label: t(label), i: i + 1 })
                  }
                  without="–"
                  bare={key === 'buffer'}
                  commit={(value) =>
                    problemOf(
                      app.change(changeLink(app.document(), i, key, value)),
                      showPath(path),
                      node.unit ?? '',
                    )
                  }
                >
                  {(control, problem) => (
                    <>
                      <span className="chain-cell">{control(undefined)}</span>
                      {problem !== null && problem}
                    </>
                  )}
                </SchemaControl>
              )
            );
          })}
          {links.length > 1 && (
            <button
              type="button"
              className="icon-button tiny"
              aria-label={t('Remove link {{i}}', { i: i + 1 })}
              data-tip={t('Remove')}
              onClick={() => {
                const issues = app.change(removeLink(app.document(), i));
                if (issues.length > 0)
                  app.notices.add(
                    'error',
                    t('Link {{i}} stays, because something depends on it.', { i: i + 1 }),
                    issues.map(({ message }) => message),
                  );
              }}
            >
              <Icon name="close" />
            </button>
          )}
        </div>
      ))}
      <ChangesField link={['network', 'links', shown]} of={t('link {{shown}}', { shown: shown + 1 })} />
      {links.length < most && (
        <button type="button" className="add" onClick={() => attempt(app, addLink(app.document()))}>
          <Icon name="plus" /> {t('Add link')}
        </button>
      )}
    </fieldset>
  );
}
