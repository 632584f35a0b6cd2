import { t } from '../../../../models/src/language.ts';
import { T } from '../../components/T.tsx';
import { memo, useState } from 'react';
import { LaneBadge } from '../../components/LaneBadge.tsx';
import { laneLetter } from '../../components/laneLook.ts';
import { useApp } from '../../state/context.ts';
import { useSelected, useStore, useWritten } from '../../state/store.ts';
import { useView } from '../../state/useView.ts';
import { VIEW } from '../../state/view.ts';

/** The usual numbers of seeds: for a first look, for a comparison, for a paper. */
const USUAL = [1, 10, 30] as const;

/**
 * The number of seeds for every lane, the progress of their runs, and the lane to which differences are
 * shown.
 */
export const SeedsBar = memo(function SeedsBar() {
  const app = useApp();
  const seeds = useView('seeds');
  const choose = (next: number) => app.look({ seeds: next });
  return (
    <div className="seeds" role="group" aria-label={t('Seeds')}>
      <span
        data-tip={t(
          "The number of seeds with which each lane runs: the scenario's seed and the following ones. The same seed gives the same traffic in every lane.",
        )}
      >
        {t('Seeds')}
      </span>
      {USUAL.map((count) => (
        <button key={count} type="button" aria-pressed={seeds === count} onClick={() => choose(count)}>
          {count}
        </button>
      ))}
      <Other key={seeds} seeds={seeds} choose={choose} />
      <Against />
      <Queues />
      <Working />
    </div>
  );
});

function Other({ seeds, choose }: { readonly seeds: number; readonly choose: (next: number) => void }) {
  const usual: readonly number[] = USUAL;
  const before = usual.includes(seeds) ? '' : String(seeds);
  const [text, setText] = useState(before);
  const [wrong, setWrong] = useState(false);
  const finish = () => {
    const next = text.trim() === '' ? seeds : VIEW.seeds.codec.read(text);
    setWrong(next === undefined);
    if (next !== undefined && next !== seeds) choose(next);
  };
  const type = (typed: string) => {
    setText(typed);
    setWrong(false);
  };
  return (
    <>
      <input
        aria-label={t('Another number of seeds')}
        placeholder={t('other')}
        inputMode="numeric"
        value={text}
        aria-invalid={wrong}
        onChange={(event) => type(event.target.value)}
        onBlur={finish}
        onKeyDown={(event) => {
          if (event.key === 'Enter') finish();
          if (event.key === 'Escape') type(before);
        }}
      />
      {wrong && (
        <span className="problem" role="alert">
          <T en={'Must be {{rule}}.'} values={{ rule: VIEW.seeds.codec.rule }} />
        </span>
      )}
    </>
  );
}

/** Chooses whether metrics are shown as they are, or as differences to one lane. */
function Against() {
  const app = useApp();
  const lanes = useWritten(app.lanes, (all) => all.map(({ label }) => label));
  const against = useView('against');
  if (lanes.length < 2) return null;
  const shown = against !== null && against < lanes.length ? against : null;
  return (
    <label className="against">
      {shown !== null && <LaneBadge lane={shown} />}
      <span className="visually-hidden">{t('Figures shown')}</span>
      <select
        value={shown ?? ''}
        onChange={({ target }) => app.look({ against: target.value === '' ? null : Number(target.value) })}
      >
        <option value="">{t('values')}</option>
        {lanes.map((label, lane) => (
          <option key={lane} value={lane}>
            {t('difference to {{laneLetter}} {{label}}', { laneLetter: laneLetter(lane), label })}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Chooses the layout of the queues' plots. */
function Queues() {
  const app = useApp();
  const count = useSelected(app.lanes, (lanes) => lanes.length);
  const queues = useView('queues');
  if (count < 2) return null;
  return (
    <label className="against">
      <span className="visually-hidden">{t('Queues shown')}</span>
      <select
        value={queues}
        onChange={({ target }) => app.look({ queues: VIEW.queues.codec.read(target.value) ?? 'apart' })}
      >
        <option value="apart">{t('queues apart')}</option>
        <option value="small">{t('queues side by side')}</option>
        <option value="together">{t('queues in one plot')}</option>
      </select>
    </label>
  );
}

function Working() {
  const { seeds } = useApp();
  const slots = useStore(seeds.slots);
  const progress = useStore(seeds.progress);
  const total = slots.reduce((sum, { asked }) => sum + asked.seeds - 1, 0);
  if (slots.some(({ status }) => status === 'running')) {
    const done = slots.reduce(
      (sum, { asked, status }, place) =>
        sum + (asked.seeds - 1) * (status === 'running' ? (progress.get(place) ?? 0) : 1),
      0,
    );
    return (
      <span className="seeds-working">
        <progress aria-label={t('Runs with other seeds')} max={total} value={done} />
        <T
          en={'{{done}} of {{total}} runs<1>Cancel</1>'}
          values={{ done: Math.round(done), total }}
          tags={[<button key="1" type="button" className="link" onClick={() => seeds.cancel()} />]}
        />
      </span>
    );
  }
  const failed = slots.find(({ status }) => status === 'failed' || status === 'held');
  if (failed === undefined && !slots.some(({ status }) => status === 'cancelled')) return null;
  return (
    <span className="seeds-working">
      {failed === undefined
        ? t('Cancelled.')
        : failed.status === 'held'
          ? t('Not started: {{error}}. Fewer seeds or a shorter duration reduce the computing time.', {
              error: failed.error ?? '',
            })
          : t('Not all seeds were run: {{error}}', { error: failed.error ?? '' })}
      <button type="button" className="link" onClick={() => seeds.retry()}>
        {failed?.status === 'held' ? t('Run anyway') : t('Go on')}
      </button>
    </span>
  );
}
