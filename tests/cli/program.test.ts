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

it.each([
  [
    ['program', RED, '--as', 'c', '--format', 'csv'],
    '--format csv writes the parameters, and --as the program',
  ],
  [['card', 'red', '--quick', '--seeds', '3'], '--quick is one seed, and --seeds N is N of them'],
  [['study', 's.json', '--size', '--out', 'zz'], '--out has no effect with --size'],
  [['fluid', 's.json', '--windows', 'spread'], '--windows needs --losses halving'],
  [['design', 's.json', '--clock', 'acknowledgements'], '--clock needs --losses halving'],
])('%j has an option without effect, which is wrong usage', async (args, said) => {
  const { status, stderr, stdout } = await aqm(args);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain(said);
});
