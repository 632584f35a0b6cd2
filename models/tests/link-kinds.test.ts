/** Kinds of links in documents: tc's arithmetic, the rate that an AQM is told, and what is refused. */
import { describe, expect, it } from 'vitest';
import { loadEngine } from '../../wasm/src/node.ts';
import { onWire } from '../src/framing.ts';
import { lanes, managedLinks, validate } from '../src/index.ts';

const engine = await loadEngine();
/** Places that are refused. */
function refused(network: object): string[] {
  const found = validate({ version: 1, network }, engine);
  return found.ok ? [] : found.issues.filter(({ severity }) => severity === 'error').map(({ path }) => path);
}

describe('kinds of links', () => {
  it.each([
    // tc-stab(8): AAL5 carries 48 of 53 bytes, PTM has 65 for 64.
    [1500, { overhead: 44, cells: 'atm' }, 1749],
    [40, { overhead: 8, cells: 'atm' }, 53],
    [40, { overhead: 9, cells: 'atm' }, 106],
    [1500, { overhead: 22, cells: 'ptm' }, 1546],
    [40, { overhead: 18, mpu: 64 }, 64],
  ] as const)('%i bytes under %o are %i on the wire', (bytes, frame, wire) => {
    expect(onWire(bytes, frame)).toBe(wire);
  });

  it('tells an AQM the rate of full packets on either way', () => {
    const [lane] = lanes({
      version: 1,
      network: {
        bottleneck: {
          rate: 1749e4,
          frame: { overhead: 44, cells: 'atm' },
          reverse: { rate: 1749e3, aqm: 'lane' },
        },
      },
    });
    expect(lane && managedLinks(lane.network).map(({ rate }) => rate)).toEqual([15e6, 15e5]);
  });

  it('refuses what a link cannot be, by place', () => {
    expect(refused({ bottleneck: { grant_period: 0.01, changes: [{ time: 1, rate: 1e6 }] } })).toContain(
      'network.bottleneck.grant_period',
    );
    expect(refused({ bottleneck: { policer: { rate: 1e6, burst: 1499 } } })).toContain(
      'network.bottleneck.policer.burst',
    );
    expect(refused({ random_loss: 0.7, loss_run: 2 })).toContain('network.random_loss');
    expect(refused({ random_loss: 0.6, loss_run: 2 })).toEqual([]);
    expect(refused({ bottleneck: { frame: { cells: 'docsis' } } })).toEqual([
      'network.bottleneck.frame.cells',
    ]);
  });
});
