import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { WALLS } from './scripts/lib/rooms.mjs';

const nodeGlobals = Object.fromEntries(
  ['process', 'console', 'URL', 'Buffer', 'setTimeout', 'clearTimeout', 'fetch', 'performance'].map(
    (name) => [name, 'readonly'],
  ),
);

/** The walls between the rooms. A folder inside another one obeys the walls of both. */
const walls = WALLS.map(({ room }) => ({
  files: [`${room}/**/*.{ts,tsx}`],
  rules: {
    'no-restricted-imports': /** @type {['error', object]} */ ([
      'error',
      {
        patterns: WALLS.filter((wall) => `${room}/`.startsWith(`${wall.room}/`)).map(
          ({ not, why, room: of }) => ({
            regex: not,
            message: `${of}/ may not import this: ${why}`,
          }),
        ),
      },
    ]),
  },
}));

export default defineConfig(
  globalIgnores([
    'build/',
    'dist/',
    '.cache/',
    'test-results/',
    'playwright-report/',
    '**/generated/',
    'python/.venv/',
  ]),
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      // Numbers are readable in a template; objects and undefined stay forbidden.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true, requireDefaultForNonUnion: true },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
    },
  },
  {
    files: ['web/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat['recommended-latest']],
  },
  {
    files: ['web/src/**/*.tsx'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...[
          'JSXText[value=/[A-Za-z]{2}/]',
          'JSXAttribute[name.name=/^(title|alt|placeholder|aria-label|data-tip)$/] > Literal[value=/[A-Za-z]{2}/]',
        ].map((selector) => ({
          selector,
          message: 'A visible text is written t(\'...\') or <T en="..." />, so that it can be translated.',
        })),
      ],
    },
  },
  {
    files: ['**/*.{js,mjs}'],
    languageOptions: { globals: nodeGlobals },
  },
  ...walls,
  {
    files: ['**/*.{js,mjs,ts,tsx}'],
    rules: { 'max-len': ['error', { code: 1000, comments: 120, ignoreUrls: true, ignoreStrings: true }] },
  },
  {
    linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' },
  },
);
