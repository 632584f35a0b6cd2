import { t } from '../../../../models/src/language.ts';
import { told } from '../../../../models/src/told.ts';
import type { HopfPoint } from '../../../../wasm/src/fluid-types.ts';
import { useApp } from '../../state/context.ts';
import { useStore } from '../../state/store.ts';
import { fluidStateOf } from './fluidState.ts';
import { printKnob } from './knobs.ts';
import { nowhere } from './nowhere.ts';
import { number, seconds } from './verdict.ts';

/** The value of a quantity at which the chosen lane loses stability, and a button that sets this value. */
export function LossOfStability({ lane }: { readonly lane: number }) {
  const app = useApp();
  const state = fluidStateOf(app);
  const board = useStore(state.board);
  const [search] = useStore(state.hopfRun.slots);
  if (board?.lane !== lane || search === undefined) return null;
  const { result: point, answered, status, error } = search;
  const knob = board.along;
  const { set } = knob;
  const value = status !== 'failed' && answered?.knob === knob.id ? (point?.value ?? null) : null;

  const go = () => {
    if (set === null || value === null) return;
    const issues = app.change(set(app.document(), value));
    if (issues.length === 0) return;
    const details = issues.map(({ message }) => message);
    app.notices.add('error', t('This value is not allowed; nothing was changed.'), details);
  };
  return (
    <div className="hopf" data-stale={status === 'running' || undefined}>
      <label>
        <span className="muted">{t('Where stability is lost along')}</span>
        <select
          value={knob.id}
          onChange={(event) => {
            const chosen = board.knobs.find(({ id }) => id === event.target.value);
            if (chosen !== undefined) app.look({ along: chosen.id });
          }}
        >
          {board.knobs
            .filter(({ present }) => present !== null)
            .map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
        </select>
      </label>
      <output className="hopf-found">
        {status === 'failed' ? (
          t('It was not searched: {{error}}', { error: error ?? '' })
        ) : point === null ? (
          t('Searching…')
        ) : value === null ? (
          nowhere(knob, point)
        ) : (
          <>
            <strong>{printKnob({ ...knob, whole: false }, value)}</strong>
            {oscillation(point)}
            {begins(point, value)}
          </>
        )}
      </output>
      {value !== null && set !== null && (
        <button type="button" className="link" onClick={go}>
          {t('Set {{name}} to {{value}}', { name: knob.name, value: printKnob(knob, value) })}
        </button>
      )}
    </div>
  );
}

function oscillation({ omega }: HopfPoint): string {
  if (omega === null) return t(', where the growth rate jumps across 0');
  if (omega === 0) return t(', without an oscillation: a real root crosses');
  return t(', oscillating at {{number}} rad/s, once in {{seconds}}', {
    number: number(omega),
    seconds: seconds((2 * Math.PI) / omega),
  });
}

/** How far from the point the example of an amplitude lies, as a share of its value. */
const NEAR = 0.001;

/** Whether the oscillation begins softly or with a jump, by the normal form at the point. */
function begins({ omega, bend, slope, onset }: HopfPoint, value: number): string {
  if (omega === null || omega === 0) return '';
  if (bend === null || slope === null)
    return onset === '' ? '' : t('. How it begins is not known: {{reason}}', { reason: told(onset) });
  const packets = number(Math.sqrt(Math.abs((slope * NEAR * value) / bend)));
  return bend < 0
    ? t(
        '. It begins softly: 0.1 % beyond this value the queue swings {{packets}} packets up and down, 0.4 % beyond it twice as far.',
        { packets },
      )
    : t(
        '. It begins with a jump: 0.1 % before this value, a disturbance of more than {{packets}} packets already starts it.',
        { packets },
      );
}
