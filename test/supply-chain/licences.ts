import { nameOf, type Packages } from './lockfile.ts';

/** Licences (SPDX) that let anybody run, change and pass on the product, for a notice at most. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  // The font: free to pass on with the product, not to be sold by itself.
  'OFL-1.1',
  // The licence of Python 2, for a port of its argparse.
  'Python-2.0',
]);

/** Packages that state no licence where npm looks for it: what their own files say, for the version that was read. */
const READ_IN_THE_PACKAGE: Record<string, string> = {
  'busboy@1.6.0': 'MIT',
  'limiter@1.1.5': 'MIT',
  'passport-strategy@1.0.0': 'MIT',
  'pause@0.0.1': 'MIT',
  'streamsearch@1.1.0': 'MIT',
};

/** The licence (an SPDX expression) of the package at a path; undefined when nobody knows. */
export function licenceOf(path: string, packages: Packages): string | undefined {
  return packages[path]?.license ?? READ_IN_THE_PACKAGE[identify(path, packages)];
}

/** A sentence for each of the packages whose licence is unknown or not among those allowed. */
export function licenceFaults(paths: string[], packages: Packages): string[] {
  return paths.flatMap((path) => {
    const licence = licenceOf(path, packages);
    if (licence === undefined) return `${identify(path, packages)} states no licence`;
    return isAllowed(licence) ? [] : `${identify(path, packages)} is under ${licence}`;
  });
}

/** The packages under each licence, the most frequent licence first. */
export function packagesByLicence(paths: string[], packages: Packages): [licence: string, names: string[]][] {
  const groups = Map.groupBy(paths, (path) => licenceOf(path, packages) ?? 'unknown');
  return [...groups]
    .map(([licence, of]): [string, string[]] => [
      licence,
      [...new Set(of.map((path) => identify(path, packages)))].sort(),
    ])
    .sort(([, a], [, b]) => b.length - a.length);
}

/** Of alternatives one has to do, of several that hold together all; what is more involved is for a person to read. */
function isAllowed(expression: string): boolean {
  const bare = expression.replace(/^\(([^()]*)\)$/, '$1');
  return bare.split(' OR ').some((choice) => choice.split(' AND ').every((licence) => ALLOWED.has(licence)));
}

function identify(path: string, packages: Packages): string {
  return `${nameOf(path, packages)}@${packages[path]?.version}`;
}
