import { describe, expect, it } from 'vitest';
import { asHost, departuresFrom, HOSTS, nearestHost } from '../src/hosts.ts';
import { complete, CONTROL_IDS, validate } from '../src/index.ts';
import type { Traffic } from '../src/index.ts';

const rowOf = (traffic: Traffic): Traffic => {
  const result = validate({ version: 1, traffic: [traffic] });
  if (!result.ok) throw new Error(result.issues.map(({ message }) => message).join('; '));
  return complete(result.scenario).traffic[0] as Traffic;
};

describe('hosts', () => {
  it.each(HOSTS)('$id: a row takes its values, holds, and departs in nothing', (host) => {
    const row = rowOf(asHost({ kind: 'ftp', flows: 7, start: [0, 2], ecn: true, tcp: 'cubic' }, host));
    expect(row).toMatchObject({ flows: 7, start: [0, 2], ecn: true, ...host.values });
    expect(departuresFrom(row, host)).toEqual([]);
    expect(nearestHost(row)?.id).toBe(host.id);
    expect(CONTROL_IDS).toContain(host.values.tcp);
  });

  it('names what differs, and takes no limit of the window along', () => {
    const [linux, , ns2] = HOSTS;
    if (linux === undefined || ns2 === undefined) throw new Error('two hosts are missing');
    const row = rowOf(
      asHost({ kind: 'ftp', receiver_window: 64, tcp_params: { beta: 0.8 }, tcp: 'cubic' }, linux),
    );
    expect(row).toMatchObject({ tcp_params: { beta: 0.8 } });
    expect(row).not.toHaveProperty('receiver_window');
    expect(departuresFrom({ ...row, initial_window: 2 }, linux)).toEqual(['initial_window']);
    expect(asHost(row, ns2)).not.toHaveProperty('tcp_params');
  });

  it('takes no rule along that would overrule the host', () => {
    const [linux] = HOSTS;
    if (linux === undefined) throw new Error('a host is missing');
    const own: Traffic = { kind: 'ftp', tcp: 'cubic', ack_every: 8, pacing_burst: 4 };
    expect(departuresFrom(rowOf({ ...linux.values, ...own }), linux)).toEqual(['ack_every', 'pacing_burst']);
    expect(departuresFrom(rowOf(asHost(own, linux)), linux)).toEqual([]);
  });
});
