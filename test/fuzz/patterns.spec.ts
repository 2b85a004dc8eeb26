// Gives every pattern of the server long texts that are hard for it. A pattern takes a time in proportion to a text, or it
// takes others' time: of the square of the length, 8,192 digits cost a tenth of a second, of the cube 2,000 line breaks eight.
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from '../support/jest.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The longest text that a field may have. */
const LONGEST = 8_192;
/** With a text so short the dearest pattern shows itself within a second. */
const SHORT = 1_024;
/** The thread's time for one text from which on a pattern is looked at more closely; a good one takes a tenth of it. */
const SUSPICIOUS_MS = { [SHORT]: 2, [LONGEST]: 5 };
/**
 * So much longer is the text that decides, and this is what it may cost: a pattern in proportion takes 4 ms, one of the
 * square that was suspicious 320 ms, and one of the cube a second. A busy machine costs neither.
 */
const GROWN = 8;
const MAX_GROWN_MS = 100;
/** Patterns that only meet texts of our own, or of the machine: a migration, a package’s style sheet, a line of /proc. */
const OUR_TEXTS = ['server/database/migrate.ts', 'server/openapi.ts', 'server/embedded/follow-parent.mjs'];

const UNITS = [
  ...[...'aA1 \n\t.-@/():%_+,{}[]"\'=?#&<\\é😀€$'],
  ...['a.', 'a@', '1-', '1 ', '1.', '1,', '(1', 'a ', 'a/', '{a', 'a}', 'a\n', ' \n', 'a-', '_a', '00'],
  ...['https://', 'www.', 'a.co', 'EUR ', 'your ', 'as our ', '[1]', '+1', '(Original)', '\n(Original)'],
  ...['(Translated by Google)', '\n(Translated by Google)', '{name}', 'accounts/', '/locations/'],
];
const BEGINNINGS = ['', 'a', '1', 'https://', '(Translated by Google) ', '(Original) ', '{', 'a@'];
/** A text ends unlike the rest, so that a pattern is tried in every way before it fails. */
const ENDINGS = ['', '!', '\n', ' x'];

interface Found {
  place: string;
  pattern: RegExp;
}

/** Every pattern that stands in a file, as the compiler reads it. */
function patternsIn(file: string): Found[] {
  const text = readFileSync(`${ROOT}${file}`, 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const found: Found[] = [];
  const look = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const [, body = '', flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(node.text) ?? [];
      const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
      // Everywhere in the text, as a search for all.
      found.push({ place: `${file}:${line}`, pattern: new RegExp(body, `${flags.replace('g', '')}g`) });
    }
    ts.forEachChild(node, look);
  };
  look(source);
  return found;
}

/** What a pattern itself says may repeat its words. */
function unitsFor({ source }: RegExp): string[] {
  return [...UNITS, ...new Set(source.match(/[A-Za-z]{3,}/g))].slice(0, UNITS.length + 10);
}

/** The least of three tries, because the thread may do something else at the same time. */
function costOf(pattern: RegExp, text: string, most: number): number {
  let least = Infinity;
  for (let left = 3; left > 0 && least > most; left -= 1) {
    const before = process.threadCpuUsage();
    text.replaceAll(pattern, '');
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

/** The first text that costs too much, as words. */
function tooDear(pattern: RegExp): string | undefined {
  for (const length of [SHORT, LONGEST] as const)
    for (const unit of unitsFor(pattern))
      for (const beginning of BEGINNINGS)
        for (const ending of ENDINGS) {
          const textOf = (characters: number) => {
            const room = characters - beginning.length - ending.length;
            return beginning + unit.repeat(Math.floor(room / unit.length)) + ending;
          };
          const suspicious = SUSPICIOUS_MS[length] ?? 0;
          const ms = costOf(pattern, textOf(length), suspicious);
          if (ms <= suspicious) continue;
          const grown = ms > MAX_GROWN_MS ? ms : costOf(pattern, textOf(GROWN * length), MAX_GROWN_MS);
          if (grown > MAX_GROWN_MS)
            return `${length} characters cost ${ms.toFixed(1)} ms, eight times as many ${grown.toFixed(1)} ms: ${JSON.stringify([beginning, unit, ending])}`;
        }
  return undefined;
}

describe('no text as long as it may be is dear for a pattern', () => {
  const files = globSync('server/**/*.{ts,mjs}', { cwd: ROOT }).map((path) => path.replaceAll('\\', '/'));
  const all = files.filter((file) => !OUR_TEXTS.includes(file)).flatMap(patternsIn);
  const places = [...Map.groupBy(all, ({ pattern }) => String(pattern)).values()].map(([first]) => first!);

  it('of which there are some, and a square would be seen', () => {
    expect(places.length).toBeGreaterThan(80);
    expect(tooDear(/a+b/g)).toContain('characters cost');
  });

  it.each(places.map(({ place, pattern }) => [place, pattern] as const))(
    'at %s',
    (_place, pattern) => {
      expect(tooDear(pattern)).toBeUndefined();
    },
    120_000,
  );
});
