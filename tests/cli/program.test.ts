import { expect, it } from 'vitest';
import { aqm, document } from './aqm.ts';

const RED = 'models/programs/red.aqm';

it('aqm program tells what a text is, and writes it otherwise', async () => {
  const { name, params } = await document<{ name: string; params: { name: string }[] }>(['program', RED]);
  expect([name, params[0]?.name]).toEqual(['Random Early Detection', 'min_th']);
  const written = await aqm(['program', RED, '--as', 'cpp']);
  expect(written.status).toBe(0);
  expect(written.stdout).toContain('const Register<SchemeOf<random_early_detection_program::');
  const unknown = await aqm(['program', RED, '--as', 'pascal']);
  expect([unknown.status, unknown.stderr]).toEqual([
    2,
    expect.stringContaining('--as takes latex, cpp, ns3, c, not "pascal"'),
  ]);
});
