import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { faultOfKeyRing } from '../config/key-ring.js';

/**
 * The ring of keys in `<dataDir>/token-keys`, made on the first start. Only this user may read the file.
 * @throws Error with a sentence for the operator when the file cannot be used.
 */
export function embeddedTokenKeys(dataDir: string): string {
  const file = join(dataDir, 'token-keys');
  let text: string;
  try {
    if (!existsSync(file)) make(file, dataDir);
    text = readFileSync(file, 'utf8').trim();
  } catch (cause) {
    throw new Error(`The keys in ${file} cannot be read or written. Let this user read and write it.`, {
      cause,
    });
  }
  const fault = faultOfKeyRing(text);
  if (fault !== undefined)
    throw new Error(
      `The file ${file} ${fault}. Restore it from a backup; without it, delete it, and connect again.`,
    );
  return text;
}

/** A name of its own first, then a link: nobody ever sees half a key, nor two processes two. */
function make(file: string, dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `embedded:${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(draft);
  }
}
