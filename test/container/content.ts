import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** What the image may add to Debian and Node, in bytes. */
const SIZE_LIMIT = 120e6;

/** What has no business in an image that serves others, by its path. */
const UNWANTED = [
  { what: 'what npm start embeds', path: /^app\/dist\/server\/embedded(\/|$)/ },
  { what: 'sources or tests', path: /^app\/(server|client|test|docs)(\/|$)/ },
  { what: 'the history', path: /(^|\/)\.git(\/|$)/ },
  { what: 'settings', path: /^app\/(?!node_modules).*\.env/ },
  { what: 'a source map', path: /\.map$/ },
  { what: 'declarations', path: /\.d\.[cm]?ts$/ },
];

export interface Entry {
  /** Relative to the layer. */
  path: string;
  /** Files only. */
  bytes: number;
  isFile: boolean;
  mode: number;
  uid: number;
}

/** What a layer holds. */
export function entriesOf(layer: string): Entry[] {
  return readdirSync(layer, { withFileTypes: true, recursive: true }).map((entry) => {
    const path = join(entry.parentPath, entry.name);
    const { size, mode, uid } = lstatSync(path);
    return {
      path: relative(layer, path),
      bytes: entry.isFile() ? size : 0,
      isFile: entry.isFile(),
      mode,
      uid,
    };
  });
}

/** The sizes of the folders of a layer in bytes, biggest first. */
export function sizesOf(entries: Entry[], depth: number): [string, number][] {
  const sizes = new Map<string, number>();
  for (const { path, bytes } of entries) {
    const folder = path.split('/').slice(0, depth).join('/');
    sizes.set(folder, (sizes.get(folder) ?? 0) + bytes);
  }
  return [...sizes].sort(([, a], [, b]) => b - a);
}

/** What is wrong with the content of an image, in words. */
export function faultsOfContent(entries: Entry[], lockfile: string): string[] {
  const paths = new Set(entries.map(({ path }) => path));
  const faults = UNWANTED.flatMap(({ what, path }) => {
    const found = entries.find((entry) => path.test(entry.path));
    return found ? [`it holds ${what}: ${found.path}`] : [];
  });
  for (const name of packagesForDevelopers(lockfile))
    if (paths.has(`app/${name}`)) faults.push(`it holds a package for developers: ${name}`);
  const places = new Set(entries.map(({ path }) => path.split('/')[0] ?? ''));
  for (const place of places)
    if (!['app', 'data'].includes(place)) faults.push(`it changes what it builds on: /${place}`);
  for (const { path, mode, uid } of entries.filter((entry) => entry.path.startsWith('app')))
    if (uid !== 0 || (mode & 0o022 && (mode & 0o170000) !== 0o120000))
      faults.push(`others than root may write to ${path}`);
  const uncompressed = entries.find(
    ({ path, isFile, bytes }) =>
      isFile &&
      bytes > 1000 &&
      /^app\/dist\/client\/.*\.(js|css|html)$/.test(path) &&
      !paths.has(`${path}.br`),
  );
  if (uncompressed) faults.push(`it is not compressed ahead of time: ${uncompressed.path}`);
  if (!paths.has('app/dist/client/index.html')) faults.push('it has no client');
  const size = entries.reduce((sum, { bytes }) => sum + bytes, 0);
  if (size > SIZE_LIMIT) faults.push(`it adds ${size} bytes, more than ${SIZE_LIMIT}`);
  return faults;
}

/** Packages that production does without, by their places. */
function packagesForDevelopers(lockfile: string): string[] {
  const { packages } = JSON.parse(readFileSync(lockfile, 'utf8')) as {
    packages: Record<string, { dev?: boolean; optional?: boolean; devOptional?: boolean }>;
  };
  return Object.entries(packages).flatMap(([name, { dev, optional, devOptional }]) =>
    dev || optional || devOptional ? [name] : [],
  );
}
