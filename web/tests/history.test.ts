import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { beginHistory, record, redo, settle, undo } from '../src/state/history.ts';

describe('history', () => {
  test('undo takes back the last document, redo brings it again', () => {
    let history = record(record(beginHistory('a'), 'b'), 'c');
    history = undo(history);
    expect(history.present).toBe('b');
    history = undo(history);
    expect(history.present).toBe('a');
    history = redo(redo(history));
    expect(history.present).toBe('c');
  });

  test('at either end nothing happens', () => {
    const history = beginHistory('a');
    expect(undo(history)).toBe(history);
    expect(redo(history)).toBe(history);
  });

  test('a new document clears what could be redone', () => {
    const history = record(undo(record(beginHistory('a'), 'b')), 'c');
    expect(history.future).toEqual([]);
    expect(undo(history).present).toBe('a');
  });

  test('the documents of one gesture are one step', () => {
    let history = record(beginHistory('a'), 'b', 'drag');
    history = record(record(history, 'c', 'drag'), 'd', 'drag');
    expect(undo(history).present).toBe('a');
  });

  test('a gesture that begins after another ended is a step of its own', () => {
    let history = settle(record(beginHistory('a'), 'b', 'drag'));
    history = record(history, 'c', 'drag');
    expect(undo(history).present).toBe('b');
  });

  test('as many undos as steps give back the first document, as many redos the last', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 1, maxLength: 100 }), (documents) => {
        // Wrapped, so that equal documents are still different ones.
        const wrapped = documents.map((value) => ({ value }));
        const begin = { value: -1 };
        let history = wrapped.reduce((h, d) => record(h, d), beginHistory(begin));
        wrapped.forEach(() => (history = undo(history)));
        expect(history.present).toBe(begin);
        wrapped.forEach(() => (history = redo(history)));
        expect(history.present).toBe(wrapped.at(-1));
      }),
    );
  });
});
