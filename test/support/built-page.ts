import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CLIENT = fileURLToPath(new URL('../../dist/client', import.meta.url));

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
  const scripts = new Set<string>();
  const add = (path: string): void => {
    if (scripts.has(path)) return;
    scripts.add(path);
    for (const imported of importsOf(readFileSync(join(client, path), 'utf8'))) add(`/assets/${imported}`);
  };
  named.filter((path) => path.endsWith('.js')).forEach(add);
  const fileAt = (path: string): BuiltFile => ({
    path,
    text: readFileSync(join(client, path), 'utf8'),
    bytes: sentBytes(join(client, path)),
  });
  return {
    html,
    named,
    scripts: [...scripts].map(fileAt),
    styles: named.filter((path) => path.endsWith('.css')).map(fileAt),
  };
}

/** The bytes of all scripts and styles of a page. */
export function weightOf({ scripts, styles }: BuiltPage): number {
  return [...scripts, ...styles].reduce((sum, { bytes }) => sum + bytes, 0);
}

/** The files of the build that a file imports statically. */
/** The files that each script of the client waits for, by its name. */
export function waitsByScript(client = CLIENT): Map<string, string[]> {
  const assets = join(client, 'assets');
  const scripts = readdirSync(assets).filter((file) => file.endsWith('.js'));
  return new Map(scripts.map((file) => [file, importsOf(readFileSync(join(assets, file), 'utf8'))]));
}

function importsOf(code: string): string[] {
  return [...code.matchAll(/\b(?:from|import)\s*"\.\/([^"]+)"/g)].map(([, file = '']) => file);
}

function sentBytes(file: string): number {
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;
}
