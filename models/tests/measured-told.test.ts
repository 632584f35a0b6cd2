/** What the readers of measurements and of link traces say has a form, so that the page can tell it in its language. */
import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { formOf } from '../src/told.ts';

const SOURCES = new URL('../src/', import.meta.url);
/** What stands for a value. */
const VALUE = '7';

/** A literal, or a template with a value at each place; undefined for anything else. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  return ts.isTemplateExpression(node)
    ? node.head.text + node.templateSpans.map(({ literal }) => VALUE + literal.text).join('')
    : undefined;
}

/** The literals and templates below a node, as they are written. */
function textsIn(node: ts.Node): readonly string[] {
  const text = textOf(node);
  return text === undefined ? children(node).flatMap(textsIn) : [text];
}

function children(node: ts.Node): readonly ts.Node[] {
  const found: ts.Node[] = [];
  ts.forEachChild(node, (child) => void found.push(child));
  return found;
}

/** The places and rules of errors, notes, and names of counts. */
function saidIn(node: ts.Node): readonly string[] {
  const below = children(node).flatMap(saidIn);
  if (ts.isNewExpression(node) && /^(Measured|Trace)Error$/.test(node.expression.getText()))
    return [...(node.arguments ?? []).map(textOf).filter((text) => text !== undefined), ...below];
  if ((ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node)) && node.initializer !== undefined) {
    const name = node.name.getText();
    if (name === 'notes') return [...textsIn(node.initializer), ...below];
    if (name === 'counts' && ts.isObjectLiteralExpression(node.initializer))
      return [...node.initializer.properties.flatMap((one) => one.name?.getText() ?? []), ...below];
  }
  if (ts.isPropertyDeclaration(node) && node.name.getText() === 'counts' && node.initializer !== undefined)
    return children(node.initializer).flatMap((one) =>
      ts.isPropertyAssignment(one) ? one.name.getText() : [],
    );
  return ts.isPropertyAccessExpression(node) && node.expression.getText() === 'counts'
    ? [node.name.text, ...below]
    : below;
}

const readers = readdirSync(new URL('measured/', SOURCES)).filter((name) => name.endsWith('.ts'));
const files = [...readers.map((name) => `measured/${name}`), 'link-trace.ts'];
const said = files.flatMap((name) =>
  saidIn(
    ts.createSourceFile(
      name,
      readFileSync(new URL(name, SOURCES), 'utf8'),
      ts.ScriptTarget.Latest,
      true,
      ts.ScriptKind.TS,
    ),
  ),
);

/** Neither a path of names in JSON, which stays, nor values alone. */
const isWords = (text: string) => /[a-z]/.test(text) && !/^(?:\w+\.|\w+\[7\]\.?|7)+\w*$/.test(text);

test('each text of the readers is a form with values at its places', () => {
  const texts = [...new Set(said)].filter(isWords);
  expect(texts).toEqual(
    expect.arrayContaining([
      'this is no line of ping',
      'there is a time but no value, so nothing would change',
      'packet 7 is too short',
      'More than 7 packets: they are not kept as arrivals.',
      'retransmissions',
      'others',
    ]),
  );
  const plain = (text: string) => text.replaceAll(/\{\{\w+\}\}|\d+/g, VALUE);
  // Names in JSON.
  expect(texts.filter((text) => plain(formOf(text)?.english ?? '') !== plain(text))).toEqual([
    'results',
    'error',
  ]);
});
