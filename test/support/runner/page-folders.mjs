import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { root } from '../../../server/embedded/prepare.mjs';
import { specsOf } from './specs.mjs';

/** Each run writes here what it needs. */
const FOLDER = join(root, 'dist/page-folders');

/** The written files, as Jest's `testMatch` names them. */
export const PAGE_FOLDERS = join(FOLDER, '*.cjs');

/** A folder with more files is divided, so that both workers have something to do to the end. */
const MOST_FILES = 8;

/**
 * The files in groups that are run as one: each folder, so that the client is loaded and compiled once for all its files.
 * Where only a part of a folder is asked for, each of its files is run by itself.
 * @param {string[]} specs files of page tests
 */
export function grouped(specs) {
  const folders = Map.groupBy(specsOf('page').sort(), (spec) => dirname(spec));
  return [...folders.values()].flatMap((files) => {
    const wanted = files.filter((file) => specs.includes(file));
    return wanted.length < files.length ? wanted.map((file) => [file]) : divided(files);
  });
}

/** @param {string[]} files */
function divided(files) {
  const parts = Math.ceil(files.length / MOST_FILES);
  const length = Math.ceil(files.length / parts);
  return Array.from({ length: parts }, (_, part) => files.slice(part * length, (part + 1) * length));
}

/**
 * What Jest is to run for these files of page tests: for each group a file that loads them, which this writes.
 * @param {string[]} specs
 */
export function byFolder(specs) {
  mkdirSync(FOLDER, { recursive: true });
  return grouped(specs).map((files) => (files.length > 1 ? writeLoader(files) : String(files[0])));
}

/** @param {string[]} files */
function writeLoader(files) {
  const specs = files.map((file) => relative(root, file).replaceAll('\\', '/'));
  const [first, last] = [specs[0], specs.at(-1)].map((spec = '') => basename(spec, '.spec.tsx'));
  const path = join(FOLDER, `${basename(dirname(String(specs[0])))}-${first}-to-${last}.cjs`);
  writeFileSync(
    path,
    `require('../../test/support/runner/load-specs.cjs')(${JSON.stringify(specs, null, 2)});\n`,
  );
  return path;
}

/**
 * @typedef {{ status: string, title: string, fullName: string, ancestorTitles: string[], duration?: number | null,
 *   failureMessages: string[] }} TestResult
 * @typedef {{ name: string, message: string, startTime: number, endTime: number, assertionResults: TestResult[] }} FileResult
 */

/**
 * Jest's results, by spec file. Time and errors outside of tests stay with the file that loads the specs.
 * @param {FileResult[]} results
 * @returns {FileResult[]}
 */
export function bySpec(results) {
  return results.flatMap((result) => {
    if (dirname(result.name) !== FOLDER) return [result];
    const { startTime, endTime } = result;
    const specs = [...Map.groupBy(result.assertionResults, ({ ancestorTitles: [spec = ''] }) => spec)].map(
      ([spec, tests]) => ({
        name: join(root, spec),
        message: '',
        startTime,
        endTime: startTime + tests.reduce((sum, { duration }) => sum + (duration ?? 0), 0),
        assertionResults: tests.map((test) => ({ ...test, fullName: test.fullName.slice(spec.length + 1) })),
      }),
    );
    const inTests = specs.reduce((sum, spec) => sum + spec.endTime - startTime, 0);
    const isExplained = result.assertionResults.some(({ status }) => status === 'failed');
    const message = isExplained ? '' : result.message;
    return [
      { ...result, message, endTime: Math.max(startTime, endTime - inTests), assertionResults: [] },
      ...specs,
    ];
  });
}
