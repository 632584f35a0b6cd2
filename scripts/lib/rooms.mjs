// Which room may import from which. ESLint (eslint.config.js) reads the table of the TypeScript,
// scripts/borders.mjs that of the C++; docs/architecture.md gives the reasons for the walls.

/**
 * @typedef {object} Wall
 * @property {string} room folder
 * @property {string} not to be imported from there: a regular expression over the path that is written in the import
 * @property {string} why
 */

/** The rooms from which every view may import. */
const VIEW_MAY = ['base', 'components', 'lanes', 'plots', 'state', 'time'];

/**
 * The folders of the page, each with those that it may import from besides its own.
 * @type {Readonly<Record<string, { may: readonly string[], why: string }>>}
 */
export const PAGE = {
  base: { may: [], why: 'what stands below the whole page knows no part of it.' },
  components: {
    may: ['base'],
    why: 'a component is of use to every view, so it knows none and reads no state.',
  },
  plots: {
    may: ['base', 'components'],
    why: 'a plot draws the figure that it is given, whichever view asks, and reads no state.',
  },
  state: { may: ['base'], why: 'state is drawn by the page and does not know how.' },
  lanes: {
    may: ['base', 'plots', 'state'],
    why: 'what lanes, runs and results say is told in words, numbers and columns, whoever shows them.',
  },
  time: {
    may: ['base', 'components', 'plots', 'state'],
    why: 'the axis of time and the playhead serve every view.',
  },
  panel: {
    may: ['base', 'components', 'plots', 'lanes', 'state'],
    why: 'the forms of a scenario are the same beside every view.',
  },
  'views/compare': { may: VIEW_MAY, why: 'a view stands by itself.' },
  'views/flows': { may: VIEW_MAY, why: 'a view stands by itself.' },
  'views/fluid': { may: VIEW_MAY, why: 'a view stands by itself.' },
  'views/learn': {
    may: [...VIEW_MAY, 'panel', 'views/compare'],
    why: 'a view stands by itself; a story shows the comparison that it is about and the forms of a lesson.',
  },
  'views/papers': { may: VIEW_MAY, why: 'a view stands by itself.' },
  'views/study': { may: VIEW_MAY, why: 'a view stands by itself.' },
  'views/cards': { may: VIEW_MAY, why: 'a view stands by itself.' },
};

/** Imports of a folder of the page are written from the file that has them: "../../state/app.ts". @returns {Wall[]} */
function pageWalls() {
  return Object.entries(PAGE).map(([folder, { may, why }]) => {
    const others = [...Object.keys(PAGE), 'app', 'embed', 'views'].filter(
      (other) => other !== folder && !may.includes(other),
    );
    // From inside a view, another view is a sibling folder.
    const paths = others.map((other) =>
      folder.startsWith('views/') && other.startsWith('views/') ? other.slice('views/'.length) : other,
    );
    const closed = paths.filter((path) => path !== 'views' || !folder.startsWith('views/'));
    return { room: `web/src/${folder}`, not: `^(\\.\\./)+(${closed.join('|')})/`, why };
  });
}

/** @type {readonly Wall[]} */
export const WALLS = [
  {
    room: 'models/src',
    not: '(^|/)(wasm|web|cli|bench|scripts|tests)/',
    why:
      'documents stand on the ground floor: the transport, the page and the command line stand on them, ' +
      'never the other way round.',
  },
  {
    room: 'wasm/src',
    not: '(^|/)(web|cli|bench|scripts|tests)/',
    why: 'the module does not know who asks it.',
  },
  {
    room: 'embed/src',
    not: '^(?!.*/models/src/generated/embed\\.ts$)\\.\\./',
    why: 'a host takes one small file, which knows the messages and nothing of the page.',
  },
  {
    room: 'engine/src',
    not: '(^|/)(web|cli|bench|scripts|tests)/',
    why: 'the package has documents and the engine, and nothing of a program that shows them.',
  },
  {
    room: 'python/documents',
    not: '(^|/)(web|cli|bench|scripts|tests)/',
    why: 'Python has the documents and the laws of the module, and nothing of a program that shows them.',
  },
  {
    room: 'python/widget',
    not: '^(?!.*/embed/src/embed\\.ts$)\\.\\./',
    why: 'the widget is a host of an embedded view, and knows no more than any host.',
  },
  {
    room: 'cli',
    not: '(^|/)web/',
    why: 'the command line runs without the page; what both need belongs into models/ or wasm/.',
  },
  {
    room: 'regression',
    not: '(^|/)(web|cli|bench|tests)/',
    why:
      'the kit asks any build of the page by window.aqm alone, and serves projects that have no other part ' +
      'of this one.',
  },
  {
    room: 'web/src',
    not: '(^|/)cli/|(^|/)wasm/src/(engine|encode|module|node|node-worker|pool|serve|worker)\\.ts$',
    why: "the page knows documents and the client's answers, not the command line and not the engine's inside.",
  },
  ...pageWalls(),
];

/**
 * The rooms of the engine, each with those whose headers it may include besides its own.
 * @type {Readonly<Record<string, { folder: string, may: readonly string[], why: string }>>}
 */
export const ENGINE = {
  aqm: {
    folder: 'core-cpp/include/aqm',
    may: [],
    why: "the public headers are what others may know, so they show nothing of the engine's inside.",
  },
  math: { folder: 'core-cpp/src/math', may: ['aqm'], why: 'arithmetic knows nothing of networks.' },
  laws: {
    folder: 'core-cpp/src/laws',
    may: ['aqm'],
    why: 'a law is what packets, the fluid model and the drop curve share, so it stands below all of them.',
  },
  parts: {
    folder: 'core-cpp/src/parts',
    may: ['aqm', 'laws'],
    why: 'parts are what schemes are built of, and run in neither simulator alone.',
  },
  schemes: {
    folder: 'core-cpp/src/schemes',
    may: ['aqm', 'laws', 'parts'],
    why: 'a scheme is made of laws and parts, and does not know in which simulator it is.',
  },
  program: {
    folder: 'core-cpp/src/program',
    may: ['aqm', 'laws', 'parts'],
    why: 'a program is a scheme that is made of text, and does not know in which simulator it is.',
  },
  catalogue: {
    folder: 'core-cpp/src/catalogue',
    may: ['aqm', 'parts'],
    why: 'the catalogue knows that there are schemes, and none of them by name.',
  },
  packet: {
    folder: 'core-cpp/src/packet',
    may: ['aqm'],
    why: 'the packet simulator knows a discipline by its interface only.',
  },
  fluid: {
    folder: 'core-cpp/src/fluid',
    may: ['aqm', 'laws'],
    why: 'the fluid model knows laws; a scheme comes to it through its interface.',
  },
  bindings: {
    folder: 'bindings',
    may: ['aqm'],
    why: 'the border of the engine is made of public headers alone, as any other program could make it.',
  },
};
