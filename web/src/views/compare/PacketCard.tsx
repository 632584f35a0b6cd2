import { unitWord } from '../../../../models/src/unit-words.ts';
import { decimal, t } from '../../../../models/src/language.ts';
import { T } from '../../components/T.tsx';
import { Fragment, useEffect, useState } from 'react';
import type { AqmText } from '../../../../models/src/aqm-facts.ts';
import type { PacketWindow } from '../../../../wasm/src/types.ts';
import { formatQuantity } from '../../../../models/src/index.ts';
import { Icon } from '../../components/Icon.tsx';
import { Sym } from '../../components/Sym.tsx';
import { Symbols } from '../../components/Symbols.tsx';
import type { LaneModel } from '../../lanes/model.ts';
import { tellDecision } from '../../lanes/decision.ts';
import { amongThresholds, decisionAt, nextDecision, storyOf, type PacketStory } from '../../lanes/packet.ts';
import { stateOf } from '../../lanes/quantities.ts';
import { useApp } from '../../state/context.ts';
import { textIn } from '../../state/programEdits.ts';
import { fitSpan } from '../../state/span.ts';
import { PacketFollows } from './PacketFollows.tsx';
import { PacketProgram } from './PacketProgram.tsx';

interface Props {
  readonly model: LaneModel;
  readonly window: PacketWindow;
  /** The time of the chosen packet. */
  readonly at: number;
}

const FATES: Readonly<Record<PacketStory['fate'], string>> = {
  accepted: 'was accepted',
  marked: 'was accepted with a mark',
  early: 'was dropped at random, as the drop law prescribes',
  forced: 'was dropped with certainty, as the drop law prescribes',
  overflow: 'was dropped: the buffer was full',
  departure: 'left',
};

/**
 * One packet: its fate, the scheme's law with the numbers at that time, what followed, and buttons to the
 * next packets.
 */
export function PacketCard({ model, window, at }: Props) {
  const app = useApp();
  const index = decisionAt(window, at);
  if (index < 0) return null;
  const story = storyOf(window, index, model);
  const text = textIn(model.info, model.scenario.aqm.params);
  const before = nextDecision(window, index, -1, false);
  const go = (step: 1 | -1, drop: boolean) => {
    const next = nextDecision(window, index, step, drop);
    const time = window.time[next];
    if (time === undefined) return undefined;
    return () => {
      const { span } = app.view.get();
      const half = span === null ? 0 : (span[1] - span[0]) / 2;
      const seen = span === null || (time >= span[0] && time <= span[1]);
      app.replay.pause();
      app.replay.seek(time);
      app.look({
        packet: time,
        ...(seen ? {} : { span: fitSpan([time - half, time + half], app.duration.get()) }),
      });
    };
  };
  return (
    <div className="packet-card" role="group" aria-label={t('One packet')}>
      <div className="packet-ways">
        {(
          [
            [t('Previous drop'), -1, true],
            [t('Previous packet'), -1, false],
            [t('Next packet'), 1, false],
            [t('Next drop'), 1, true],
          ] as const
        ).map(([name, step, drop]) => {
          const act = go(step, drop);
          return (
            <button key={name} type="button" className="link" disabled={act === undefined} onClick={act}>
              {name}
            </button>
          );
        })}
        <button
          type="button"
          className="icon-button"
          aria-label={t('Close the packet')}
          onClick={() => app.look({ packet: null })}
        >
          <Icon name="close" />
        </button>
      </div>
      <p aria-live="polite">
        <T
          en={
            'At {{time}} s packet {{seq}} of flow {{flow}} ({{row}}) found {{found}} waiting, besides the one on the link, and <1>{{fate}}</1>.'
          }
          values={{
            time: decimal(story.time.toFixed(4)),
            seq: story.seq,
            flow: story.flow + 1,
            row: story.row,
            found: story.found,
            fate: t(FATES[story.fate]),
          }}
          tags={[<b key="1" />]}
        />{' '}
        {story.waited !== null &&
          t('It had come in {{waited}} before. ', { waited: formatQuantity(round(story.waited), 's') })}
        {story.left !== null &&
          t('It left after {{left}}. ', { left: formatQuantity(round(story.left), 's') })}
        {story.again !== null &&
          t('The same sequence number came again {{again}} later. ', {
            again: formatQuantity(round(story.again), 's'),
          })}
      </p>
      <Decision model={model} story={story} />
      <Law model={model} story={story} />
      {text !== undefined && <PacketProgram lane={model.scenario} text={text} story={story} />}
      <PacketFollows lane={model.scenario} story={story} />
      {before >= 0 && <Before model={model} story={storyOf(window, before, model)} />}
    </div>
  );
}

