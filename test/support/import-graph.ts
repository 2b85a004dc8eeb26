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

/**
 * The files that are loaded with these, as absolute paths: what they import by a relative path, styles
 * included, and what that imports. What is imported lazily or for its types only is not among them.
 */
export function loadedWith(files: readonly string[]): string[] {
  const found = new Set(files);
  for (const file of found) for (const imported of loadedBy(file)) found.add(imported);
  return [...found];
}

function loadedBy(file: string): string[] {
  if (!/\.([cm]?[jt]s|tsx)$/.test(file)) return [];
  const { statements } = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  return statements
    .flatMap((statement) => nameOfLoaded(statement) ?? [])
    .filter((name) => name.startsWith('.'))
    .map((name) => sourceOf(join(dirname(file), name), file));
}

/** The module that a statement loads when it is run. */
function nameOfLoaded(statement: ts.Statement): string | undefined {
  if (ts.isImportDeclaration(statement)) {
    const { importClause: clause, moduleSpecifier } = statement;
    const isForTypes =
      clause?.phaseModifier === ts.SyntaxKind.TypeKeyword ||
      (clause?.name === undefined &&
        clause?.namedBindings !== undefined &&
        ts.isNamedImports(clause.namedBindings) &&
        clause.namedBindings.elements.every(({ isTypeOnly }) => isTypeOnly));
    return isForTypes ? undefined : (moduleSpecifier as ts.StringLiteral).text;
  }
  if (!ts.isExportDeclaration(statement) || statement.isTypeOnly) return undefined;
  return (statement.moduleSpecifier as ts.StringLiteral | undefined)?.text;
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
