import { unitWord } from '../../../models/src/unit-words.ts';
import { decimal, t } from '../../../models/src/language.ts';
import { lazy, memo, useState, type ComponentType } from 'react';
import { nodeAt } from '../../../models/src/index.ts';
import { showPath } from '../../../models/src/path.ts';
import { Icon } from '../components/Icon.tsx';
import { laneLetter } from '../components/laneLook.ts';
import { LaneBadge } from '../components/LaneBadge.tsx';
import { Popover } from '../components/Popover.tsx';
import { Sym } from '../components/Sym.tsx';
import { Arriving } from '../state/Arriving.tsx';
import { useApp } from '../state/context.ts';
import { addLane, changeAqm } from '../state/edits.ts';
import { textIn } from '../state/programEdits.ts';
import { attempt, isRefused } from '../state/refused.ts';
import { useSelected, useStore, useWritten } from '../state/store.ts';
import { useView } from '../state/useView.ts';
import { byLane, differing, sharedName } from '../lanes/differing.ts';
import { laneModel, type LaneModel } from '../lanes/model.ts';
import { AboutScheme } from './AboutScheme.tsx';
import { AqmChooser } from './AqmChooser.tsx';
import type { LaneMenuOf } from './LaneMenuItems.tsx';
import { LanePatch } from './LanePatch.tsx';
import { ParamField } from './ParamField.tsx';
import { LazyEditor } from './program/LazyEditor.tsx';

/** Loaded when the first menu is opened. */
const TuneDialog = lazy(() => import('./TuneDialog.tsx').then((found) => ({ default: found.TuneDialog })));
const LaneMenuItems = lazy(() =>
  import('./LaneMenuItems.tsx').then((found) => ({ default: found.LaneMenuItems })),
);

const LinuxCommand = lazy(() =>
  import('./LinuxCommand.tsx').then((found) => ({ default: found.LinuxCommand })),
);

/** The view's note below a lane's parameters. */
type Note = ComponentType<{ readonly lane: number }> | undefined;

export function LanesForm({ LaneNote }: { readonly LaneNote: Note }) {
  const app = useApp();
  const labels = useWritten(app.runner.asked, (asked) => asked.map(({ label }) => label));
  const active = useView('lane');
  const most = nodeAt(app.document(), ['lanes'])?.maxItems ?? Infinity;
  return (
    <section className="group" aria-labelledby="group-lanes">
      <h2 id="group-lanes">{t('Lanes')}</h2>
      <ol className="lanes">
        {labels.map((label, i) => (
          <LaneCard
            key={i}
            index={i}
            label={label}
            count={labels.length}
            active={i === active}
            LaneNote={LaneNote}
          />
        ))}
      </ol>
      {labels.length < most && (
        <AqmChooser
          catalogue={app.engine.catalogue}
          value={null}
          label={t('Add lane')}
          onChoose={({ id, name }) => {
            if (attempt(app, addLane(app.document(), id, name))) app.look({ lane: labels.length });
          }}
        />
      )}
    </section>
  );
}

interface CardProps {
  readonly index: number;
  readonly label: string;
  readonly count: number;
  readonly active: boolean;
  readonly LaneNote: Note;
}

/** Memoised, because a drag changes one lane many times a second and the other cards need not render. */
const LaneCard = memo(function LaneCard({ index, label, count, active, LaneNote }: CardProps) {
  const app = useApp();
  return (
    <li className="lane-card" data-active={active || undefined}>
      <div className="lane-card-head">
        <button
          type="button"
          className="lane-open"
          aria-expanded={active}
          aria-label={t('Parameters of {{label}}', { label })}
          onClick={() => app.look({ lane: index })}
        >
          <LaneBadge lane={index} />
        </button>
        <LabelInput key={label} index={index} label={label} />
        <LaneMenu index={index} label={label} count={count} />
      </div>
      {active && <LaneParams index={index} LaneNote={LaneNote} />}
    </li>
  );
});

function LabelInput({ index, label }: { readonly index: number; readonly label: string }) {
  const app = useApp();
  const [text, setText] = useState(label);
  const [refused, setRefused] = useState(false);
  const finish = () => {
    const next = text.trim();
    if (next === label) {
      setRefused(false);
      return;
    }
    // A lane without a name of its own has the name of its AQM.
    setRefused(isRefused(app, app.edit(['lanes', index, 'label'], next === '' ? undefined : next)));
  };
  return (
    <input
      className="lane-label"
      aria-label={t('Name of lane {{index}}', { index: index + 1 })}
      value={text}
      aria-invalid={refused}
      onChange={(event) => setText(event.target.value)}
      onPointerDown={() => app.look({ lane: index })}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
        if (event.key === 'Escape') setText(label);
      }}
    />
  );
}

