import { readAqmFacts } from '../../models/tools/front-matter.ts';
import { loadEngine } from '../../wasm/src/node.ts';
import type { AqmInfo, ParamInfo } from '../../wasm/src/types.ts';
import type { Command, Table } from '../command.ts';

export const catalog: Command = {
  summary: 'every AQM with its parameters, citation and equation',
  help: `aqm catalog [--format json|csv]

Writes a list of the AQMs: id, name, params (name, unit, default, range, constraints), states, curves, citation, fidelity to
it, and the drop law in TeX. As CSV: a row for each parameter.
`,
  options: {},
  arguments: 0,
  async run() {
    const { catalogue } = await loadEngine();
    const entries = await Promise.all(catalogue.map(describe));
    return { json: entries, table: () => table(entries) };
  },
};

async function describe(info: AqmInfo) {
  const facts = await readAqmFacts(info.id);
  return {
    id: info.id,
    name: info.name,
    params: info.params.map((param) => describeParam(param, info.constraints)),
    constraints: info.constraints,
    states: info.states,
    curves: info.curves,
    curve_axis: info.curveAxis,
    citation: facts?.citation ?? null,
    year: facts?.year ?? null,
    doi: facts?.doi ?? null,
    fidelity: facts?.fidelity ?? null,
    fidelity_note: facts?.fidelityNote ?? null,
    equation: facts?.equationTex ?? null,
  };
}

function describeParam(param: ParamInfo, constraints: readonly string[]) {
  const word = new RegExp(`\\b${param.name}\\b`);
  return {
    name: param.name,
    unit: param.unit,
    kind: param.kind,
    default: param.default ?? null,
    ...(param.computed === undefined ? {} : { computed: param.computed }),
    range: {
      min: param.min ?? null,
      max: param.max ?? null,
      min_exclusive: param.minExclusive ?? false,
      max_exclusive: param.maxExclusive ?? false,
    },
    ...(param.choices === undefined ? {} : { choices: param.choices }),
    constraints: constraints.filter((constraint) => word.test(constraint)),
    help: param.help,
  };
}

function table(entries: readonly Awaited<ReturnType<typeof describe>>[]): Table {
  return {
    columns: ['aqm', 'name', 'unit', 'kind', 'default', 'min', 'max', 'choices', 'constraints', 'help'],
    rows: entries.flatMap(({ id, params }) =>
      params.map((param) => [
        id,
        param.name,
        param.unit,
        param.kind,
        typeof param.default === 'object' ? (param.computed ?? JSON.stringify(param.default)) : param.default,
        param.range.min,
        param.range.max,
        param.choices?.join(' '),
        param.constraints.join('; '),
        param.help,
      ]),
    ),
  };
}
