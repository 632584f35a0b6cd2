import { expect, test } from 'vitest';
import { failedInGoogleTest, failedInPlaywright, failedInVitest } from '../lib/failures.mjs';

test('failed tests of three runners are named, with the beginning of what they say', () => {
  const results = [{ errors: [{ message: '\u001b[31mtoo late\u001b[39m\nat 3\nat 4' }] }];
  const spec = (status: string) => ({
    title: status,
    file: 'a.spec.ts',
    line: 3,
    tests: [{ status, results }],
  });
  expect(
    failedInPlaywright({
      suites: [{ specs: [spec('expected'), spec('flaky')] }],
      specs: [spec('unexpected')],
    }),
  ).toEqual(['unexpected a.spec.ts:3 unexpected: too late at 3', 'flaky a.spec.ts:3 flaky: too late at 3']);
  expect(
    failedInVitest({
      testResults: [
        { name: 'a.ts', status: 'passed', assertionResults: [{ status: 'passed', fullName: 'fits' }] },
        { name: 'b.ts', status: 'failed', message: 'does not load', assertionResults: [] },
        {
          name: 'c.ts',
          status: 'failed',
          assertionResults: [
            { status: 'passed', fullName: 'fits' },
            { status: 'failed', fullName: 'adds', failureMessages: ['expected 3 to be 4'] },
          ],
        },
      ],
    }),
  ).toEqual(['b.ts: does not load', 'c.ts adds: expected 3 to be 4']);
  expect(
    failedInGoogleTest([
      {
        testsuites: [
          {
            name: 'Red',
            testsuite: [
              { name: 'Fits' },
              { name: 'Adds', failures: [{ failure: 'red.cpp:3\n3 vs 4\nmore' }] },
            ],
          },
        ],
      },
    ]),
  ).toEqual(['Red.Adds: red.cpp:3 3 vs 4']);
});
