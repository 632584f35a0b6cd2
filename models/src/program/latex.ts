/** A program for a paper: its law, its parameters and its pseudo-code in LaTeX. */
import type { AqmInfo, ParamValue } from '../types.ts';
import { formulaOf, probabilityOf, type Formula, type Sign } from './formula.ts';
import { eventsOf, statesOf, isOutcome, part, probabilityIn, type Part } from './tree.ts';
import { greek } from '../greek.ts';

const SIGNS: Readonly<Record<Sign, string>> = {
  '+': ' + ', '−': ' - ', '·': ' \\cdot ', ' ': '\\,', '<': ' < ', '>': ' > ', '≤': ' \\le ', '≥': ' \\ge ',
  '=': ' = ', '≠': ' \\ne ', '←': ' \\leftarrow ', ',': ',\\,', '∞': '\\infty',
}; // prettier-ignore
const BRACKETS = { round: ['(', ')'], bar: ['|', '|'], floor: ['\\lfloor', '\\rfloor'] } as const;

/** Characters with a special meaning in LaTeX. */
const SPECIAL: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}', '{': '\\{', '}': '\\}', '#': '\\#', $: '\\$', '%': '\\%', '&': '\\&', '_': '\\_',
  '^': '\\^{}', '~': '\\~{}',
}; // prettier-ignore
const escaped = (text: string): string => text.replace(/[\\{}#$%&_^~]/g, (one) => SPECIAL[one] ?? one);

const letter = (text: string): string => {
  if (greek(text) !== undefined) return `\\${text === 'eps' ? 'epsilon' : text}`;
  return text.length === 1 ? text : `\\mathit{${text}}`;
};

function nameOf(name: string): string {
  const [base = name, ...subs] = name.split('_').filter((piece) => piece !== '');
  if (subs.length > 1) return `\\mathrm{${escaped(name)}}`;
  const [sub] = subs;
  return sub === undefined ? letter(base) : `${letter(base)}_{${letter(sub)}}`;
}

/** A number as printed: 1e-9 as a power of ten. */
const numberOf = (text: string): string =>
  text.replace(
    /e([+-]?)0*(\d+)$/,
    (_, sign: string, to: string) => ` \\times 10^{${sign === '-' ? '-' : ''}${to}}`,
  );

/** A formula in math mode. */
function latexOf(formula: Formula): string {
  switch (formula.is) {
    case 'name':
      return nameOf(formula.name);
    case 'number':
      return numberOf(formula.text) + (formula.unit === '' ? '' : `\\,\\mathrm{${escaped(formula.unit)}}`);
    case 'words':
      return /^\w+$/.test(formula.text) ? `\\mathrm{${formula.text}}` : `\\text{${escaped(formula.text)}}`;
    case 'sign':
      return SIGNS[formula.text];
    case 'row':
      return formula.of.map(latexOf).join('');
    case 'brackets': {
      const [left, right] = BRACKETS[formula.as];
      return `\\left${left} ${latexOf(formula.of)} \\right${right}`;
    }
    case 'fraction':
      return `\\frac{${latexOf(formula.over)}}{${latexOf(formula.under)}}`;
    case 'power':
      return `{${latexOf(formula.base)}}^{${latexOf(formula.to)}}`;
    case 'root':
      return `\\sqrt${formula.degree === 3 ? '[3]' : ''}{${latexOf(formula.of)}}`;
    case 'cases':
      return `\\begin{cases} ${formula.rows
        .map(
          ({ value, when }) =>
            `${latexOf(value)} & ${when === undefined ? '\\text{otherwise}' : `\\text{if } ${latexOf(when)}`}`,
        )
        .join(' \\\\ ')} \\end{cases}`;
  }
}

const math = (value: Part): string => `$${latexOf(formulaOf(value))}$`;

/** An outcome ends the event. */
const FATE: Readonly<Record<string, string>> = {
  accept: 'accept the packet, and stop',
  drop: 'drop the packet, and stop',
  drop_always: 'drop the packet, and stop',
  mark: 'mark the packet, or accept it if it cannot carry a mark, and stop',
  mark_or_drop: 'mark the packet, or drop it if it cannot carry a mark, and stop',
};

const condition = (value: Part): string => {
  const probability = probabilityIn(value);
  return probability === undefined ? math(value) : `random $< ${latexOf(formulaOf(probability))}$`;
};

/** Pseudo-code for the package algpseudocode. */
function pseudo(block: Part, depth: number): readonly string[] {
  const pad = '  '.repeat(depth);
  return block.of.flatMap((one): readonly string[] => {
    const { kind, text = '', of } = one;
    if (isOutcome(kind)) {
      const [when] = of;
      if (when === undefined) return [`${pad}\\State ${FATE[kind] ?? kind}`];
      return [`${pad}\\If{${condition(when)}}`, `${pad}  \\State ${FATE[kind] ?? kind}`, `${pad}\\EndIf`];
    }
    if (kind !== 'if') return [`${pad}\\State $${nameOf(text)} \\gets ${latexOf(formulaOf(part(one, 0)))}$`];
    const [, , otherwise] = of;
    return [
      `${pad}\\If{${condition(part(one, 0))}}`,
      ...pseudo(part(one, 1), depth + 1),
      ...(otherwise === undefined ? [] : [`${pad}\\Else`, ...pseudo(otherwise, depth + 1)]),
      `${pad}\\EndIf`,
    ];
  });
}

const valueOf = (value: ParamValue | undefined): string =>
  typeof value === 'number'
    ? `$${numberOf(String(value))}$`
    : typeof value === 'boolean'
      ? value
        ? 'yes'
        : 'no'
      : '';

/** The whole box. `scheme`: the engine's description of the program's text. */
export function latexBox(tree: Part, scheme: AqmInfo): string {
  const events = eventsOf(tree);
  const arrive = events.find(({ name }) => name === 'on arrive');
  const law = arrive && probabilityOf(arrive.block);
  const params = scheme.params.filter(({ kind }) => kind !== 'text');
  const states = statesOf(tree);
  const row = (...cells: readonly string[]) => `  ${cells.join(' & ')} \\\\`;
  return [
    `% ${scheme.name.replace(/\s+/g, ' ')}: written by AQM Explorer from the program that runs.`,
    '% Packages: amsmath, booktabs, algorithm, algpseudocode.',
    ...(law === undefined
      ? []
      : ['\\begin{equation}', `  P(\\text{drop or mark}) = ${latexOf(law)}`, '\\end{equation}']),
    '\\begin{table}',
    `  \\caption{${escaped(scheme.name)}: parameters}`,
    '  \\begin{tabular}{llll}',
    '  \\toprule',
    row('Parameter', 'Value', 'Unit', 'Meaning'),
    '  \\midrule',
    ...params.map(({ name, unit, default: value, help }) =>
      row(`$${nameOf(name)}$`, valueOf(value), escaped(unit === '1' ? '' : unit), escaped(help)),
    ),
    '  \\bottomrule',
    '  \\end{tabular}',
    '\\end{table}',
    '\\begin{algorithm}',
    `  \\caption{${escaped(scheme.name)}}`,
    '  \\begin{algorithmic}',
    ...[...states, ...statesOf(tree, 'flow_state')].map(
      ({ name, first }, i) =>
        `  \\State $${nameOf(name)} \\gets ${latexOf(formulaOf(first))}$ \\Comment{at the ` +
        `start${i < states.length ? '' : ', of each flow'}}`,
    ),
    ...events.flatMap(({ name, block, interval }) => [
      `  \\Statex \\textbf{${name}}${interval === undefined ? '' : ` ${math(interval)}`}`,
      ...pseudo(block, 1),
    ]),
    '  \\end{algorithmic}',
    '\\end{algorithm}',
    '',
  ].join('\n');
}
