/** Searches parameters of a lane whose margins hold over a whole box of flows, round trips and rates. */
import { told } from '../../../../models/src/told.ts';
import { decimal, t, wordList } from '../../../../models/src/language.ts';
import { useState, type ReactNode } from 'react';
import { formatQuantity, parseTyped } from '../../../../models/src/index.ts';
import { KNOB_INFO, type KnobName } from '../../../../models/src/knobs.ts';
import {
  extremes,
  WISH_NAMES,
  WISHES,
  type At,
  type Side,
  type Wishes,
  type WishName,
  type Wrought,
} from '../../../../models/src/tune/design.ts';
import { Dialog } from '../../components/Dialog.tsx';
import { QuantityInput } from '../../components/QuantityInput.tsx';
import { Sym } from '../../components/Sym.tsx';
import { laneModel } from '../../lanes/model.ts';
import { RangeRow } from '../../components/RangeRow.tsx';
import { useJob } from '../../state/useJob.ts';
import { useApp } from '../../state/context.ts';
import { tunedLane } from '../../state/laneEdits.ts';
import { attempt } from '../../state/refused.ts';
import { useStore } from '../../state/store.ts';
import { atCorners, FIRST_WISHES, sideRows, variedRows, wrought, type Corner } from './wish.ts';
import '../../styles/lesson.css';

interface Answer {
  readonly found: Wrought;
  readonly wishes: Wishes;
  readonly box: readonly Side[];
}

export function WishDialog({ lane, onClose }: { readonly lane: number; readonly onClose: () => void }) {
  const app = useApp();
  const { present } = useStore(app.history);
  const scenario = useStore(app.lanes)[lane];
  const [model] = useState(() => (scenario === undefined ? null : laneModel(app.engine, scenario, lane)));
  const [varied, setVaried] = useState(() => (model === null ? [] : variedRows(model)));
  const [sides, setSides] = useState(() => (model === null ? [] : sideRows(model)));
  const [wishes, setWishes] = useState<Wishes>({ phase: FIRST_WISHES.phase, gain: FIRST_WISHES.gain });
  const job = useJob<Answer>();
  const box = sides.filter(({ chosen }) => chosen).map(({ knob, from, to }) => ({ knob, from, to }));
  const chosen = varied.filter((one) => one.chosen);
  const ready = box.length > 0 && chosen.length > 0 && Object.keys(wishes).length > 0;
  const begin = () => {
    if (model === null) return;
    job.start(async (signal, onProgress) => ({
      found: await wrought(
        app,
        { scenario: present, lane, model, varied: chosen, wishes, box },
        signal,
        (count) => onProgress(count, count),
      ),
      wishes,
      box,
    }));
  };
  return (
    <Dialog title={t('Design by wish: {{label}}', { label: scenario?.label ?? '' })} onClose={onClose} wide>
      <p className="muted">
        {t(
          'The search finds parameters with which the fluid model has these margins everywhere in the box. Among them it takes those whose slowest return to rest is the fastest.',
        )}
      </p>
      <fieldset className="tune-ranges wishes">
        <legend>{t('Wished')}</legend>
        {WISH_NAMES.map((name) => (
          <WishRow
            key={name}
            name={name}
            value={wishes[name]}
            onChange={(value) => {
              job.reset();
              const others = Object.fromEntries(Object.entries(wishes).filter(([other]) => other !== name));
              setWishes(value === undefined ? others : { ...others, [name]: value });
            }}
          />
        ))}
      </fieldset>
      <fieldset className="tune-ranges">
        <legend>{t('Over the box, from and to')}</legend>
        {sides.map((side) => {
          const { unit } = KNOB_INFO[side.knob];
          const name = t(KNOB_INFO[side.knob].name);
          const change = (part: Partial<typeof side>) => {
            job.reset();
            setSides(sides.map((one) => (one.knob === side.knob ? { ...one, ...part } : one)));
          };
          return (
            <RangeRow
              key={side.knob}
              name={name}
              shown={name}
              unit={unit}
              chosen={side.chosen}
              ends={side}
              point
              onChoose={() => change({ chosen: !side.chosen })}
              onEnds={change}
            />
          );
        })}
      </fieldset>
      <fieldset className="tune-ranges">
        <legend>{t('Parameters that may change, from and to')}</legend>
        {varied.map((row) => {
          const change = (part: Partial<typeof row>) => {
            job.reset();
            setVaried(varied.map((one) => (one.param === row.param ? { ...one, ...part } : one)));
          };
          return (
            <RangeRow
              key={row.param}
              name={row.name}
              shown={row.minuend === null ? <Sym name={row.param} /> : row.name}
              unit={row.unit}
              chosen={row.chosen}
              ends={row.span}
              onChoose={() => change({ chosen: !row.chosen })}
              onEnds={(ends) =>
                change({ span: { ...row.span, ...ends, scale: ends.from > 0 ? 'log' : 'linear' } })
              }
            />
          );
        })}
      </fieldset>
      {job.progress === null ? (
        <p>
          <button type="button" className="button primary" disabled={!ready} onClick={begin}>
            {t('Search')}
          </button>{' '}
          {!ready && <span className="muted">{t('Choose a wish, a side of the box, and a parameter.')}</span>}
        </p>
      ) : (
        <p className="task-run">
          <progress aria-label={t('Search')} />
          <span className="muted">{t('{{progress}} places', { progress: job.progress[0] })}</span>
          <button type="button" className="button" onClick={job.cancel}>
            {t('Cancel')}
          </button>
        </p>
      )}
      <div role="status">
        {job.failed !== null && <p className="task-failed">{job.failed}</p>}
        {job.result !== null && (
          <Result
            answer={job.result}
            lane={lane}
            onTake={(found) => {
              if (!attempt(app, tunedLane(app.document(), lane, found.params, 'by wish'))) return;
              app.look({ lane: (app.document().lanes ?? []).length - 1 });
              onClose();
            }}
          />
        )}
      </div>
    </Dialog>
  );
}

