import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { loadedWith } from '../support/import-graph.ts';

/** What is recorded of each picture by its name: the hash of the files that drew it. */
export type Hashes = Readonly<{ [name in string]?: string }>;

/** A picture and the files that draw what it shows; what these load draws it too. */
export interface Drawn {
  name: string;
  /** Paths in the repository. */
  drawnBy: readonly string[];
}

/** The hash of all files that draw a picture, the same on every machine. */
export function hashOf({ drawnBy }: Drawn, root: string): string {
  const hash = createHash('sha256');
  const files = loadedWith(drawnBy.map((path) => join(root, path)));
  const paths = files.map((file) => relative(root, file).replaceAll(sep, '/')).sort();
  for (const path of paths) {
    // Git may write the ends of lines as the machine has them.
    const text = readFileSync(join(root, path), 'latin1').replaceAll('\r\n', '\n');
    hash.update(JSON.stringify([path, text]));
  }
  return hash.digest('hex').slice(0, 16);
}

/** The names of the pictures that were drawn by other files than there are now, or never. */
export function namesBehind(pictures: readonly Drawn[], record: Hashes, root: string): string[] {
  return pictures.filter((picture) => record[picture.name] !== hashOf(picture, root)).map(({ name }) => name);
}

/** The record with these pictures as they are drawn now, and without those that are none any more. */
export function recordWith(
  made: readonly Drawn[],
  { all, record, root }: { all: readonly Drawn[]; record: Hashes; root: string },
): Hashes {
  const entries = all.flatMap((picture): [string, string][] => {
    const hash = made.includes(picture) ? hashOf(picture, root) : record[picture.name];
    return hash === undefined ? [] : [[picture.name, hash]];
  });
  return Object.fromEntries(entries);
}