function LaneMenu(of: Omit<LaneMenuOf, 'close' | 'onLinux' | 'onTune'>) {
  const [linux, setLinux] = useState(false);
  const [tune, setTune] = useState(false);
  return (
    <>
      <Popover
        className="icon-button tiny"
        label={t('Lane {{label}}: duplicate, move, remove', { label: of.label })}
        align="end"
        button={<Icon name="more" />}
      >
        {(close) => (
          <Arriving>
            <LaneMenuItems
              {...of}
              close={close}
              onLinux={() => setLinux(true)}
              onTune={() => setTune(true)}
            />
          </Arriving>
        )}
      </Popover>
      {linux && (
        <Arriving>
          <LinuxCommand index={of.index} onClose={() => setLinux(false)} />
        </Arriving>
      )}
      {tune && (
        <Arriving>
          <TuneDialog lane={of.index} onClose={() => setTune(false)} />
        </Arriving>
      )}
    </>
  );
}

/** The lanes in which the same parameter has another value, by letter. */
function elsewhere(models: readonly LaneModel[], index: number, name: string): string {
  const values = byLane(models, name).map((value) => (value === undefined ? null : JSON.stringify(value)));
  return values
    .flatMap((value, lane) => (value === null || value === values[index] ? [] : [laneLetter(lane)]))
    .join(', ');
}

function LaneParams({ index, LaneNote }: Pick<CardProps, 'index' | 'LaneNote'>) {
  const app = useApp();
  const { engine } = app;
  const asked = useStore(app.runner.asked);
  const lane = useSelected(app.history, ({ present }) => present.lanes?.[index]);
  const scenario = asked[index];
  if (scenario === undefined || lane === undefined) return null;
  const { info, link, resolved } = laneModel(engine, scenario, index);
  const issues = engine.check(info.id, scenario.aqm.params, link);
  const text = textIn(info, scenario.aqm.params);
  const prominent = info.params.filter(({ role }) => role !== 'plain');
  const main = prominent.length > 0 && text === undefined ? prominent : info.params;
  const rest = info.params.filter((param) => !main.includes(param));
  const models = asked.map((one, i) => laneModel(engine, one, i));
  const differ = differing(models);
  const field = (param: (typeof main)[number]) => (
    <ParamField
      key={`${info.id}.${param.name}`}
      lane={index}
      laneLabel={scenario.label}
      param={param}
      resolved={resolved.params[param.name]}
      given={lane.aqm?.params?.[param.name]}
      buffer={link.buffer}
      ranged={text !== undefined}
      elsewhere={
        differ.has(sharedName(info, param)) ? elsewhere(models, index, sharedName(info, param)) : null
      }
    />
  );
  return (
    <div className="lane-params">
      <div className="scheme-row">
        <AqmChooser
          catalogue={engine.catalogue}
          value={info.id}
          label={t('Scheme')}
          onChoose={(to) =>
            attempt(
              app,
              changeAqm(
                app.document(),
                index,
                {
                  id: to.id,
                  name: to.name,
                  // One name may belong to two quantities: a target in packets is not a target in seconds.
                  params: to.params
                    .filter(({ name, unit }) => info.params.some((p) => p.name === name && p.unit === unit))
                    .map(({ name }) => name),
                },
                engine.catalogue.flatMap(({ id, name }) => [id, name, id.toUpperCase()]),
              ),
            )
          }
        />
        <AboutScheme info={info} />
      </div>
      {text !== undefined && (
        <LazyEditor
          key={index}
          lane={index}
          label={scenario.label}
          text={text}
          params={scenario.aqm.params}
        />
      )}
      {main.map(field)}
      {resolved.computed.length > 0 && (
        <dl className="computed-list">
          {resolved.computed.map(({ name, value, unit }) => (
            <div key={name}>
              <dt>
                <Sym name={name} />
              </dt>
              <dd>
                {decimal(String(Number(value.toPrecision(5))))} {unit === '1' ? '' : unitWord(unit)}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {rest.length > 0 && (
        <details>
          <summary>{t('More parameters')}</summary>
          {rest.map(field)}
        </details>
      )}
      {issues.map(({ rule, param }) => (
        <p key={rule} className="warning">
          <Icon name="warn" /> {param === undefined ? '' : `${showPath([param])}: `}
          {rule}
        </p>
      ))}
      {LaneNote !== undefined && (
        <Arriving>
          <LaneNote lane={index} />
        </Arriving>
      )}
      <LanePatch lane={lane} index={index} label={scenario.label} />
    </div>
  );
}