/** The unit of a field: that of degrees and factors stands in the label. */
const unitOf = (name: WishName): string => (WISHES[name].unit === 's' ? 's' : '1');
const labelOf = (name: WishName): string => {
  const { label, unit, sign } = WISHES[name];
  const per = unit === 's' || unit === '1' ? '' : `, ${t(unit)}`;
  return t('{{label}}{{per}}, at {{sign}}', {
    label: t(label),
    per,
    sign: sign === '>' ? t('least') : t('most'),
  });
};

function WishRow({
  name,
  value,
  onChange,
}: {
  readonly name: WishName;
  readonly value: number | undefined;
  readonly onChange: (value: number | undefined) => void;
}) {
  const label = labelOf(name);
  return (
    <div className="task-row">
      <label className="check">
        <input
          type="checkbox"
          checked={value !== undefined}
          onChange={() => onChange(value === undefined ? FIRST_WISHES[name] : undefined)}
        />{' '}
        {label}
      </label>
      {value !== undefined && (
        <QuantityInput
          label={label}
          value={value}
          print={(one) => formatQuantity(one, unitOf(name))}
          parse={(text) => {
            const parsed = parseTyped(text, unitOf(name));
            return parsed.ok ? parsed : { ok: false, message: told(parsed.rule) };
          }}
          commit={(one) => {
            if (!(one > 0))
              return { message: t('{{label}} must be above 0', { label: t(WISHES[name].label) }) };
            onChange(one);
            return null;
          }}
        />
      )}
    </div>
  );
}

const placeText = (at: At): string =>
  wordList(
    (Object.entries(at) as [KnobName, number][]).map(([knob, value]) =>
      knob === 'flows'
        ? t('{{value}} flows', { value })
        : formatQuantity(Number(value.toPrecision(3)), KNOB_INFO[knob].unit),
    ),
  );

const wishText = (name: WishName, value: number | null): string =>
  value === null
    ? t('no crossover')
    : `${formatQuantity(Number(value.toPrecision(3)), unitOf(name))}${
        WISHES[name].unit === 's' || WISHES[name].unit === '1' ? '' : ` ${WISHES[name].unit}`
      }`;

