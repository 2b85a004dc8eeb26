import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dependenciesOf, type LockedPackage, type Packages } from './lockfile.ts';

/**
 * The paths of all packages that reach an operator's server or a browser: those of the image, which leaves out development
 * and optional packages, and those that the client is built from. `npm audit` leaves out the latter under `--omit=dev`,
 * and so does `npm sbom`, which (11.19) also forgets every package that a development package shares, Express included.
 */
export function shippedPaths(root: string, packages: Packages): string[] {
  const shipped = new Set(Object.keys(packages).filter((path) => path !== '' && isInImage(packages[path])));
  const waiting = bundledIn(join(root, 'client')).filter((path) => packages[path]);
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (shipped.has(path)) continue;
    shipped.add(path);
    waiting.push(...dependenciesOf(path, packages));
  }
  return [...shipped].sort();
}

function isInImage({ dev, optional, devOptional }: LockedPackage = {}): boolean {
  return !dev && !optional && !devOptional;
}

/** What scripts import, style sheets refer to and pages link. */
const REFERENCES = [
  /\b(?:from|import)\s*\(?\s*'([^'.][^']*)'/g,
  /\burl\('([@\w][^']*)'\)/g,
  /node_modules\/([^"'\s]+)/g,
];

/** The paths that packages named in the sources of the client have in the lockfile, if they are packages at all. */
function bundledIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.(tsx?|css|html)$/.test(name) && !name.startsWith('vite.'),
  );
  const names = files.flatMap((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    return REFERENCES.flatMap((reference) => [...text.matchAll(reference)].map(([, target = '']) => target));
  });
  return [...new Set(names)].map((name) => {
    const [first = '', second = ''] = name.split('/');
    return `node_modules/${first.startsWith('@') ? `${first}/${second}` : first}`;
  });
}
