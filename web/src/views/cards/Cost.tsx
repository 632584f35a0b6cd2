import { t, wordList } from '../../../../models/src/language.ts';
import { useEffect, useState } from 'react';
import { decisiveOf, knobsOf, type CardAqm, type CostBook } from '../../../../models/src/cards/index.ts';
import { decimal } from '../../../../models/src/language.ts';
import { formatQuantity } from '../../../../models/src/index.ts';
import { useApp } from '../../state/context.ts';
import { isStudied, useStanding } from './standing.ts';

/** What a scheme costs, and what its operator has to set (RFC 7928 sections 11 and 12). */
export function Cost({ aqm }: { readonly aqm: CardAqm }) {
  const app = useApp();
  const costs = useCosts();
  const entry = app.engine.catalogue.find(({ id }) => id === aqm.id);
  const info = entry?.of?.(aqm.params ?? {}) ?? entry;
  if (info === undefined) return null;
  const { numbers, line, automatic } = knobsOf(info);
  const cost = costs?.[aqm.id];
  return (
    <ul>
      {cost !== undefined && (
        <li>
          {t(
            'A packet takes {{time}} times the processor time of DropTail; the empty queue takes {{bytes}}.',
            {
              time: decimal(cost.time.toFixed(1)),
              bytes: formatQuantity(cost.bytes, 'bytes'),
            },
          )}
        </li>
      )}
      {cost?.timer === true && <li>{t('It needs a timer.')}</li>}
      {cost?.late === true && <li>{t('It drops packets that wait already.')}</li>}
      <li>{numbersText(numbers)}</li>
      {line.length > 0 && (
        <li>{t('In packets, so to be set for each rate: {{names}}.', { names: wordList(line) })}</li>
      )}
      {automatic.length > 0 && (
        <li>{t('Computed if left out: {{names}}.', { names: wordList(automatic) })}</li>
      )}
      {isStudied(aqm.id) && <Decisive scheme={aqm.id} />}
    </ul>
  );
}

const numbersText = (numbers: number): string =>
  numbers === 0
    ? t('No parameter is a number.')
    : numbers === 1
      ? t('One parameter is a number.')
      : t('{{numbers}} parameters are numbers.', { numbers });

function Decisive({ scheme }: { readonly scheme: string }) {
  const study = useStanding(scheme);
  if (study === null || study === 'failed') return null;
  const names = wordList(decisiveOf(study));
  return (
    <li>
      {names === ''
        ? t('No parameter explains more than a tenth of the variance of waiting in the study below.')
        : t('In the study below more than a tenth of the variance of waiting goes with: {{names}}.', {
            names,
          })}
    </li>
  );
}

/** The stored costs; undefined until they are loaded. */
function useCosts(): CostBook | undefined {
  const [costs, setCosts] = useState<CostBook>();
  useEffect(() => {
    let shown = true;
    import('../../../../models/cards/cost.json').then(
      (found) => {
        if (shown) setCosts(found.default);
      },
      // The card says the rest without them.
      () => undefined,
    );
    return () => {
      shown = false;
    };
  }, []);
  return costs;
}
