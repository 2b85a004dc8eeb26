import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

/** A key of the ring: its name is stored beside what it encrypted. */
export interface RingKey {
  name: string;
  /** 32 bytes, for AES-256. */
  key: Buffer;
}

const KEY_BYTES = 32;
const NAME = /^[A-Za-z0-9_-]{1,32}$/;

/**
 * The keys of `name:key,name:key` (base64). The first one writes, all of them read.
 * The text must have passed `faultOfKeyRing`.
 */
export function readKeyRing(text: string): [RingKey, ...RingKey[]] {
  return text.split(',').map((entry) => {
    const [name = '', key = ''] = entry.trim().split(':');
    return { name, key: Buffer.from(key, 'base64') };
  }) as [RingKey, ...RingKey[]];
}

/** Why connections need a key, and how to make one. */
export const KEYS_REASON =
  'connections are stored encrypted. Make one with: echo "k1:$(openssl rand -base64 32)"';

/** What is wrong with a ring of keys, in words that never show a key; undefined when nothing is. */
export function faultOfKeyRing(text: string): string | undefined {
  const keys = readKeyRing(text);
  if (keys.some(({ name }) => !NAME.test(name)))
    return 'must be name:key pairs separated by commas, with names of letters, digits, - and _';
  if (new Set(keys.map(({ name }) => name)).size < keys.length) return 'must not name two keys alike';
  if (keys.some(({ key }) => key.length !== KEY_BYTES))
    return `must hold keys of ${KEY_BYTES} bytes in base64; make one with: openssl rand -base64 32`;
  // Random bytes do not repeat this much: 32 draws of 256 give fewer than 16 different values once in 10^20.
  if (keys.some(({ key }) => new Set(key).size < KEY_BYTES / 2))
    return 'must hold random keys; make one with: openssl rand -base64 32';
  return undefined;
}

/**
 * The ring of keys in `<dataDir>/token-keys`, for `npm start`, which makes it on the first start. Only this user may
 * read the file.
 * @throws Error with a sentence for the operator when the file cannot be used.
 */
export function embeddedTokenKeys(dataDir: string): string {
  const file = join(dataDir, 'token-keys');
  let text: string;
  try {
    if (!existsSync(file)) makeKeyFile(file, dataDir);
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

/**
 * Writes a file under another name, then links it: no process ever reads half a key, and two processes that start at
 * once use the same key.
 */
function makeKeyFile(file: string, dataDir: string): void {
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
