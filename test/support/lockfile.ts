import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A package as package-lock.json (lockfileVersion 3) records it. */
export interface LockedPackage {
  name?: string;
  version?: string;
  resolved?: string;
  integrity?: string;
  license?: string;
  link?: boolean;
  dev?: boolean;
  optional?: boolean;
  devOptional?: boolean;
  hasInstallScript?: boolean;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** Every package by its path below the repository; the repository itself is the empty path. */
export type Packages = Record<string, LockedPackage>;

/** What package-lock.json of a repository holds. */
export function readPackages(root: string): Packages {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Packages;
  };
  return packages;
}

/** The name that a package has in the registry: an alias is installed under another one. */
export function nameOf(path: string, packages: Packages): string {
  return packages[path]?.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** A range of versions in the registry, or another name there: no repository, address or folder. */
const FROM_REGISTRY = /^(npm:(@[\w.-]+\/)?[\w.-]+(@|$))?[\w\s.*^~<>=|+-]*$/;

/** The one folder of this repository that is a package of its own: the link to it, and what it leads to. */
const WORKSPACE = { link: 'node_modules/gbp-simulator', folder: 'simulator' };

/**
 * What makes a lockfile less than a promise of what gets installed: a sentence for each package without a SHA-512, from
 * elsewhere than the registry, or with an install script that nobody has decided about.
 * @param allowScripts the decisions of package.json, by name
 */
export function faultsOfLockfile(packages: Packages, allowScripts: Record<string, boolean>): string[] {
  const scripted = Object.keys(packages).filter((path) => packages[path]?.hasInstallScript);
  const names = scripted.map((path) => nameOf(path, packages));
  return [
    ...Object.keys(packages).flatMap((path) => [
      ...originFaults(path, packages),
      ...rangeFaults(path, packages),
    ]),
    ...names
      .filter((name) => !(name in allowScripts))
      .map((name) => `${name} has an install script that allowScripts does not decide about`),
    ...Object.keys(allowScripts)
      .filter((name) => !names.includes(name))
      .map((name) => `allowScripts decides about ${name}, which has no install script`),
  ];
}

function originFaults(path: string, packages: Packages): string[] {
  const { integrity, resolved, link } = packages[path] ?? {};
  const faults: string[] = [];
  if (path === '' || path === WORKSPACE.folder) return faults;
  if (path === WORKSPACE.link && link && resolved === WORKSPACE.folder) return faults;
  if (link || !path.startsWith('node_modules/')) faults.push(`${path} is a folder, not a package`);
  if (!/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? '')) faults.push(`${path} has no SHA-512`);
  if (resolved !== undefined) faults.push(`${path} comes from an address, not from everybody's own registry`);
  return faults;
}

function rangeFaults(path: string, packages: Packages): string[] {
  const { dependencies, devDependencies, optionalDependencies } = packages[path] ?? {};
  return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    .filter(([, range]) => !FROM_REGISTRY.test(range))
    .map(([name, range]) => `${path || 'package.json'} wants ${name} from ${range}, outside the registry`);
}
