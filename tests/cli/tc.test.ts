import { expect, it } from 'vitest';
import { aqm, document } from './aqm.ts';

it('aqm tc writes the commands of each lane, or why there are none', async () => {
  const scenario = JSON.stringify({
    version: 1,
    network: { bottleneck: { rate: 20e6, buffer: 300 } },
    lanes: [{ label: 'Mine', aqm: { id: 'codel', params: { profile: 'linux' } } }, { aqm: { id: 'sared' } }],
  });
  const { lanes } = await document<{ lanes: unknown[] }>(['tc', '-'], scenario);
  expect(lanes).toEqual([
    {
      label: 'Mine',
      aqm: 'codel',
      qdisc: 'codel limit 300 target 5ms interval 100ms noecn',
      commands: [
        'ethtool -K DEV tso off gso off gro off',
        'tc qdisc add dev DEV root handle 1: htb default 1',
        'tc class add dev DEV parent 1: classid 1:1 htb rate 20Mbit',
        'tc qdisc add dev DEV parent 1:1 handle 10: codel limit 300 target 5ms interval 100ms noecn',
      ],
      differs: [],
      none: null,
    },
    expect.objectContaining({ aqm: 'sared', qdisc: null, commands: [], none: 'Linux has no sared' }),
  ]);
  const { status, stderr } = await aqm(
    ['tc', '-'],
    '{"version":1,"lanes":[{"aqm":{"id":"pie","params":{"tupdate":0.03}}}]}',
  );
  expect(status).toBe(1);
  expect(stderr).toContain('what tc calls tupdate is interval here');
});
