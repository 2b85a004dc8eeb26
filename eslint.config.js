import js from '@eslint/js';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/**
 * The order of the folders (docs/architecture.md): each may import from those before it, never from those after it.
 * Folders that stand together in a list may not import each other.
 */
export const IMPORT_ORDER = {
  server: [
    ['config'],
    ['errors'],
    ['observability'],
    ['database'],
    ['jobs'],
    ['security'],
    ['users'],
    ['auth'],
    ['people'],
    ['notices'],
    ['business-profile/port'],
    ['business-profile/connection', 'business-profile/sample', 'business-profile/translation'],
    ['business-profile/calls'],
    ['business-profile/changes'],
    ['business-profile/mirror'],
    ['business-profile/google'],
    ['business-profile/*'],
    ['zones'],
    ['listings', 'photos'],
    ['posts'],
    ['campaigns'],
    ['holidays'],
    ['changes'],
    ['bulk-edits'],
    ['locks'],
    ['reviews'],
    ['statistics'],
    ['advice'],
    ['publishing'],
    ['account'],
    ['health'],
    ['openapi.*'],
    ['app.*'],
    ['main.*', 'cli.*'],
    ['embedded'],
  ],
  client: [
    ['lib'],
    ['api', 'ui'],
    ['auth'],
    ['business-profile'],
    ['zones'],
    ['listings'],
    ['posting'],
    ['campaigns/*'],
    ['posts/composer'],
    ['posts/list'],
    ['campaigns/page'],
    ['posts/calendar'],
    ['changes', 'notices', 'reviews', 'statistics'],
    ['bulk-edits'],
    ['holidays'],
    ['dashboard', 'site'],
    ['app'],
    ['main.*', 'prerender.*'],
    ['vite.*'],
  ],
  simulator: [['src']],
};

/**
 * What the other folders of the server may import from `business-profile` (docs/architecture.md): the port and the
 * connection, and of the Google side the files named here. A file that nothing outside imports any more leaves the list.
 */
export const BUSINESS_PROFILE_DOOR = Object.freeze([
  'port',
  'connection',
  'business-profile.module.ts',
  'business-profile-providers.ts',
  // Calls to Google, for reviews and statistics; what of them and of the quotas is counted, for the metrics.
  'calls/day-updates.ts',
  'calls/google-api.ts',
  'calls/google-calls.ts',
  'calls/google-clock.ts',
  'calls/google-errors.ts',
  'calls/google-pages.ts',
  'calls/left-out.ts',
  'calls/quota.ts',
  'google/google-reviews.ts',
  // The copy of locations.
  'mirror/mirror.repository.ts',
  'mirror/posted-locations.ts',
  // The ledger of changes, for the change log.
  'changes/change-failures.ts',
  'changes/change-ledger.ts',
  'changes/change-retries.ts',
  'changes/change-values.ts',
  'changes/location-turns.ts',
  'changes/lock-events.ts',
  'changes/locked-fields.ts',
  'changes/planned-changes.ts',
  'changes/raw-location.ts',
  'google/profile-changer.ts',
  // Google's shapes, for the change log and for statistics.
  'translation/google-hours.ts',
  'translation/google-shapes.ts',
  'translation/google-types.ts',
  'translation/mapping.ts',
  'translation/profile-fields.ts',
  // The posts that a new user of the sample has.
  'sample/sample-posts.ts',
]);

/** Neighbours that may use each other all the same: `api` tells of failures with `ui`'s toasts. */
export const ALLOWED_NEIGHBOURS = { api: ['ui'] };

const zones = Object.entries(IMPORT_ORDER)
  .flatMap(([side, order]) =>
    order.flatMap((level, index) =>
      level.map((folder) => ({
        target: pathOf(side, folder),
        from: [
          ...level.filter((other) => other !== folder && !ALLOWED_NEIGHBOURS[folder]?.includes(other)),
          ...order.slice(index + 1).flat(),
        ].map((other) => pathOf(side, other)),
        message: `${side}/${folder} may import only from what stands before it in IMPORT_ORDER (eslint.config.js).`,
      })),
    ),
  )
  .filter(({ from }) => from.length > 0);

function pathOf(side, folder) {
  return folder.includes('*') ? `./${side}/${folder}` : `./${side}/${folder}/**/*`;
}

