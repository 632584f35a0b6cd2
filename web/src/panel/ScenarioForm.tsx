import { KINDS, nodeAt, type Traffic } from '../../../models/src/index.ts';
import { Icon } from '../components/Icon.tsx';
import { useApp } from '../state/context.ts';
import { addTraffic, changeKind, removeTraffic } from '../state/edits.ts';
import { useSelected } from '../state/store.ts';
import { SchemaField, word } from './SchemaField.tsx';

export function NetworkForm() {
  const bottleneck = ['network', 'bottleneck'] as const;
  const access = ['network', 'access'] as const;
  return (
    <section className="group" aria-labelledby="group-network">
      <h2 id="group-network">Network</h2>
      <SchemaField path={[...bottleneck, 'rate']} label="Bottleneck rate" />
      <SchemaField path={[...bottleneck, 'delay']} label="Bottleneck delay" />
      <SchemaField path={[...bottleneck, 'buffer']} label="Buffer" />
      <SchemaField path={[...access, 'rate']} label="Access rate" />
      <SchemaField path={[...access, 'delay']} label="Access delay" />
      <SchemaField path={['network', 'packet_size']} label="Packet size" />
      <SchemaField path={['network', 'random_loss']} label="Random loss" />
    </section>
  );
}

export function RunForm() {
  return (
    <section className="group" aria-labelledby="group-run">
      <h2 id="group-run">Run</h2>
      <SchemaField path={['duration']} label="Duration" />
      <SchemaField path={['warmup']} label="Warm-up" />
      <SchemaField path={['seed']} label="Seed" />
    </section>
  );
}

/** Keys of a row that are always in sight; the others are under "more". */
const MAIN = ['flows', 'rate', 'tcp', 'start', 'stop'];
const LABELS: Readonly<Record<string, string>> = {
  flows: 'Flows', rate: 'Rate of a flow', tcp: 'TCP', start: 'Start', stop: 'Stop', direction: 'Direction',
  packet_size: 'Packet size', service: 'Service class', bytes: 'Bytes to send', sack: 'SACK',
  delayed_ack: 'Delayed ACK', initial_window: 'Initial window', min_rto: 'Minimum RTO',
  receiver_window: 'Receiver window', ecn: 'ECN', on: 'Mean on-time', off: 'Mean off-time',
}; // prettier-ignore
const WITHOUT: Readonly<Record<string, string>> = {
  stop: 'at the end',
  packet_size: "network's",
  bytes: 'endless',
  receiver_window: 'no limit',
};
const labelOf = (key: string): string => LABELS[key] ?? key.replaceAll('_', ' ');

export function TrafficForm() {
  const app = useApp();
  const rows = useSelected(app.history, ({ present }) => present.traffic) ?? [];
  return (
    <section className="group" aria-labelledby="group-traffic">
      <h2 id="group-traffic">Traffic</h2>
      {rows.map((row, i) => (
        <TrafficRow key={i} row={row} index={i} removable={rows.length > 1} />
      ))}
      <button
        type="button"
        className="add"
        onClick={() => app.change(addTraffic(app.document(), { kind: 'cbr', flows: 1, rate: 1e6 }))}
      >
        <Icon name="plus" /> Add traffic
      </button>
    </section>
  );
}

interface RowProps {
  readonly row: Traffic;
  readonly index: number;
  readonly removable: boolean;
}

function TrafficRow({ row, index, removable }: RowProps) {
  const app = useApp();
  const at = ['traffic', index] as const;
  const keysOf = (kind: string) =>
    Object.keys(nodeAt({ traffic: [{ kind }] }, ['traffic', 0])?.properties ?? {});
  const kind = row.kind ?? 'ftp';
  const keys = keysOf(kind).filter((key) => key !== 'kind');
  const field = (key: string) => (
    <SchemaField
      key={key}
      path={[...at, key]}
      label={labelOf(key)}
      {...(WITHOUT[key] === undefined ? {} : { without: WITHOUT[key] })}
    />
  );
  return (
    <div className="traffic-row">
      <div className="traffic-head">
        <select
          aria-label={`Kind of traffic ${index + 1}`}
          value={kind}
          onChange={(event) => {
            const next = event.target.value as NonNullable<Traffic['kind']>;
            app.change(changeKind(app.document(), index, next, keysOf(next)));
          }}
        >
          {KINDS.map((choice) => (
            <option key={choice} value={choice}>
              {word(choice)}
            </option>
          ))}
        </select>
        {removable && (
          <button
            type="button"
            className="icon-button tiny"
            aria-label={`Remove traffic ${index + 1}`}
            data-tip="Remove"
            onClick={() => app.change(removeTraffic(app.document(), index))}
          >
            <Icon name="close" />
          </button>
        )}
      </div>
      {MAIN.filter((key) => keys.includes(key)).map(field)}
      <details>
        <summary>More</summary>
        {keys.filter((key) => !MAIN.includes(key)).map(field)}
      </details>
    </div>
  );
}
