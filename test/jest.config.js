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
  testPathIgnorePatterns: ['/node_modules/'],
  modulePathIgnorePatterns: ['<rootDir>/dist/client'],
};

const withServices = {
  globalSetup: '<rootDir>/test/support/services-setup.js',
  globalTeardown: '<rootDir>/test/support/services-teardown.js',
};

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
      testMatch: ['<rootDir>/test/{server,client}/unit/**/*.spec.ts'],
    },
    {
      ...shared,
      ...withServices,
      displayName: 'http',
      testEnvironment: 'node',
      testMatch: ['<rootDir>/test/server/*.spec.ts'],
    },
    {
      ...shared,
      displayName: 'contract',
      testEnvironment: 'node',
      testMatch: ['<rootDir>/test/contract/**/*.spec.ts'],
    },
    {
      ...shared,
      displayName: 'page',
      testEnvironment: '<rootDir>/test/support/jsdom-environment.js',
      testMatch: ['<rootDir>/test/client/!(unit)/**/*.spec.tsx'],
      moduleNameMapper: { '\\.(css|svg|woff2)$': '<rootDir>/test/support/style-names.js' },
    },
  ],
};
