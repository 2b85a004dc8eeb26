// Every kind of test that Jest runs is a project; `test/run.mjs` chooses among them.
import { fileURLToPath } from 'node:url';

const rootDir = fileURLToPath(new URL('..', import.meta.url));

/** What all kinds share: TypeScript through swc, and ESM throughout. */
const shared = {
  rootDir,
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'json'],
  resolver: '<rootDir>/test/support/jest-resolver.cjs',
  transform: {
    '\\.tsx?$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2023',
          parser: { syntax: 'typescript', tsx: true, decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, react: { runtime: 'automatic' } },
          keepClassNames: true,
        },
        module: { type: 'es6' },
      },
    ],
  },
  modulePathIgnorePatterns: ['<rootDir>/dist/client'],
};

const UNIT = '/test/(server|client)/unit/.*\\.spec\\.tsx?$';

/** Specs of what `npm start` embeds: they start it themselves, and no database setting concerns them. */
const EMBEDDED = '/test/server/(start|data-folder|auth-emulator)\\.spec\\.ts$';

/** The Auth emulator alone, killed and damaged in every way; that the whole product survives it shows start.spec.ts. */
const CRASH = '/test/server/auth-emulator-crash\\.spec\\.ts$';

/** Specs of what both databases must do alike. All others are about requests or Google, and run on Postgres alone. */
const BOTH_DATABASES =
  '/test/server/(account|backup|changes|database|google-quota|idempotency|jobs|listings|mirror-lists|photos|reviews|reviews-reading|review-replies|campaigns|campaign-undo|campaign-life|posts|posts\\.service|publishing|sessions|statistics)\\.spec\\.ts$';
const onPostgres = process.env.TEST_DATABASE === 'postgres';

/** For specs that load the built server. */
const withNest = { setupFiles: ['<rootDir>/test/support/nest-first.js'] };

const withServices = {
  ...withNest,
  globalSetup: '<rootDir>/test/support/services-setup.js',
  globalTeardown: '<rootDir>/test/support/services-teardown.js',
};

/** Together the kinds take in every spec below these folders, so that none can be forgotten. */
export default {
  rootDir,
  // Two cores: one worker beside the emulator, the database and the browser does no harm, more do.
  maxWorkers: 2,
  // What a busy machine may take; a test that waits for something gives up a little earlier, and says for what.
  testTimeout: 120_000,
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testEnvironment: 'node',
      testRegex: [UNIT],
    },
    {
      ...shared,
      ...withServices,
      displayName: 'http',
      testEnvironment: 'node',
      testRegex: onPostgres ? ['/test/(server|contract)/.*\\.spec\\.ts$'] : [BOTH_DATABASES],
      testPathIgnorePatterns: [UNIT, EMBEDDED, CRASH],
    },
    {
      ...shared,
      ...withNest,
      displayName: 'embedded',
      testEnvironment: 'node',
      testRegex: [EMBEDDED],
    },
    {
      ...shared,
      ...withNest,
      displayName: 'crash',
      testEnvironment: 'node',
      testRegex: [CRASH],
    },
    {
      ...shared,
      displayName: 'simulator',
      testEnvironment: 'node',
      testRegex: ['/simulator/test/.*\\.spec\\.ts$'],
    },
    {
      ...shared,
      ...withServices,
      displayName: 'fuzz',
      testEnvironment: 'node',
      testRegex: ['/test/fuzz/.*\\.spec\\.ts$'],
    },
    {
      ...shared,
      displayName: 'page',
      testEnvironment: '<rootDir>/test/support/jsdom-environment.js',
      testRegex: ['/test/client/.*\\.spec\\.tsx?$'],
      testPathIgnorePatterns: [UNIT],
      moduleNameMapper: {
        '\\.(css|svg|woff2)$': '<rootDir>/test/support/style-names.js',
        // One file in place of one for each of 1700 icons, which every spec would load anew.
        '^lucide-react$': '<rootDir>/node_modules/lucide-react/dist/cjs/lucide-react.js',
      },
    },
  ],
};
