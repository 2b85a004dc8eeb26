import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** All source files below a folder, generated ones included, as absolute paths. */
export function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.([cm]?[jt]s|tsx)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** The source files that a file imports by a relative path, statically, lazily or for their types only. */
export function importsOf(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'), true, true);
  return importedFiles
    .map(({ fileName }) => fileName)
    .filter((name) => name.startsWith('.') && !name.endsWith('.css'))
    .map((name) => sourceOf(join(dirname(file), name), file));
}

/** TypeScript names what it imports as it will be compiled (`./x.js`), or, for a bundler, without an ending. */
function sourceOf(path: string, importer: string): string {
  const stem = path.replace(/\.js$/, '');
  const found = [path, `${stem}.ts`, `${stem}.tsx`].find(
    (candidate) => /\.\w+$/.test(candidate) && existsSync(candidate),
  );
  if (!found) throw new Error(`${importer} imports ${path}, which is no source file`);
  return found;
}