/** The scheme's own sentence on such a decision, with the numbers of this packet. */
function Decision({ model, story }: { readonly model: LaneModel; readonly story: PacketStory }) {
  const app = useApp();
  const { id } = model.info;
  const [text, setText] = useState<AqmText | null>(null);
  useEffect(() => {
    let waiting = true;
    const done = (found?: AqmText) => {
      if (waiting && found !== undefined) setText(found);
      waiting = false;
    };
    const end = app.pending.add(() => waiting);
    import('../../../../models/src/aqm-text.ts')
      .then(({ loadAqmText }) => loadAqmText(id))
      // Without the sentence, only the numbers are shown.
      .then(done, () => done());
    return () => {
      waiting = false;
      end();
    };
  }, [app, id]);
  if (text?.id !== id) return null;
  const dropped = story.fate === 'early' || story.fate === 'forced' || story.fate === 'marked';
  const { parts } = tellDecision(dropped ? text.decision.dropped : text.decision.accepted, model, story);
  return (
    <p className="packet-decision">
      {parts.map((part, i) =>
        part.kind === 'text' ? (
          <Symbols key={i} text={part.text} />
        ) : (
          <span key={i} className="packet-value">
            {part.name !== null && (
              <>
                <Sym name={part.name} />{' '}
              </>
            )}
            <b>{part.text}</b>
          </span>
        ),
      )}
    </p>
  );
}

const round = (value: number): number => Number(value.toPrecision(3));
const number = (value: number): string =>
  Number.isNaN(value) ? '–' : decimal(String(Number(value.toPrecision(4))));

/** The scheme's states and computed values, by their own names. */
function Law({ model, story }: { readonly model: LaneModel; readonly story: PacketStory }) {
  const average = stateOf(model.info, 'average')?.name;
  if (story.state.length === 0)
    return (
      <p className="muted">{t('This scheme has no state: it drops a packet when the buffer is full.')}</p>
    );
  return (
    <dl className="packet-law">
      {story.state.map(({ name, unit, value, before, help }) => (
        <div key={name} data-tip={t(help)}>
          <dt>
            <Sym name={name} />
          </dt>
          <dd>
            {number(value)}
            {unit !== '1' && ` ${unitWord(unit)}`}
            {before !== null && before !== value && (
              <span className="muted"> {t('(before: {{number}})', { number: number(before) })}</span>
            )}
            {name === average && (
              <span className="muted">
                {' '}
                <Symbols text={amongThresholds(model, value)} />
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The packet before: the same law a moment earlier. */
function Before({ model, story }: { readonly model: LaneModel; readonly story: PacketStory }) {
  const shown = story.state.filter(({ name }) =>
    model.info.states.some((one) => one.name === name && (one.role !== 'plain' || name.startsWith('p'))),
  );
  return (
    <p className="muted">
      <T
        en={
          shown.length > 0
            ? 'The one before it, at {{time}} s, {{fate}}, at {{state}}.'
            : 'The one before it, at {{time}} s, {{fate}}.'
        }
        values={{
          time: decimal(story.time.toFixed(4)),
          fate: t(FATES[story.fate]),
          state: shown.map(({ name, value }, i) => (
            <Fragment key={name}>
              {i > 0 && ', '}
              <Sym name={name} /> {number(value)}
            </Fragment>
          )),
        }}
      />
    </p>
  );
}
