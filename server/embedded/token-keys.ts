import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { StartError } from '../app.start.js';
import { faultOfKeyRing } from '../config/key-ring.js';

/**
 * The ring of keys in `<dataDir>/token-keys`, made on the first start. Only this user may read the file.
 * @throws StartError with a sentence for the operator when the file cannot be used.
 */
export function embeddedTokenKeys(dataDir: string): string {
  const file = join(dataDir, 'token-keys');
  let text: string;
  try {
    text = readIfThere(file) ?? make(file, dataDir);
  } catch (cause) {
    throw new StartError(`The keys in ${file} cannot be read or written. Let this user read and write it.`, {
      cause,
    });
  }
  const fault = faultOfKeyRing(text);
  if (fault !== undefined)
    throw new StartError(
      `The file ${file} ${fault}. Restore it from a backup; without it, delete it, and connect again.`,
    );
  return text;
}

/** A name of its own first, then a link: nobody ever sees half a key, nor two processes two. */
function make(file: string, dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `embedded:${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(file, 'utf8').trim();
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
