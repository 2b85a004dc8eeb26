import { describe, expect, it } from '@jest/globals';
import { choose } from '../../../support/runner/choice.mjs';
import { kinds, longKinds } from '../../../support/runner/kinds.mjs';
import { allSpecs, kindsWithSpecs, specsOf } from '../../../support/runner/specs.mjs';
import { timesOf } from '../../../support/runner/times.mjs';

const namesOf = (words: string[], isLong = false) => choose(words, isLong).map(({ name }) => name);
const filesOf = (words: string[]) =>
  choose(words, false).map(({ name, specs }) => [name, specs.map((path) => path.split('/').at(-1))]);

describe('every spec', () => {
  it('is run by one kind; some of Postgres by PGlite too', () => {
    const runBy = new Map<string, string[]>();
    for (const kind of kindsWithSpecs)
      for (const path of specsOf(kind)) runBy.set(path, [...(runBy.get(path) ?? []), kind]);
    const inTwo = [...runBy.values()].filter((names) => names.length > 1);
    expect(inTwo.length).toBeGreaterThan(0);
    expect(new Set(inTwo.map(String))).toEqual(new Set(['postgres,pglite']));
    expect([...runBy.keys()].length).toBe(allSpecs().length);
  });

  it('is run by `npm test` or by `npm run test:long`', () => {
    const run = [...namesOf([]), ...namesOf([], true)];
    expect(new Set(run)).toEqual(new Set([...Object.keys(kinds), ...Object.keys(longKinds)]));
    expect(kindsWithSpecs.filter((kind) => !run.includes(kind))).toEqual([]);
  });
});

describe('a word', () => {
  it('that is a kind is that kind', () => {
    expect(namesOf(['types', 'fuzz'])).toEqual(['types', 'fuzz']);
  });

  it('that is no kind is part of a spec’s path, among the specs of the kinds that are named', () => {
    expect(filesOf(['postgres', 'database.spec'])).toEqual([['postgres', ['database.spec.ts']]]);
    expect(filesOf(['database.spec'])).toEqual([
      ['postgres', ['database.spec.ts']],
      ['pglite', ['database.spec.ts']],
    ]);
  });

  it('that is a check stands beside parts of paths', () => {
    expect(namesOf(['types', 'postgres', 'database.spec'])).toEqual(['postgres', 'types']);
  });

  it('that fits nothing is an error that names the kinds', () => {
    expect(() => choose(['nonsense'], false)).toThrow(/“nonsense” is no kind, and no spec has it .* types/);
    expect(() => choose(['postgres', 'database', 'bell.spec'], false)).toThrow(
      /“bell.spec” .* no spec of postgres/,
    );
  });
});

describe('the times at the end', () => {
  it('are of each kind and of the dearest files; what nobody can tell is a dash', () => {
    const file = (name: string, processor?: number) => ({ file: name, wall: 2, loading: 0.5, processor });
    const lines = timesOf([
      { name: 'lint', passed: 0, failed: 0, check: true, wall: 3, processor: NaN },
      {
        name: 'page',
        passed: 2,
        failed: 0,
        wall: 9.94,
        processor: 12,
        files: [file('a.spec.ts', 1), file('b.spec.ts', 7)],
      },
    ]);
    expect(lines.map((line) => line.split(/ {2,}/))).toEqual([
      ['kind', 'wall', 'processor', 'a file’s loading', 'files'],
      ['lint', '3.0', '–', '–', '–'],
      ['page', '9.9', '12.0', '0.5', '2'],
      ['together', '–', '2'],
      [''],
      ['dearest files', 'wall', 'processor', 'loading'],
      ['b.spec.ts (page)', '2.0', '7.0', '0.5'],
      ['a.spec.ts (page)', '2.0', '1.0', '0.5'],
    ]);
  });
});
