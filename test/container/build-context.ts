import { chmodSync, copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/**
 * Whether a file goes to the builder, by the rules of a `.dockerignore`: the last pattern that matches it, or a folder
 * that it lies in, decides; `!` lets in again.
 * @param path relative to the checkout, with slashes
 * @throws Error for a pattern with signs other than `*` and `**`
 */
export function isInContext(path: string, dockerignore: string): boolean {
  const segments = path.split('/');
  const withFolders = segments.map((_, index) => segments.slice(0, index + 1).join('/'));
  let isIn = true;
  for (const { expression, isException } of patternsOf(dockerignore))
    if (withFolders.some((each) => expression.test(each))) isIn = isException;
  return isIn;
}

function patternsOf(dockerignore: string): { expression: RegExp; isException: boolean }[] {
  return dockerignore
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const isException = line.startsWith('!');
      return { isException, expression: expressionOf(isException ? line.slice(1) : line) };
    });
}

function expressionOf(pattern: string): RegExp {
  if (/[?[\]\\]/.test(pattern))
    throw new Error(`The pattern ${pattern} of .dockerignore is not understood here.`);
  const expression = pattern
    .replace(/^\/|\/$/g, '')
    .replace(/[.+^${}()|]/g, '\\$&')
    .replace(/\*\*\/|\*\*|\*/g, (stars) => ({ '**/': '(?:.*/)?', '**': '.*' })[stars] ?? '[^/]*');
  return new RegExp(`^${expression}$`);
}

/**
 * Copies what goes to the builder, with the modes of a checkout that was made under the umask 077: the strictest that
 * an image has to cope with.
 * @returns the number of files
 */
export function copyContext(checkout: string, dockerignore: string, target: string): number {
  const copied = readdirSync(checkout, { withFileTypes: true })
    .filter(({ name }) => mayHoldContext(name, dockerignore))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(checkout, entry.name) : [entry.name]))
    .filter((path) => isInContext(path, dockerignore));
  for (const path of copied) {
    mkdirSync(dirname(join(target, path)), { recursive: true, mode: 0o700 });
    copyFileSync(join(checkout, path), join(target, path));
    chmodSync(join(target, path), 0o600);
  }
  return copied.length;
}

/** Other folders are not even looked through: they are big, and change while others work. */
function mayHoldContext(name: string, dockerignore: string): boolean {
  return isInContext(name, dockerignore) || dockerignore.includes(`\n!${name}/`);
}

function filesBelow(checkout: string, folder: string): string[] {
  return readdirSync(join(checkout, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(checkout, join(entry.parentPath, entry.name)));
}
