import type { AqmInfo, ParamInfo } from '../../wasm/src/types.ts';
import type { AqmRules } from '../src/index.ts';

const number = (name: string, value: number, more: Partial<ParamInfo> = {}): ParamInfo => ({
  name,
  unit: '1',
  kind: 'number',
  role: 'plain',
  default: value,
  help: '',
  ...more,
});

const aqm = (id: string, params: readonly ParamInfo[]): AqmInfo => ({
  id,
  name: id,
  params,
  states: [],
  constraints: [],
  curves: [],
  curveAxis: { name: 'q', unit: 'packets' },
});

/** A catalogue with every kind of parameter, and one constraint with the link: max_th <= buffer. */
export const fakeRules: AqmRules = {
  catalogue: [
    aqm('droptail', []),
    aqm('red', [
      number('min_th', 20, { unit: 'packets', min: 0, minExclusive: true, max: 1e6 }),
      number('max_th', 120, { unit: 'packets', min: 0, minExclusive: true, max: 1e6 }),
      number('w_q', 0.002, { min: 0, minExclusive: true, max: 1, maxExclusive: true }),
      number('mean_pkt_size', 1000, { unit: 'bytes', min: 40, max: 9000 }),
      number('levels', 8, { kind: 'integer', min: 1, max: 16 }),
      {
        ...number('count_mode', 0),
        kind: 'choice',
        default: 'uniform',
        choices: ['uniform', 'wait', 'none'],
      },
      { ...number('ecn', 0), kind: 'toggle', default: false },
      { ...number('profiles', 0), kind: 'list', default: [[20, 40, 0.1]] },
    ]),
  ],
  check(_, params, { buffer }) {
    const { max_th: value = 120, w_q = 0.002 } = params;
    if (typeof w_q === 'number' && w_q >= 1)
      return [{ severity: 'error', param: 'w_q', value: w_q, rule: 'must be < 1' }];
    if (typeof value !== 'number') return [];
    if (value > buffer)
      return [{ severity: 'error', param: 'max_th', value, rule: 'max_th <= buffer', nearest: buffer }];
    return value > buffer / 2
      ? [{ severity: 'warning', param: 'max_th', value, rule: 'max_th is high' }]
      : [];
  },
};