const sides = [
  {
    target: ['./server/!(business-profile)/**/*', './server/*'],
    from: './server/business-profile',
    except: BUSINESS_PROFILE_DOOR.map((path) => `./${path}`),
    message:
      'Other folders import from business-profile only what BUSINESS_PROFILE_DOOR names (eslint.config.js).',
  },
  { target: './server', from: './client', message: 'The server knows nothing of the client.' },
  { target: './client', from: './server', message: 'The client knows the API by client/api alone.' },
  {
    target: './simulator/src',
    from: ['./server', './client'],
    message: 'The simulator is a package of its own.',
  },
  {
    target: ['./server', './client'],
    from: ['./simulator/src', './simulator/test'],
    message: "The simulator is used by its package's name, gbp-simulator.",
  },
  {
    // What this name leads to: simulator/dist.
    target: ['./client', './server/!(embedded)/**/*', './server/*'],
    from: './simulator',
    message: 'Only server/embedded starts the simulator; production installs do not have it.',
  },
  {
    target: ['./server', './client', './simulator/src'],
    from: './test',
    message: 'The product knows nothing of its tests.',
  },
];

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      'node_modules/**',
      'client/api/schema.ts',
      'test-results/**',
      'playwright-report/**',
    ],
  },
  js.configs.recommended,
  // Prettier breaks a line before `[` and means it.
  { rules: { 'no-unexpected-multiline': 'off' } },
  // The rules that look at types are oxlint's (.oxlintrc.json): the same, by a compiler that is much quicker. So what is
  // found here depends on the file alone, and may be kept until the file changes.
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommended],
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['{server,client,simulator/src}/**/*.{ts,tsx,mjs}'],
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [
        createTypeScriptImportResolver({
          project: ['tsconfig.json', 'client/tsconfig.json', 'simulator/tsconfig.json'],
          noWarnOnMultipleProjects: true,
        }),
        createNodeResolver(),
      ],
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts', '.tsx'] },
    },
    rules: {
      'import-x/no-restricted-paths': ['error', { zones: [...zones, ...sides] }],
      'max-lines': ['error', { max: 300 }],
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportAllDeclaration', message: 'No barrels: import from the file that defines it.' },
        {
          selector:
            "MemberExpression[property.name='transaction'][object.property.name='orm'][object.object.type!='ThisExpression']",
          message: 'Database.transaction: drizzle keeps the connection when a transaction cannot be begun.',
        },
      ],
      eqeqeq: 'error',
    },
  },
  {
    files: ['server/**/*.ts'],
    ignores: ['server/cli.ts', 'server/config/operator-error.ts', 'server/embedded/**'],
    rules: { 'no-console': 'error' },
  },
  {
    files: ['client/**/*.{ts,tsx}'],
    extends: [jsxA11y.flatConfigs.recommended, reactHooks.configs.flat.recommended],
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      'no-console': 'error',
    },
  },
  {
    files: ['client/**/*.{ts,tsx}'],
    ignores: ['client/lib/draw-first.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'react-dom',
              importNames: ['flushSync'],
              message: 'Use drawFirst or focusAfter (client/lib/draw-first.ts), which say why.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['test/**/*.{ts,tsx}', 'simulator/test/**/*.ts'],
    rules: {
      'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }],
      'no-restricted-properties': [
        'error',
        ...['describe', 'it', 'test'].flatMap((object) =>
          ['only', 'skip'].map((property) => ({ object, property, message: 'Every test runs, always.' })),
        ),
      ],
    },
  },
  {
    // Node runs these as they are: it takes the types out, and can do no more. Playwright compiles its own.
    files: ['test/**/*.ts', 'simulator/test/**/*.ts'],
    ignores: ['test/browser/**'],
    rules: {
      '@typescript-eslint/parameter-properties': 'error',
      'no-restricted-syntax': [
        'error',
        ...['TSEnumDeclaration', 'TSModuleDeclaration[declare!=true]'].map((selector) => ({
          selector,
          message: 'Node only takes the types out of this file, and would have to write code for this.',
        })),
      ],
    },
  },
  {
    // What made the browser's tests red were assertions that two states of a changing page both fulfil, and the time of
    // day. Pictures of the product are no tests.
    files: ['test/browser/**/*.ts'],
    ignores: ['test/browser/**/*.config.ts', 'test/browser/screenshots.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'CallExpression[callee.property.name=/^(first|nth|last)$/]',
          message:
            'A place in the page is taken by something else before and after a change. Name what is meant: its role and name, its text (filter), its row, or its position where that is the point (aria-posinset, aria-rowindex).',
        },
        ...[
          "NewExpression[callee.name='Date'][arguments.length=0]",
          "CallExpression[callee.object.name='Date'][callee.property.name='now']",
        ].map((date) => ({
          selector: `${date}:not(CallExpression[callee.property.name=/^evaluate/] *)`,
          message:
            "Take the date from the page (dayFromNow, page.evaluate), from the steered clock, or write one and stop the page's clock there.",
        })),
        {
          selector: "CallExpression[callee.property.name='waitForTimeout']",
          message: 'Wait for the heading, row or message of the new state.',
        },
        {
          selector: "CallExpression[callee.object.name='test'][callee.property.name=/^(setTimeout|slow)$/]",
          message:
            'A test has 90 s (playwright.config.ts). Share what it prepares with others, or divide it.',
        },
        {
          // The start of a worker's product may take longer.
          selector:
            "ObjectExpression:not(:has(> Property[key.name='scope'])) > Property[key.name='timeout']:not([value.value<=20000])",
          message:
            'Nothing waits longer than 20 s, as a number in ms, before it says for what: wait for each step by itself.',
        },
      ],
    },
  },
  {
    // The compiler checks these, by test/tsconfig.json, and knows every name better.
    files: ['test/**/*.{js,mjs,cjs}', 'server/embedded/*.mjs', 'simulator/bin/*.mjs'],
    rules: { 'no-undef': 'off' },
  },
  {
    files: ['client/public/*.js'],
    languageOptions: {
      sourceType: 'script',
      globals: {
        addEventListener: 'readonly',
        document: 'readonly',
        localStorage: 'readonly',
        matchMedia: 'readonly',
        window: 'readonly',
      },
    },
  },
);
