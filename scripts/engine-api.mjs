// The promised interface of the package in engine/, read from its declarations: `npm run generate` writes
// engine/API.md for its users, and engine/api-1.json, every member of version 1, with which a test finds a member that
// is missing or different.
import ts from 'typescript';
import { at } from './lib/project.mjs';

const ENTRY = at('engine', 'src', 'index.ts');
/** The document has a schema and a page of its own. */
const ELSEWHERE = new Map([
  ['Scenario', 'the document, as `docs/contract.md` and its JSON Schema describe it'],
]);

/** @typedef {{ name: string, says: string, head: string, members: { text: string, says: string }[] }} Exported */

/** @param {string} text */
const inOneLine = (text) =>
  text
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .replace(/;$/, '')
    .trim();

/** @param {ts.Node} node @returns {string} its comment */
const comment = (node) =>
  inOneLine(
    ts
      .getJSDocCommentsAndTags(node)
      .map(({ comment: text }) => (typeof text === 'string' ? text : ''))
      .join(' '),
  );

/** A declaration without its body. @param {ts.Node} node @param {ts.Node | undefined} body */
const signature = (node, body) => {
  const text = node.getText();
  const end = body === undefined ? text.length : body.getStart() - node.getStart();
  return inOneLine(text.slice(0, end).replace(/^export (async )?/, ''));
};

/** @param {ts.Declaration} node @param {string} name @returns {Exported | undefined} */
function described(node, name) {
  const says = ELSEWHERE.get(name) ?? comment(node);
  if (ELSEWHERE.has(name)) return { name, says, head: `interface ${name}`, members: [] };
  if (ts.isFunctionDeclaration(node)) return { name, says, head: signature(node, node.body), members: [] };
  if (ts.isTypeAliasDeclaration(node)) return { name, says, head: signature(node, undefined), members: [] };
  if (!ts.isInterfaceDeclaration(node) && !ts.isClassDeclaration(node)) return undefined;
  const [first] = node.members;
  const head = signature(node, undefined);
  return {
    name,
    says,
    head: inOneLine(head.slice(0, first === undefined ? head.length : head.indexOf('{'))).replace(
      / ?\{$/,
      '',
    ),
    members: [...node.members].map((member) => ({
      text: signature(
        member,
        'body' in member ? /** @type {ts.Node | undefined} */ (member.body) : undefined,
      ).replace(/^override /, ''),
      says: comment(member),
    })),
  };
}

/** Every export of the package, in alphabetical order. @returns {Exported[]} */
export function engineApi() {
  const program = ts.createProgram([ENTRY], {
    allowImportingTsExtensions: true,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    noEmit: true,
    resolveJsonModule: true,
    target: ts.ScriptTarget.ES2022,
  });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(ENTRY);
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error('engine/src/index.ts cannot be read');
  return checker
    .getExportsOfModule(module)
    .flatMap((symbol) => {
      const own = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
      return (own.declarations ?? []).slice(0, 1).map((node) => described(node, symbol.name));
    })
    .filter((found) => found !== undefined)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** @param {readonly Exported[]} api @returns {string} engine/API.md */
export function apiPage(api) {
  const parts = api.map(({ name, says, head, members }) => {
    const lines = members.flatMap(({ text, says: told }) => [
      ...(told === '' ? [] : [`  /** ${told} */`]),
      `  ${text};`,
    ]);
    const code = members.length === 0 ? head : [`${head} {`, ...lines, '}'].join('\n');
    return `## ${name}\n\n${says === '' ? '' : `${says}\n\n`}\`\`\`ts\n${code}\n\`\`\`\n`;
  });
  return `# What the package exports\n\nMade from its declarations. Units are SI: seconds, bit/s, bytes, packets.\n\n${parts.join('\n')}`;
}

/** Each export's head and members, as text. @param {readonly Exported[]} api @returns {Record<string, string[]>} */
export const promised = (api) =>
  Object.fromEntries(
    api.map(({ name, head, members }) => [name, [head, ...members.map(({ text }) => text)]]),
  );

/**
 * The present promise: the earlier promise and later additions. Nothing is removed within a version.
 * @param {Readonly<Record<string, readonly string[]>>} then @param {Readonly<Record<string, readonly string[]>>} now
 * @returns {Record<string, string[]>}
 */
export const promisedSince = (then, now) =>
  Object.fromEntries(
    [...new Set([...Object.keys(then), ...Object.keys(now)])]
      .sort()
      .map((name) => [name, [...new Set([...(then[name] ?? []), ...(now[name] ?? [])])]]),
  );

/**
 * Members that version 1 promised and that no longer exist.
 * @param {Readonly<Record<string, readonly string[]>>} then @param {Readonly<Record<string, readonly string[]>>} now
 * @returns {string[]}
 */
export const broken = (then, now) =>
  Object.entries(then).flatMap(([name, lines]) =>
    lines.filter((line) => !(now[name] ?? []).includes(line)).map((line) => `${name}: ${line}`),
  );
