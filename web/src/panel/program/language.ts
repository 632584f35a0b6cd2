/**
 * The program language in the editor: colours, errors, completion and help. All of them come from the engine;
 * this file does not parse.
 */
import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { linter, type Diagnostic } from '@codemirror/lint';
import { StateField, type EditorState, type Extension } from '@codemirror/state';
import { Decoration, EditorView, hoverTooltip, type DecorationSet } from '@codemirror/view';
import { t } from '../../../../models/src/language.ts';
import { told } from '../../../../models/src/told.ts';
import type { Engine, ProgramFault, ProgramInfo, ProgramWord } from '../../../../wasm/src/types.ts';

type Read = Pick<Engine, 'program' | 'programWords'>;

/** Converts the engine's positions, in bytes of UTF-8, to positions in the text. */
function placesOf(text: string): (byte: number) => number {
  const places: number[] = [];
  let at = 0;
  for (const character of text) {
    const bytes = new TextEncoder().encode(character).length;
    for (let i = 0; i < bytes; ++i) places.push(at);
    at += character.length;
  }
  return (byte) => places[byte] ?? at;
}

/** A single word is the program's own, even if the page has a word like it. */
const foundText = (found: string): string => (found.includes(' ') ? told(found) : found);

export const faultText = ({ found, rule, advice }: ProgramFault): string =>
  `${foundText(found)}: ${told(rule)}${advice === '' ? '' : `; ${told(advice)}`}.`;

const looks = new Map<string, Decoration>();
function decorationOf(look: string): Decoration {
  const known = looks.get(look) ?? Decoration.mark({ class: `look-${look}` });
  looks.set(look, known);
  return known;
}

function decorations(engine: Read, state: EditorState): DecorationSet {
  const text = state.doc.toString();
  const { marks } = engine.program(text);
  const place = placesOf(text);
  const ranges = [];
  for (let i = 0; i + 2 < marks.length; i += 3) {
    const from = place(Number(marks[i]));
    const to = place(Number(marks[i]) + Number(marks[i + 1]));
    if (to > from) ranges.push(decorationOf(String(marks[i + 2])).range(from, to));
  }
  return Decoration.set(ranges);
}

const colours = (engine: Read) =>
  StateField.define<DecorationSet>({
    create: (state) => decorations(engine, state),
    update: (before, { docChanged, state }) => (docChanged ? decorations(engine, state) : before),
    provide: (field) => EditorView.decorations.from(field),
  });

function diagnostics(engine: Read, text: string): Diagnostic[] {
  const { faults, warnings } = engine.program(text);
  const place = placesOf(text);
  const shown = (fault: ProgramFault, severity: Diagnostic['severity']): Diagnostic => ({
    from: place(fault.from),
    to: Math.max(place(fault.from + fault.length), place(fault.from)),
    severity,
    message: faultText(fault),
  });
  return [...faults.map((one) => shown(one, 'error')), ...warnings.map((one) => shown(one, 'warning'))];
}

/** What a name is, where no signature and no event says it. */
const WHAT_NAMES: Readonly<Record<string, string>> = {
  parameter: 'parameter',
  state: 'state',
  keyword: 'keyword',
};
const whatText = (what: string): string => t(WHAT_NAMES[what] ?? what);

interface Named {
  readonly name: string;
  readonly unit: string;
  readonly help: string;
  readonly what: string;
}

/** The meaning of each name, in the language or in the program itself. */
function namedIn(words: readonly ProgramWord[], { scheme }: ProgramInfo): readonly Named[] {
  return [
    ...scheme.params.slice(1).map(({ name, unit, help }) => ({ name, unit, help, what: 'parameter' })),
    ...scheme.states.map(({ name, unit, help }) => ({ name, unit, help, what: 'state' })),
    ...words.map(({ name, unit, help, kind, signature, when }) => ({
      name,
      unit,
      help: told(help),
      what: signature || (when === '' ? kind : when),
    })),
  ];
}

/** The names in the last readable text, because most texts are unreadable while one types. */
function names(engine: Read): (text: string) => readonly Named[] {
  const words = engine.programWords();
  let last: readonly Named[] = [];
  return (text) => {
    const read = engine.program(text);
    if (read.faults.length === 0 || last.length === 0) last = namedIn(words, read);
    return last;
  };
}

const typeOf = (what: string): string =>
  what === 'parameter'
    ? 'constant'
    : what === 'state'
      ? 'variable'
      : what.includes('(')
        ? 'function'
        : 'keyword';

function complete(named: (text: string) => readonly Named[]) {
  return (context: CompletionContext): CompletionResult | null => {
    const word = context.matchBefore(/[A-Za-z_]\w*/);
    if (word === null && !context.explicit) return null;
    return {
      from: word?.from ?? context.pos,
      validFor: /^\w*$/,
      options: named(context.state.doc.toString()).map(({ name, unit, help, what }): Completion => ({
        label: name,
        type: typeOf(what),
        detail: unit === '' ? whatText(what) : unit,
        info: help,
      })),
    };
  };
}

const help = (named: (text: string) => readonly Named[]) =>
  hoverTooltip((view, at) => {
    const { from, to, text } = view.state.doc.lineAt(at);
    const word = [...text.matchAll(/[A-Za-z_]\w*/g)].find(
      (one) => from + one.index <= at && at <= from + one.index + one[0].length,
    );
    const found = word && named(view.state.doc.toString()).find(({ name }) => name === word[0]);
    if (word === undefined || found === undefined) return null;
    return {
      pos: from + word.index,
      end: Math.min(to, from + word.index + word[0].length),
      above: true,
      create: () => {
        const dom = document.createElement('div');
        dom.className = 'word-help';
        const head = dom.appendChild(document.createElement('b'));
        head.textContent = found.what.includes('(') ? found.what : found.name;
        const unit = found.unit === '' || found.unit === '1' ? '' : ` (${found.unit})`;
        dom.append(`${found.what.includes('(') ? '' : ` ${whatText(found.what)}`}${unit}. ${found.help}`);
        return { dom };
      },
    };
  });

export function programLanguage(engine: Read): Extension {
  const named = names(engine);
  return [
    colours(engine),
    linter((view) => diagnostics(engine, view.state.doc.toString()), { delay: 150 }),
    autocompletion({ override: [complete(named)], icons: false }),
    help(named),
  ];
}
