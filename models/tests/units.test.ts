import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatQuantity, parseQuantity } from '../src/index.ts';

describe('parseQuantity', () => {
  it.each([
    ['10 Mbps', 'bit/s', 10e6],
    ['10 Mbit/s', 'bit/s', 10e6],
    ['10Mb/s', 'bit/s', 10e6],
    ['10 mbit', 'bit/s', 10e6],
    ['1.5 kbit/s', 'bit/s', 1500],
    ['2.5 Gbps', 'bit/s', 2.5e9],
    ['1 MB/s', 'bit/s', 8e6],
    ['1 mB/s', 'bit/s', 8e6],
    ['125 kB/s', 'bit/s', 1e6],
    ['64000', 'bit/s', 64000],
    ['20ms', 's', 0.02],
    ['20 MS', 's', 0.02],
    ['0.1 ms', 's', 0.0001],
    ['5 µs', 's', 5e-6],
    ['5us', 's', 5e-6],
    ['200 s', 's', 200],
    ['2 min', 's', 120],
    ['1 h', 's', 3600],
    ['.5', 's', 0.5],
    ['1e-3', 's', 0.001],
    ['1500 B', 'bytes', 1500],
    ['1 kB', 'bytes', 1000],
    ['1 KiB', 'bytes', 1024],
    ['3 MB', 'bytes', 3e6],
    ['140 packets', 'packets', 140],
    ['1 packet', 'packets', 1],
    ['10 segments', 'segments', 10],
    ['5 %', '1', 0.05],
    ['0.1', '1', 0.1],
    ['−1', '1', -1],
    ['170 1/s', '1/s', 170],
    ['170', '1/s', 170],
  ])('reads %j as %j', (text, unit, value) => {
    expect(parseQuantity(text, unit)).toEqual({ ok: true, value });
  });

  it.each([
    ['', 's', 'type a number, as in 20 ms'],
    ['fast', 'bit/s', 'type a number, as in 10 Mbit/s'],
    ['1,5 ms', 's', 'use a decimal point, not a comma, and no separators of thousands'],
    ['10 000', 'packets', 'use no space inside a number'],
    ['10\u2009000 packets', 'packets', 'use no space inside a number'],
    ['10,000', 'packets', 'use a decimal point, not a comma, and no separators of thousands'],
    ['20 ms', 'bit/s', '"ms" is not a unit here; use B/s, kB/s, MB/s, GB/s, bit/s, kbit/s, Mbit/s, Gbit/s'],
    ['20 Mbit/s', 's', '"Mbit/s" is not a unit here; use s, ms, us, ns, min, h'],
    ['5 %', 's', '"%" is not a unit here; use s, ms, us, ns, min, h'],
    ['5 x', '1/s', '"x" is not a unit here'],
    ['1e400', 's', 'this number is too large'],
    ['NaN', 's', 'type a number, as in 20 ms'],
    ['Infinity', 's', 'type a number, as in 20 ms'],
    ['0x10', 'packets', '"x10" is not a unit here; use packets'],
  ])('refuses %j of %j: %s', (text, unit, rule) => {
    expect(parseQuantity(text, unit)).toEqual({ ok: false, rule });
  });

  it('never throws', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.constantFrom('s', 'bit/s', '1', '1/s'),
        (text, unit) => void parseQuantity(text, unit),
      ),
    );
  });
});

describe('formatQuantity', () => {
  it.each([
    [10e6, 'bit/s', '10 Mbit/s'],
    [2097152, 'bit/s', '2.097152 Mbit/s'],
    [1e10, 'bit/s', '10 Gbit/s'],
    [999, 'bit/s', '999 bit/s'],
    [0.02, 's', '20 ms'],
    [0.0205, 's', '20.5 ms'],
    [0.1 + 0.2, 's', '300.00000000000004 ms'],
    [200, 's', '200 s'],
    [1e-9, 's', '1 ns'],
    [0, 's', '0 s'],
    [-0.005, 's', '-5 ms'],
    [1500, 'bytes', '1500 B'],
    [2.5e6, 'bytes', '2.5 MB'],
    [140, 'packets', '140 packets'],
    [1, 'packets', '1 packet'],
    [0.1, '1', '0.1'],
    [170, '1/s', '170 1/s'],
  ])('prints %j %s as %j', (value, unit, text) => {
    expect(formatQuantity(value, unit)).toBe(text);
  });

  it('prints what parseQuantity reads back to the last bit', () => {
    const units = fc.constantFrom('s', 'bit/s', 'bytes', 'packets', 'segments', '1', '1/s');
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), units, (value, unit) => {
        expect(parseQuantity(formatQuantity(value, unit), unit)).toEqual({
          ok: true,
          value: value === 0 ? 0 : value,
        });
      }),
      { numRuns: 5000 },
    );
  });
});
