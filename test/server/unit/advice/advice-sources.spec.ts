import { afterAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { ADVICE_RULES } from '../../../../dist/server/advice/rules/advice-rules.js';
import { SEVERITIES } from '../../../../dist/server/advice/rules/rule.js';
import { SOURCES } from '../../../../dist/server/advice/rules/sources.js';
import { staleSources } from '../../../support/advice/stale-sources.js';

const lines = readFileSync('docs/advice.md', 'utf8').split('\n');
const cellsOf = (line: string) => line.split('|').map((cell) => cell.trim());

describe('the sources of advice', () => {
  // A note for those who read the output: no test depends on the day on which it runs.
  afterAll(() => {
    const stale = staleSources(new Date());
    if (stale.length > 0)
      process.stderr.write(
        `Compare the rules of advice with these pages again (docs/advice.md):\n${stale.join('\n')}\n`,
      );
  });

  it('are in docs/advice.md, each with its link and the day on which it was compared', () => {
    const missing = Object.entries(SOURCES).filter(
      ([id, { title, url, comparedOn }]) =>
        !lines.some(
          (line) =>
            line.startsWith(`| ${id} `) &&
            line.includes(`[${title}](${url})`) &&
            cellsOf(line).includes(comparedOn),
        ),
    );
    expect(missing).toEqual([]);
  });

  it('belong to the rules that docs/advice.md has, in its order, with their weights', () => {
    const rows = lines.filter((line) => /^\| `/.test(line)).map(cellsOf);
    const documented = rows.map(([, id, weight, , , source]) => [id, weight, source]);
    expect(documented).toEqual(
      ADVICE_RULES.map(({ id, severity, source }) => [`\`${id}\``, String(severity), source]),
    );
    expect(new Set(ADVICE_RULES.map(({ source }) => source))).toEqual(new Set(Object.keys(SOURCES)));
  });

  it('are said to be those of Google only where they are', () => {
    for (const { id, source, why } of ADVICE_RULES)
      if (!SOURCES[source].isGoogle)
        expect([id, why]).toEqual([id, expect.stringMatching(/^Many guides say/)]);
    expect(Object.values(SOURCES).filter(({ isGoogle }) => !isGoogle)).toHaveLength(1);
  });

  it('are to be compared again after 180 days', () => {
    const { comparedOn } = SOURCES.guidelines;
    const after = (days: number) => new Date(Date.parse(comparedOn) + days * 86_400_000);
    expect(staleSources(after(180))).toEqual([]);
    expect(staleSources(after(181)).join()).toContain(SOURCES.guidelines.url);
  });

  it('give each rule one of the five weights', () => {
    expect(ADVICE_RULES.filter(({ severity }) => !Object.values(SEVERITIES).includes(severity))).toEqual([]);
  });
});
