import { expect, it } from 'vitest';
import { checkBorders, faultsOf } from '../borders.mjs';
import { checkColumns, longComments } from '../columns.mjs';
import { planFor } from '../lib/changes.mjs';

const stepsOf = (...files: string[]) => [...planFor(files).because.keys()];

it('a line of the command line breaks no C++ and no page', () => {
  expect(stepsOf('cli/csv.ts')).toEqual(['prettier', 'lint', 'types', 'unit']);
  expect(planFor(['cli/csv.ts']).unit).toContain('tests/cli/aqm.test.ts');
});

it('a line of the engine can break everything that holds its module', () => {
  const plan = planFor(['core-cpp/src/schemes/red.cpp']);
  expect([...plan.because.keys()]).toEqual(
    expect.arrayContaining(['clang-format', 'sanitize', 'native', 'wasm', 'unit', 'e2e']),
  );
  expect([plan.unit, plan.pages]).toEqual(['all', 'all']);
});

it('a browser test breaks itself, a test of C++ no TypeScript', () => {
  expect(planFor(['tests/e2e/chain.spec.ts']).pages).toEqual(['tests/e2e/chain.spec.ts']);
  expect(stepsOf('core-cpp/tests/tcp_test.cpp')).toEqual(['clang-format', 'lint', 'sanitize']);
});

it('a line of what the views share has one browser test, and says what it leaves out', () => {
  const plan = planFor(['web/src/state/view.ts']);
  expect(plan).toMatchObject({ unit: ['web/src/state/view.ts'], pages: ['smoke'] });
  expect(plan.deferred.join()).toContain('npm test -- --only build,e2e,firefox');
  expect([...plan.because.keys()]).toEqual(['prettier', 'lint', 'types', 'unit', 'build', 'e2e']);
  expect(planFor(['web/src/views/flows/flowData.ts']).pages).toEqual(['smoke', 'flows']);
  expect(planFor(['cli/csv.ts']).deferred).toEqual([]);
});

it('what stands in no room, and what has been removed, can break more than an import tells', () => {
  expect(planFor(['package.json'])).toMatchObject({ unit: 'all', pages: 'all' });
  expect(planFor(['web/src/gone.ts']).unit).toBe('all');
});

it('the engine keeps to its walls', () => {
  expect(checkBorders()).toEqual([]);
});

it('an include across a wall is refused with the reason', () => {
  const [fault, ...others] = faultsOf(
    'laws',
    'laws/x.hpp',
    '#include "fluid/solve.hpp"\n#include "aqm/time.hpp"\n',
  );
  expect(fault).toMatch(
    /^laws\/x\.hpp includes "fluid\/solve\.hpp": laws may include laws, aqm only, because /,
  );
  expect(others).toEqual([]);
  expect(faultsOf('schemes', 'schemes/x.cpp', '#include "../parts/fifo.hpp"')).toHaveLength(1);
});

it('no comment of the C++ code is longer than 120 columns', () => {
  expect(checkColumns()).toEqual([]);
  const long = 'x'.repeat(118);
  expect(longComments('x.hpp', `/// ${long.slice(2)}\n#include "${long}"\n`)).toEqual([]);
  expect(longComments('x.hpp', `int a;\n  // ${long}\n`)).toEqual([
    'x.hpp:2 has a comment of 123 columns: at most 120',
  ]);
});
