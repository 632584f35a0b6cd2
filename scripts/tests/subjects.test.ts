import { expect, it } from 'vitest';
import { faultsOfSubject } from '../subjects.mjs';

it('a subject has a room and at most 75 characters', () => {
  expect(faultsOfSubject('page: a lane keeps its colour')).toEqual([]);
  expect(faultsOfSubject('command line: the commands of tc for a lane')).toEqual([]);
  expect(faultsOfSubject(`page: ${'x'.repeat(70)}`)).toHaveLength(1);
  expect(faultsOfSubject('Who leaves without a rest has the page offline, too')).toHaveLength(1);
});