function Result({
  answer: { found, wishes, box },
  lane,
  onTake,
}: {
  readonly answer: Answer;
  readonly lane: number;
  readonly onTake: (found: Wrought) => void;
}) {
  const app = useApp();
  const packets = useJob<readonly Corner[]>();
  const { certificate } = found;
  const { worst } = certificate;
  // Empty if no place has a loop.
  const margins = extremes(wishes, certificate);
  return (
    <>
      <p>
        <strong>
          {certificate.met
            ? t('These values keep every margin over the box.')
            : t('No values of these ranges keep every margin over the box. The nearest:')}
        </strong>{' '}
        {Object.entries(found.params).map(([name, value], i) => (
          <span key={name}>
            {i > 0 && ', '}
            <Sym name={name} /> {Number(value.toPrecision(4))}
          </span>
        ))}
        . <span className="muted">{t('{{tried}} values were tried.', { tried: found.tried })}</span>
      </p>
      {margins.length > 0 && (
        <Table
          caption={t(
            'The certificate: the worst of {{places}} places of the box. It is no proof for what lies between them.',
            { places: certificate.places.length },
          )}
        >
          <thead>
            <tr>
              <th scope="col">{t('Margin')}</th>
              <th scope="col">{t('Wished')}</th>
              <th scope="col">{t('Worst')}</th>
              <th scope="col">{t('At')}</th>
            </tr>
          </thead>
          <tbody>
            {margins.map(({ wish, value, at }) => (
              <tr key={wish}>
                <th scope="row">{t(WISHES[wish].label)}</th>
                <td>{wishes[wish] === undefined ? '–' : wishText(wish, wishes[wish])}</td>
                <td>{wishText(wish, value)}</td>
                <td>{placeText(at)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {typeof worst.seen === 'string' && (
        <p className="task-failed">
          {t('At {{placeText}}: {{seen}}.', { placeText: placeText(worst.at), seen: worst.seen })}
        </p>
      )}
      {packets.result !== null && <Corners found={found} corners={packets.result} />}
      {packets.failed !== null && <p className="task-failed">{packets.failed}</p>}
      <p>
        <button type="button" className="button" onClick={() => onTake(found)}>
          {t('Make it a lane')}
        </button>{' '}
        {packets.result === null &&
          (packets.progress === null ? (
            <button
              type="button"
              className="button"
              onClick={() => packets.start((signal) => atCorners(app, { lane, box }, found.scenario, signal))}
            >
              {t('Packets at the corners')}
            </button>
          ) : (
            <button type="button" className="button" onClick={packets.cancel}>
              {t('Cancel the packets')}
            </button>
          ))}
      </p>
    </>
  );
}

/** Packets and the model's rest beside each other. */
function Corners({ found, corners }: { readonly found: Wrought; readonly corners: readonly Corner[] }) {
  const seenAt = (at: At) =>
    found.certificate.places.find((place) => JSON.stringify(place.at) === JSON.stringify(at))?.seen;
  const time = (value: number | null | undefined) =>
    value == null ? '–' : formatQuantity(Number(value.toPrecision(3)), 's');
  return (
    <Table caption={t('Packets at the corners of the box, beside the model')}>
      <thead>
        <tr>
          <th scope="col">{t('Corner')}</th>
          <th scope="col">{t('Waiting at the model’s rest')}</th>
          <th scope="col">{t('Waiting of packets, mean')}</th>
          <th scope="col">{t('95th percentile')}</th>
          <th scope="col">{t('Utilization')}</th>
        </tr>
      </thead>
      <tbody>
        {corners.map(({ at, run: { metrics } }) => {
          const seen = seenAt(at);
          const { utilization } = metrics;
          return (
            <tr key={placeText(at)}>
              <th scope="row">{placeText(at)}</th>
              <td>{seen === undefined || typeof seen === 'string' ? (seen ?? '–') : time(seen.wait)}</td>
              <td>{time(metrics.queueing_delay_mean)}</td>
              <td>{time(metrics.queueing_delay_p95)}</td>
              <td>{utilization === null ? '–' : `${decimal((100 * utilization).toFixed(1))} %`}</td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}

function Table({ caption, children }: { readonly caption: string; readonly children: ReactNode }) {
  return (
    <div className="wish-scroll" tabIndex={0} role="region" aria-label={caption}>
      <table className="task-codes">
        <caption className="muted">{caption}</caption>
        {children}
      </table>
    </div>
  );
}
