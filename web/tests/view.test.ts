import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  initialView,
  linkedView,
  linkFields,
  MOMENT,
  readFields,
  VIEW,
  type ViewState,
} from '../src/state/view.ts';
import { leftOut } from '../src/state/leftOut.ts';
import { LONGEST_NOTE, notesCodec } from '../src/state/notes.ts';
import { centreOf, fitSpan, panSpan, zoomSpan } from '../src/state/span.ts';

describe('the window of time', () => {
  test('zooming keeps the time under the pointer where it is', () => {
    const span = zoomSpan(null, 100, 30, 0.5);
    expect(span).toEqual([15, 65]);
    const [from, to] = zoomSpan(span, 100, 30, 0.1) ?? [NaN, NaN];
    expect((30 - from) / (to - from)).toBeCloseTo(0.3, 12);
  });
  test('keys zoom about the playhead, or about the middle of a window that it is not in', () => {
    expect(centreOf(null, 7)).toBe(7);
    expect(centreOf([5, 9], 6)).toBe(6);
    expect(centreOf([40, 50], 7)).toBe(45);
  });
  test('zooming out ends with all of the time', () => {
    expect(zoomSpan([40, 60], 100, 50, 1000)).toBeNull();
  });
  test('panning stops at the ends and keeps the length', () => {
    expect(panSpan([10, 30], 100, -50)).toEqual([0, 20]);
    expect(panSpan([10, 30], 100, 500)).toEqual([80, 100]);
    expect(panSpan(null, 100, 5)).toBeNull();
  });
  test('whatever is asked for lies inside and is not empty', () => {
    const number = fc.double({ min: -1e4, max: 1e4, noNaN: true });
    fc.assert(
      fc.property(number, number, fc.double({ min: 0.001, max: 3600, noNaN: true }), (a, b, duration) => {
        const span = fitSpan([Math.min(a, b), Math.max(a, b)], duration);
        if (span === null) return;
        expect(span[0]).toBeGreaterThanOrEqual(0);
        expect(span[1]).toBeLessThanOrEqual(duration * (1 + 1e-12));
        expect(span[1]).toBeGreaterThan(span[0]);
      }),
    );
  });
});

describe('the view in a link', () => {
  /** Something other than the beginning for every key that a link carries. */
  const elsewhere: ViewState = {
    ...initialView,
    tab: 'fluid',
    span: [12.25, 14.5],
    lane: 2,
    extra: 'state:avg',
    wholeCurve: true,
    ownLaw: false,
    queues: 'together',
    hop: 3,
    allMetrics: true,
    paper: 'acred-2022',
    table: 'table2-delay',
    cell: 'table2-delay~N=[25,100]~AC-RED',
    study: 'eyJheGVzIjpbXX0',
    reading: 'moving',
    own: 'e30',
    cardLine: '1',
    cardNeeds: ['pages', 'loss'],
    cardRow: 'rtt-30',
    cardPair: ['fq_codel', 'lane:1'],
    cardHash: false,
    cardFlows: 'many',
    cardEcn: true,
    row: 1,
    flows: [3, 0, 17],
    everyLane: true,
    story: 'why-buffers-hurt',
    step: 'growth',
    seeds: 30,
    packet: 12.3456789,
    against: 1,
    notes: [
      { lane: 0, time: 12.5, text: 'all senders halve: 1/2, 50 % of a_b' },
      { lane: 2, time: 60, text: 'Übergang → 静' },
    ],
    measure: [10, 12.5],
    lesson: { open: ['lanes.0.aqm.params.max_p', 'traffic.0.flows'], hidden: ['answer', 'rows'] },
    panelOpen: false,
    tale: 'AAAA',
    teach: 'notes',
    form: 'sampled',
    delay: 'implicit',
    drops: 'law',
    windows: 'spread',
    clock: 'acknowledgements',
    losses: 'halving',
    tolerance: 1e-9,
    mapX: 'params.max_p',
    mapY: 'buffer',
    along: 'rate',
    cells: 32,
    ranges: { '2.red.flows': [1, 200], '2.red.params.max_p': [1e-5, 0.5] },
  };
  test('every key that a link carries comes back, and only what differs is written', () => {
    const fields = linkFields(VIEW, elsewhere);
    const carried = Object.values(VIEW).filter((key) => 'link' in key);
    expect(Object.keys(fields)).toHaveLength(carried.length);
    expect(linkedView(initialView, fields)).toEqual(elsewhere);
    expect(linkFields(VIEW, initialView)).toEqual({});
  });
  test('the reader’s own keys stay as they are, the rest is as in the beginning', () => {
    const reader: ViewState = { ...elsewhere, theme: 'dark', hintSeen: true };
    expect(linkedView(reader, { lane: '1' })).toEqual({
      ...initialView,
      panelOpen: false,
      theme: 'dark',
      hintSeen: true,
      lane: 1,
    });
  });
  test('a moment is carried beside it', () => {
    expect(linkFields(MOMENT, { time: 12.5, speed: 0.1 })).toEqual({ at: '12.5', speed: '0.1' });
    expect(readFields(MOMENT, { at: '12.5', speed: 'fast' })).toEqual({ time: 12.5 });
  });
  test('what is unknown or damaged is as if it were not there', () => {
    const damaged = {
      v: 'nowhere',
      span: '9_3',
      lane: '-1',
      form: 'round',
      tolerance: '1',
      ranges: 'x,y:1_,:1_2',
      lesson: 'lanes.0',
      z: '1',
    };
    expect(linkedView(initialView, damaged)).toEqual(initialView);
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom('v', 'span', 'lane', 'extra', 'x', 'ranges', 'whole', 'measure'),
          fc.string(),
        ),
        (fields) => {
          const view = linkedView(initialView, fields);
          expect(linkedView(initialView, linkFields(VIEW, view))).toEqual(view);
        },
      ),
    );
  });
});

describe('notes in a link', () => {
  test('whatever is written comes back, and what is damaged is left out', () => {
    const note = fc.record({
      lane: fc.nat(31),
      time: fc.double({ min: 0, max: 3600, noNaN: true }).map((time) => Number(time.toPrecision(9))),
      text: fc
        .string({ unit: 'binary', maxLength: 50 })
        .map((text) => text.trim())
        .filter((text) => text !== ''),
    });
    fc.assert(
      fc.property(fc.array(note, { maxLength: 24 }), (notes) => {
        const link = new URLSearchParams({ notes: notesCodec.write(notes) }).toString();
        expect(notesCodec.read(new URLSearchParams(link).get('notes') ?? '')).toEqual(notes);
      }),
    );
    expect(notesCodec.read('0:1:%E4,x:1:a,1:-2:b,1:2:,1:2:c:d,3:4:fine')).toEqual([
      { lane: 3, time: 4, text: 'fine' },
    ]);
    expect(notesCodec.lost?.('x,3:4:fine,1:-2:b')).toEqual(['x', '1:-2:b']);
    expect(leftOut({ notes: 'x,3:4:fine' }, 10, 4)).toEqual(['notes=x is not a note: lane:seconds:text.']);
    expect(notesCodec.write([{ lane: 0, time: 1, text: '' }])).toBe('');
    expect(notesCodec.read(`0:1:${'x'.repeat(1000)}`)?.map(({ text }) => text.length)).toEqual([
      LONGEST_NOTE,
    ]);
  });
});
