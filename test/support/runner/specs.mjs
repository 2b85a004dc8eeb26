import { globSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../server/embedded/prepare.mjs';

/** Specs of what `npm start` embeds: they start it themselves, end its processes, and no database setting concerns them. */
const EMBEDDED = /^test\/server\/processes\/(start|data-folder|auth-emulator)\.spec\.ts$/;

/** The Auth emulator alone, killed and damaged in every way; that the whole product survives it shows start.spec.ts. */
const CRASH = /^test\/server\/processes\/auth-emulator-crash\.spec\.ts$/;

/** Servers that die in the middle of their work, many times over. */
const CHAOS = /^test\/server\/\w+\/\w+-chaos\.spec\.ts$/;

/** What only one of the two databases could do otherwise, and a journey through all the rest. All other specs run on Postgres. */
const BOTH_DATABASES =
  /^test\/server\/\w+\/(backup|campaign-life|change-sets|database|idempotency|jobs|journey|locks|photo-files|publishing|statistics-sums|tasks)\.spec\.ts$/;

const UNIT = /^test\/(server|client)\/unit\//;

/**
 * The files of each kind that has files: those that fit the first pattern and none of the others. Together they take in
 * every spec below `test` and `simulator/test`, so that none can be forgotten.
 * @type {Record<string, [RegExp, ...RegExp[]]>}
 */
const PATTERNS = {
  unit: [UNIT],
  postgres: [/^test\/(server|contract)\//, UNIT, EMBEDDED, CRASH, CHAOS],
  pglite: [BOTH_DATABASES],
  simulator: [/^simulator\/test\//],
  page: [/^test\/client\//, UNIT],
  browser: [/^test\/browser\//, /\/expectations-[\w-]+\.spec\.ts$/],
  chaos: [CHAOS],
  embedded: [EMBEDDED],
  crash: [CRASH],
  fuzz: [/^test\/fuzz\//],
  expectations: [/^test\/browser\/expectations\/expectations-[\w-]+\.spec\.ts$/],
};

/** Every spec of the repository, as a path from its root. */
export const allSpecs = () =>
  globSync(['test/**/*.spec.{ts,tsx}', 'simulator/test/**/*.spec.ts'], { cwd: root }).map((path) =>
    path.replaceAll('\\', '/'),
  );

/**
 * The spec files of a kind, as absolute paths.
 * @param {string} kind
 * @param {string[]} [parts] only files whose name contains one of these
 */
export function specsOf(kind, parts = []) {
  const [pattern, ...others] = PATTERNS[kind] ?? [];
  return allSpecs()
    .filter((path) => pattern?.test(path) && !others.some((other) => other.test(path)))
    .filter((path) => parts.length === 0 || parts.some((part) => path.includes(part)))
    .map((path) => join(root, path));
}

/** The kinds that have spec files. */
export const kindsWithSpecs = Object.keys(PATTERNS);
