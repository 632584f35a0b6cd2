import { t } from '../../../../models/src/language.ts';
import type { ReactNode } from 'react';
import { Icon } from '../../components/Icon.tsx';
import { Popover } from '../../components/Popover.tsx';
import { QuantityInput } from '../../components/QuantityInput.tsx';
import { parseNumber } from '../../components/quantity.ts';
import { useApp } from '../../state/context.ts';
import { useStore } from '../../state/store.ts';
import { initialView } from '../../state/view.ts';
import { optionsOf } from './fluidState.ts';

const CHOICES = [
  {
    key: 'form',
    label: 'Controllers',
    options: [
      ['continuous', 'act continuously, as in the literature'],
      ['sampled', 'tick, as in a router'],
    ],
  },
  {
    key: 'delay',
    label: 'Senders react',
    options: [
      ['explicit', 'to what was at t − R(t) (Hollot 2001)'],
      ['implicit', 'when the round trip is over (Misra 2000)'],
    ],
  },
  {
    key: 'drops',
    label: 'Drops',
    options: [
      ['effective', 'as often as their spacing makes them'],
      ['law', 'as the drop curve says'],
    ],
  },
  {
    key: 'windows',
    label: 'Windows',
    options: [
      ['mean', 'all have the mean, as in the literature'],
      ['spread', 'scatter as random losses make them'],
    ],
  },
  {
    key: 'clock',
    label: 'Packets are sent',
    options: [
      ['round_trip', 'evenly over a round trip, as in the literature'],
      ['acknowledgements', 'as acknowledgements come'],
    ],
  },
  {
    key: 'losses',
    label: 'Losses and marks',
    options: [
      ['recovery', 'losses mended, marks once a round trip'],
      ['halving', 'each halves the window at once, as in the literature'],
    ],
  },
] as const;

// Senders that mend losses, and New Reno's marks with them, always have scattered windows and the clock of
// acknowledgements.
const choicesFor = (losses: string) =>
  CHOICES.filter(({ key }) => (key !== 'windows' && key !== 'clock') || losses === 'halving');

const TOLERANCES: readonly [number, number] = [1e-13, 0.01];

/**
 * How lanes become models. This is not part of the scenario: the same document can be shown through another
 * model.
 */
export function Options() {
  const app = useApp();
  const now = useStore(app.view);
  const changed = JSON.stringify(optionsOf(now)) !== JSON.stringify(optionsOf(initialView));
  return (
    <Popover
      className="button"
      align="end"
      label={changed ? t('Model options, changed') : t('Model options')}
      button={
        <>
          <Icon name="sliders" /> {t('Model options{{changed}}', { changed: changed ? ' •' : '' })}
        </>
      }
    >
      {() => (
        <div className="fluid-options">
          {choicesFor(now.losses).map(({ key, label, options }) => (
            <Row key={key} label={t(label)}>
              <select
                aria-label={t(label)}
                value={now[key]}
                onChange={(event) => app.look({ [key]: event.target.value })}
              >
                {options.map(([value, words]) => (
                  <option key={value} value={value}>
                    {t(words)}
                  </option>
                ))}
              </select>
            </Row>
          ))}
          <QuantityInput<number>
            label={t('Relative tolerance of a solver step')}
            value={now.tolerance}
            print={(value) => value.toExponential().replace('e+0', '')}
            parse={(text) => parseNumber(text, '1')}
            commit={(tolerance) => {
              if (!(tolerance >= TOLERANCES[0] && tolerance <= TOLERANCES[1])) {
                return {
                  message: t('Between {{from}} and {{to}}.', {
                    from: TOLERANCES[0],
                    to: TOLERANCES[1],
                  }),
                };
              }
              app.look({ tolerance });
              return null;
            }}
            step={(value, direction) => Number((value * 10 ** direction).toPrecision(3))}
          >
            {(input, problem) => (
              <>
                <Row label={t('Relative tolerance of a solver step')}>{input}</Row>
                {problem}
              </>
            )}
          </QuantityInput>
          <button
            type="button"
            className="link"
            disabled={!changed}
            onClick={() => app.look(optionsOf(initialView))}
          >
            {t('Back to the defaults')}
          </button>
        </div>
      )}
    </Popover>
  );
}

function Row({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="option-row">
      <span className="muted">{label}</span>
      {children}
    </div>
  );
}
