import { homedir, tmpdir } from 'node:os';

/** What an answer may never tell, whatever was asked. */
const PATTERNS: readonly [what: string, pattern: RegExp][] = [
  ['a stack', /(\n|\\n)\s+at \S/],
  ['a stack', /node_modules|node:internal|file:\/\/\//],
  ['a path', /\/(home|root|usr|var|opt|Users)\/[\w.-]+|[A-Z]:\\\\\w+\\\\/],
  ['the name of an error', /\b(Type|Range|Reference|Syntax|Assertion|Database|Query|Drizzle\w*)Error\b/],
  ['SQL', /failed query|select\s+"\w+"|insert into "|update "\w+" set|delete from "|params:/i],
  [
    'an error of the database',
    /syntax error at|violates .{0,40} constraint|relation "|column "|invalid input syntax/i,
  ],
  ['an error of the database', /invalid byte sequence|out of range for type|SQLSTATE|duplicate key value/i],
  [
    'the name of a package',
    /nestjs|express\b.{0,20}\/|drizzle|pglite|pg-?boss|class-validator|class-transformer/i,
  ],
  ['the name of a package', /firebase-admin|body-parser|raw-body|path-to-regexp|undici|identitytoolkit/i],
];

/** Finds what an answer tells of the inside of the program. */
export class Leaks {
  private readonly patterns: readonly [string, RegExp][];
  private readonly places: string[];

  /**
   * @param columns names of tables and columns that no answer has a name in common with
   * @param addresses of services that only the server talks to
   */
  constructor({ columns, addresses }: { columns: string[]; addresses: string[] }) {
    const names = columns.map((name): [string, RegExp] => [
      'the name of a column',
      new RegExp(`\\b${name}\\b`),
    ]);
    this.patterns = [...PATTERNS, ...names];
    this.places = [process.cwd(), homedir(), `${tmpdir()}/`, ...addresses].filter(
      (place) => place.length > 1,
    );
  }

  /** What there is in a text, in words. */
  in(text: string): string[] {
    const told = this.patterns.flatMap(([what, pattern]) => {
      const found = pattern.exec(text);
      return found ? [`it tells ${what}: ${found[0].trim().slice(0, 80)}`] : [];
    });
    const places = this.places.filter((place) => text.includes(place));
    return [...told, ...places.map((place) => `it tells where it runs: ${place}`)];
  }
}
