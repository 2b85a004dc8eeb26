// Every kind of test that Jest runs is a project; `test/run.mjs` chooses among them.
import { root } from '../server/embedded/prepare.mjs';
import { PAGE_FOLDERS } from './support/runner/page-folders.mjs';
import { specsOf } from './support/runner/specs.mjs';

/** What all kinds share. */
const common = {
  rootDir: root,
  setupFilesAfterEnv: ['<rootDir>/test/support/runner/processor-time.js'],
};

/**
 * TypeScript through swc.
 * @param {'es6' | 'commonjs'} modules
 */
const compiledTo = (modules) => ({
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'json'],
  resolver: '<rootDir>/test/support/runner/jest-resolver.cjs',
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
        module: { type: modules },
      },
    ],
  },
  modulePathIgnorePatterns: ['<rootDir>/dist/client'],
});

/** For specs that need a realm of their own, each file: ESM throughout. */
const isolated = {
  ...common,
  ...compiledTo('es6'),
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
};

/**
 * For specs that share a thread, one file after another: it loads the server once, and Node itself reads TypeScript.
 * What a spec changes of what they share (prototypes, the environment, spies) it puts back. See test/support/jest.ts.
 */
const together = { ...common, runner: 'jest-light-runner' };

/** The Auth emulator of a run, and a database to copy. */
const withServices = {
  globalSetup: '<rootDir>/test/support/runner/services-setup.js',
  globalTeardown: '<rootDir>/test/support/runner/services-teardown.js',
};

/** For isolated specs that load the built server. */
const withNest = { setupFiles: ['<rootDir>/test/support/runner/nest-first.js'] };

/** nestjs-pino has one log for a thread, that of its first app: specs that read what an app has logged have their own. */
const READS_LOG = /\/(connected-data|health|logs|one-bad-thing|workspace-work)\.spec\.ts$/;

/**
 * @param {string} kind
 * @param {object} config
 */
const project = (kind, config, specs = specsOf(kind)) => ({ displayName: kind, testMatch: specs, ...config });

const server = { ...together, ...withServices };
const onPostgres = specsOf('postgres');

export default {
  rootDir: root,
  // Two cores: one worker beside the emulator, the database and the browser does no harm, more do.
  maxWorkers: 2,
  // What a busy machine may take; a test that waits for something gives up earlier, and says for what.
  testTimeout: 60_000,
  projects: [
    project('unit', isolated),
    project(
      'postgres',
      server,
      onPostgres.filter((path) => !READS_LOG.test(path)),
    ),
    // A project has its own threads.
    ...onPostgres.filter((path) => READS_LOG.test(path)).map((path) => project('postgres', server, [path])),
    project('pglite', server),
    project('chaos', server),
    project('fuzz', server),
    project('simulator', together),
    project('embedded', { ...isolated, ...withNest }),
    project('crash', { ...isolated, ...withNest }),
    project('page', {
      ...common,
      testMatch: [...specsOf('page'), PAGE_FOLDERS],
      // What test/support/runner/page-folders.mjs writes can load a file into a block only with `require`.
      ...compiledTo('commonjs'),
      setupFilesAfterEnv: [...common.setupFilesAfterEnv, '<rootDir>/test/support/runner/page-setup.ts'],
      testEnvironment: '<rootDir>/test/support/runner/jsdom-environment.js',
      moduleNameMapper: {
        '\\.(css|svg|woff2)$': '<rootDir>/test/support/runner/style-names.js',
        '^lucide-react$': '<rootDir>/test/support/runner/icons.cjs',
      },
    }),
  ],
};
