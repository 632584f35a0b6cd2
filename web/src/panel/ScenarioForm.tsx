import { t } from '../../../models/src/language.ts';
import { lazy, useId } from 'react';
import {
  CONTROLS,
  KINDS,
  nodeAt,
  sourceName,
  type Network,
  type Traffic,
} from '../../../models/src/index.ts';
import { valueAt, type Path } from '../../../models/src/path.ts';
import { Icon } from '../components/Icon.tsx';
import { Arriving } from '../state/Arriving.tsx';
import { useApp } from '../state/context.ts';
import { addTraffic, changeKind, removeTraffic } from '../state/edits.ts';
import { attempt } from '../state/refused.ts';
import { useSelected } from '../state/store.ts';
import { ChangesField } from './ChangesField.tsx';
import { FieldRow } from './FieldRow.tsx';
import { SchemaField } from './SchemaField.tsx';

const HostField = lazy(() => import('./HostField.tsx').then((found) => ({ default: found.HostField })));
const SenderField = lazy(() => import('./SenderField.tsx').then((found) => ({ default: found.SenderField })));
const ChainForm = lazy(() => import('./ChainForm.tsx').then((found) => ({ default: found.ChainForm })));

export function NetworkForm() {
  const app = useApp();
  const chain = useSelected(app.history, ({ present }) => present.network?.topology === 'chain');
  const bottleneck = ['network', 'bottleneck'] as const;
  const title = useId();
  const access = ['network', 'access'] as const;
  return (
    <section className="group" aria-labelledby={title}>
      <h2 id={title}>{t('Network')}</h2>
      <TopologyField />
      {chain ? (
        <Arriving>
          <ChainForm />
          <ShownLinkKind />
        </Arriving>
      ) : (
        <>
          <SchemaField path={[...bottleneck, 'rate']} label={t('Bottleneck rate')} />
          <SchemaField path={[...bottleneck, 'delay']} label={t('Bottleneck delay')} />
          <SchemaField path={[...bottleneck, 'buffer']} />
          <WayBackFields />
          <LinkKindFields link={bottleneck} />
          <ChangesField link={bottleneck} of={t('the bottleneck')} />
        </>
      )}
      <SchemaField path={[...access, 'rate']} />
      <SchemaField path={[...access, 'delay']} />
      <SchemaField path={[...access, 'buffer']} />
      <SchemaField path={['network', 'packet_size']} />
      <SchemaField path={['network', 'random_loss']} />
      <SchemaField path={['network', 'loss_run']} />
      <LossChainFields />
      <SchemaField path={['network', 'processing']} />
    </section>
  );
}

const WAY_BACK = ['network', 'bottleneck', 'reverse'] as const;

/** The way back of the bottleneck, folded away until it is a link of its own. */
function WayBackFields() {
  const app = useApp();
  const own = useSelected(app.history, ({ present }) => present.network?.bottleneck?.reverse !== undefined);
  return <FoldedFields title={t('Way back')} path={WAY_BACK} open={own} />;
}

/** A field for each member of an object. */
function FoldedFields(props: { readonly title: string; readonly path: Path; readonly open: boolean }) {
  const app = useApp();
  const { title, path, open } = props;
  const members = Object.keys(nodeAt(app.document(), path)?.properties ?? {});
  return (
    <details className="more" open={open}>
      <summary>{title}</summary>
      {members.map((key) => (
        <SchemaField key={key} path={[...path, key]} />
      ))}
    </details>
  );
}

const LOSS_CHAIN = ['network', 'gemodel'] as const;

/** Losses by a chain of two states, folded away until there is one. */
function LossChainFields() {
  const app = useApp();
  const own = useSelected(app.history, ({ present }) => present.network?.gemodel !== undefined);
  return <FoldedFields title={t('Losses by a chain of states')} path={LOSS_CHAIN} open={own} />;
}

/** Keys of a link with a place of their own in the form. */
const ELSEWHERE = ['rate', 'delay', 'buffer', 'reverse', 'changes', 'managed'];

/**
 * What tells one kind of link from another (framing, grants, jitter, a policer), folded away until the link has some
 * of it.
 */
function LinkKindFields({ link }: { readonly link: Path }) {
  const app = useApp();
  const members = Object.entries(nodeAt(app.document(), link)?.properties ?? {})
    .filter(([key]) => !ELSEWHERE.includes(key))
    .flatMap(([key, { properties }]) =>
      properties === undefined ? [[key]] : Object.keys(properties).map((inner) => [key, inner]),
    );
  const own = useSelected(app.history, ({ present }) =>
    members.some((member) => valueAt(present, [...link, ...member]) !== undefined),
  );
  return (
    <details className="more" open={own}>
      <summary>{t('Kind of link')}</summary>
      {members.map((member) => (
        <SchemaField key={member.join('.')} path={[...link, ...member]} />
      ))}
    </details>
  );
}

/** Of the link of a chain whose queue is shown. */
function ShownLinkKind() {
  const app = useApp();
  const last = useSelected(app.history, ({ present }) => (present.network?.links?.length ?? 1) - 1);
  const observed = useSelected(app.history, ({ present }) => present.network?.observed ?? 0);
  const hop = useSelected(app.view, (view) => view.hop);
  return <LinkKindFields link={['network', 'links', Math.min(hop ?? observed, last)]} />;
}

const TOPOLOGY = ['network', 'topology'] as const;

