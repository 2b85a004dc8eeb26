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

/** Where Node finds a dependency of the package at a path: beside it, or in a folder above. */
export function resolve(dependency: string, from: string, packages: Packages): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${dependency}`;
    if (packages[path]) return path;
    if (folder === '') return undefined;
  }
}

/** The paths of what a package needs to run; what is optional and not recorded is left out. */
export function dependenciesOf(path: string, packages: Packages): string[] {
  const { dependencies, optionalDependencies } = packages[path] ?? {};
  return Object.keys({ ...dependencies, ...optionalDependencies }).flatMap(
    (name) => resolve(name, path, packages) ?? [],
  );
}
