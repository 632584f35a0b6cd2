/**
 * A formula as MathML. Its names come from a program's text, so they are inserted only as text, never as
 * markup.
 */
import { createElement, type ReactNode } from 'react';
import { greek } from '../../../../models/src/greek.ts';
import type { Formula } from '../../../../models/src/program/formula.ts';

/** React's types have no elements of MathML. */
const m = (tag: string, ...of: readonly ReactNode[]): ReactNode => createElement(tag, {}, ...of);
const text = (words: string): ReactNode => m('mtext', words.replace(/^ | $/g, '\u00a0'));

/** A word is italic, like a single letter. */
const letter = (name: string): ReactNode =>
  createElement(
    'mi',
    name.length > 1 && greek(name) === undefined ? { class: 'word' } : {},
    greek(name) ?? name,
  );

/** A name as papers print it: min_th with an italic "min" and a subscript. */
function nameOf(name: string): ReactNode {
  const [base = name, ...subs] = name.split('_').filter((piece) => piece !== '');
  const [sub] = subs;
  if (subs.length > 1) return text(name);
  return sub === undefined ? letter(base) : m('msub', letter(base), letter(sub));
}

const BRACKETS = { round: ['(', ')'], bar: ['|', '|'], floor: ['⌊', '⌋'] } as const;

/** Whether a formula needs more than one line. */
function isHigh(formula: Formula): boolean {
  if (formula.is === 'row') return formula.of.some(isHigh);
  if (formula.is === 'brackets') return isHigh(formula.of);
  return formula.is === 'fraction' || formula.is === 'cases';
}

function drawn(formula: Formula): ReactNode {
  switch (formula.is) {
    case 'name':
      return nameOf(formula.name);
    case 'number':
      return formula.unit === ''
        ? m('mn', formula.text)
        : m('mrow', m('mn', formula.text), text(` ${formula.unit}`));
    case 'words':
      return text(formula.text);
    case 'sign':
      return formula.text === ' ' ? createElement('mspace', { width: '0.17em' }) : m('mo', formula.text);
    case 'row':
      return m('mrow', ...formula.of.map(drawn));
    case 'brackets': {
      const [left, right] = BRACKETS[formula.as];
      // Stretched brackets of a font are higher than a line, even around a single line.
      const around = (sign: string) => createElement('mo', { stretchy: String(isHigh(formula.of)) }, sign);
      return m('mrow', around(left), drawn(formula.of), around(right));
    }
    case 'fraction':
      return m('mfrac', drawn(formula.over), drawn(formula.under));
    case 'power':
      return m('msup', drawn(formula.base), drawn(formula.to));
    case 'root':
      return formula.degree === 2
        ? m('msqrt', drawn(formula.of))
        : m('mroot', drawn(formula.of), m('mn', '3'));
    case 'cases':
      return m(
        'mrow',
        createElement('mo', { fence: 'true' }, '{'),
        m(
          'mtable',
          ...formula.rows.map(({ value, when }) =>
            m(
              'mtr',
              m('mtd', drawn(value)),
              m('mtd', when === undefined ? text('otherwise') : m('mrow', text('if '), drawn(when))),
            ),
          ),
        ),
      );
  }
}

export function Equation({ of, block = false }: { readonly of: Formula; readonly block?: boolean }) {
  return createElement('math', block ? { display: 'block' } : {}, drawn(of));
}
