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
const EMBEDDED = '/test/server/(start|data-folder|auth-emulator.*)\\.spec\\.ts$';

/** Specs about requests or Google rather than the database: they run on the quicker one of the two. */
const ANY_DATABASE =
  '/test/server/(access-tokens|account-posts|auth.*|backup-(command|posts)|compose-role|connect.*|google-(api|provider|sign-in)|health|hung-upstream|logs|metrics|stop|posts-google|headers|hostile-http|outbound|ownership|preflight.*|publishing-chaos|quotas|request-rules|throttling|token-cipher.*|upgrade|wrong-bodies)\\.spec\\.ts$';
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
  testTimeout: 30_000,
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
      testRegex: ['/test/server/.*\\.spec\\.tsx?$'],
      testPathIgnorePatterns: [UNIT, EMBEDDED, ...(onPostgres ? [] : [ANY_DATABASE])],
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
      displayName: 'contract',
      testEnvironment: 'node',
      testRegex: ['/test/contract/.*\\.spec\\.tsx?$'],
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