/** Another topology is more than one key: what belongs to the old one goes with it. */
function TopologyField() {
  const app = useApp();
  const topology = useSelected(app.history, ({ present }) => present.network?.topology) ?? 'dumbbell';
  const node = nodeAt(app.document(), TOPOLOGY);
  const change = async (next: NonNullable<Network['topology']>) => {
    const { changeTopology } = await import('../state/chainEdits.ts');
    const issues = app.change(changeTopology(app.document(), next, app.view.get().hop));
    if (issues.length > 0)
      app.notices.add(
        'error',
        t('The topology stays {{topology}}.', { topology }),
        issues.map(({ message }) => message),
      );
  };
  return (
    <FieldRow
      label={t('Topology')}
      help={t(node?.description ?? '')}
      resetLabel={t('Reset {{label}} to {{describeDefault}}', {
        label: t('Topology'),
        describeDefault: 'dumbbell',
      })}
      onReset={topology === 'dumbbell' ? undefined : () => void change('dumbbell')}
    >
      {(id) => (
        <select
          aria-label={t('Topology')}
          aria-describedby={id}
          value={topology}
          onChange={(event) => void change(event.target.value as NonNullable<Network['topology']>)}
        >
          {node?.enum?.map((choice) => (
            <option key={String(choice)} value={String(choice)}>
              {String(choice)}
            </option>
          ))}
        </select>
      )}
    </FieldRow>
  );
}

export function RunForm() {
  return (
    <section className="group" aria-labelledby="group-run">
      <h2 id="group-run">{t('Run')}</h2>
      <SchemaField path={['duration']} />
      <SchemaField path={['warmup']} />
      <SchemaField path={['seed']} />
    </section>
  );
}

/** Keys of a row that are always in sight; the others are under "more". */
const MAIN = ['flows', 'from', 'to', 'rate', 'tcp', 'start', 'stop'];
/** Keys of rows in a chain alone. */
const OF_A_CHAIN = ['from', 'to'];
export function TrafficForm() {
  const app = useApp();
  const title = useId();
  const rows = useSelected(app.history, ({ present }) => present.traffic) ?? [];
  const chain = useSelected(app.history, ({ present }) => present.network?.topology === 'chain');
  return (
    <section className="group" aria-labelledby={title}>
      <h2 id={title}>{t('Traffic')}</h2>
      {rows.map((row, i) => (
        <TrafficRow key={i} row={row} index={i} chain={chain} removable={rows.length > 1} />
      ))}
      <button
        type="button"
        className="add"
        onClick={() => attempt(app, addTraffic(app.document(), { kind: 'cbr', flows: 1, rate: 1e6 }))}
      >
        <Icon name="plus" /> {t('Add traffic')}
      </button>
    </section>
  );
}

interface RowProps {
  readonly row: Traffic;
  readonly index: number;
  /** Rows enter and leave at routers of their own. */
  readonly chain: boolean;
  readonly removable: boolean;
}

function TrafficRow({ row, index, chain, removable }: RowProps) {
  const app = useApp();
  const at = ['traffic', index] as const;
  const membersOf = (kind: string) => nodeAt({ traffic: [{ kind }] }, ['traffic', 0])?.properties ?? {};
  const keysOf = (kind: string) => Object.keys(membersOf(kind));
  const kind = row.kind ?? 'ftp';
  const keys = keysOf(kind).filter((key) => key !== 'kind' && (chain || !OF_A_CHAIN.includes(key)));
  const own: readonly string[] = CONTROLS[('tcp' in row ? row.tcp : undefined) ?? 'newreno'].params;
  /** A member that is an object has a field for each of its own. */
  const placesOf = (key: string): readonly string[][] =>
    Object.keys(membersOf(kind)[key]?.properties ?? {})
      .filter((inner) => key !== 'tcp_params' || own.includes(inner))
      .map((inner) => [key, inner]);
  const isObject = (key: string) => membersOf(kind)[key]?.properties !== undefined;
  const field = (key: string) =>
    (isObject(key) ? placesOf(key) : [[key]]).map((place) => {
      return <SchemaField key={place.join('.')} path={[...at, ...place]} />;
    });
  return (
    <div className="traffic-row">
      <div className="traffic-head">
        <select
          aria-label={t('Kind of traffic {{index}}', { index: index + 1 })}
          value={kind}
          onChange={(event) => {
            const next = event.target.value as NonNullable<Traffic['kind']>;
            attempt(app, changeKind(app.document(), index, next, keysOf(next)));
          }}
        >
          {KINDS.map((choice) => (
            <option key={choice} value={choice}>
              {sourceName(choice)}
            </option>
          ))}
        </select>
        {removable && (
          <button
            type="button"
            className="icon-button tiny"
            aria-label={t('Remove traffic {{index}}', { index: index + 1 })}
            data-tip={t('Remove')}
            onClick={() => attempt(app, removeTraffic(app.document(), index))}
          >
            <Icon name="close" />
          </button>
        )}
      </div>
      {MAIN.filter((key) => keys.includes(key)).flatMap((key) =>
        key === 'tcp' ? (
          <Arriving key={key}>
            <SenderField index={index} />
          </Arriving>
        ) : (
          field(key)
        ),
      )}
      {keys.includes('tcp') && (
        <Arriving>
          <HostField index={index} />
        </Arriving>
      )}
      <details>
        <summary>{t('More')}</summary>
        {keys.filter((key) => !MAIN.includes(key)).flatMap(field)}
      </details>
    </div>
  );
}
