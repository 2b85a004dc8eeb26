import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CLIENT = fileURLToPath(new URL('../../../dist/client', import.meta.url));

/** A page of the built client, and the files that a browser fetches before the page is there. */
interface BuiltPage {
  html: string;
  /** What the page names, by its path: `/assets/…`. */
  named: string[];
  scripts: BuiltFile[];
  styles: BuiltFile[];
}

interface BuiltFile {
  path: string;
  text: string;
  /** As they are sent: brotli, where the build has packed the file. */
  bytes: number;
}

/** @param name the file of the page, without its ending */
export function builtPage(name: string, client = CLIENT): BuiltPage {
  const html = readFileSync(join(client, `${name}.html`), 'utf8');
  const named = [...html.matchAll(/<(?:script|link)\b[^>]*\b(?:src|href)="([^"]+)"/g)].map(
    ([, path = '']) => path,
  );
  const fileAt = readerOf(client);
  return {
    html,
    named,
    scripts: withImports(
      named.filter((path) => path.endsWith('.js')),
      client,
    ).map(fileAt),
    styles: named.filter((path) => path.endsWith('.css')).map(fileAt),
  };
}

/**
 * The scripts and styles that a view needs beside those of the page that it is part of.
 * @param name the file of the view, without its hash and ending
 */
export function builtView(
  name: string,
  page: BuiltPage,
  client = CLIENT,
): Pick<BuiltPage, 'scripts' | 'styles'> {
  const files = readdirSync(join(client, 'assets')).map((file) => `/assets/${file}`);
  const ofName = (stem: string, ending: string) =>
    files.filter((file) => stemOf(file) === stem && file.endsWith(ending));
  const known = page.scripts.map(({ path }) => path);
  const scripts = withImports(ofName(`/assets/${name}`, '.js'), client).filter(
    (path) => !known.includes(path),
  );
  // A script has its styles in a file of the same name.
  const styles = [...new Set(scripts.map(stemOf))].flatMap((stem) => ofName(stem, '.css'));
  const fileAt = readerOf(client);
  return { scripts: scripts.map(fileAt), styles: styles.map(fileAt) };
}

/** A file’s path without its hash and ending. */
function stemOf(path: string): string {
  return path.replace(/-[\w-]{7}\.\w+$/, '');
}

/** Scripts, and those that they import statically. */
function withImports(paths: string[], client: string): string[] {
  const scripts = new Set<string>();
  const add = (path: string): void => {
    if (scripts.has(path)) return;
    scripts.add(path);
    for (const imported of importsOf(readFileSync(join(client, path), 'utf8'))) add(`/assets/${imported}`);
  };
  paths.forEach(add);
  return [...scripts];
}

function readerOf(client: string): (path: string) => BuiltFile {
  return (path) => ({
    path,
    text: readFileSync(join(client, path), 'utf8'),
    bytes: sentBytes(join(client, path)),
  });
}

/** The bytes of all scripts and styles. */
export function weightOf({ scripts, styles }: Pick<BuiltPage, 'scripts' | 'styles'>): number {
  return [...scripts, ...styles].reduce((sum, { bytes }) => sum + bytes, 0);
}

/** The files that each script of the client waits for, by its name. */
export function waitsByScript(client = CLIENT): Map<string, string[]> {
  const assets = join(client, 'assets');
  const scripts = readdirSync(assets).filter((file) => file.endsWith('.js'));
  return new Map(scripts.map((file) => [file, importsOf(readFileSync(join(assets, file), 'utf8'))]));
}

/** The files of the build that a file imports statically. */
function importsOf(code: string): string[] {
  return [...code.matchAll(/\b(?:from|import)\s*"\.\/([^"]+)"/g)].map(([, file = '']) => file);
}

function sentBytes(file: string): number {
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;
}
