import { basename } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * What a report of Jest says has failed, a line each.
 * @param {{ testResults: { name: string, message: string, assertionResults: { status: string, fullName: string, failureMessages: string[] }[] }[] }} report
 * @returns {string[]}
 */
export function failedInJest({ testResults }) {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    // A file that could not be loaded has no tests, only a message.
    if (failed.length === 0 && message) return [nameOf(name, '', message)];
    return failed.map(({ fullName, failureMessages: [first] }) => nameOf(name, fullName, first));
  });
}

/**
 * What a part of Playwright's report says has failed, a line each.
 * @typedef {{ file: string, title: string, ok: boolean, tests: { results: { duration: number, error?: { message?: string } }[] }[] }} Spec
 * @typedef {{ suites?: Suite[], specs: Spec[] }} Suite
 * @param {Suite} suite
 * @returns {string[]}
 */
export function failedInPlaywright({ suites = [], specs }) {
  const own = specs
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => {
      const results = tests.flatMap((test) => test.results);
      return nameOf(file, title, results.find(({ error }) => error)?.error?.message);
    });
  return [...own, ...suites.flatMap(failedInPlaywright)];
}

/**
 * @param {string} file
 * @param {string} title
 * @param {string} [message] only its beginning, in one line and without colours: what was waited for, and what was there
 */
function nameOf(file, title, message = '') {
  const said = stripVTControlCharacters(message)
    .trim()
    .split(/\s*\n\s*/)
    .join(' | ')
    .slice(0, 300);
  return `${basename(file)}: ${[title, said].filter(Boolean).join(': ')}`;
}
