import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { faultOfKeyRing, embeddedTokenKeys } from '../../../../dist/server/config/key-ring.js';

const root = mkdtempSync(join(tmpdir(), 'shingle-token-keys-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let folder: string;
let count = 0;
beforeEach(() => {
  folder = join(root, String(++count));
});
const file = () => join(folder, 'token-keys');

describe('the keys that npm start makes for itself', () => {
  it('are random, lie in a file for this user alone, and stay the same', () => {
    const made = embeddedTokenKeys(folder);
    expect(faultOfKeyRing(made)).toBeUndefined();
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(readFileSync(file(), 'utf8').trim()).toBe(made);
    expect(embeddedTokenKeys(folder)).toBe(made);
    expect(readdirSync(folder)).toEqual(['token-keys']);
    expect(embeddedTokenKeys(join(root, 'another'))).not.toBe(made);
  });

  it('may be a ring, so that they can be changed', () => {
    const ring = `new:${embeddedTokenKeys(folder).split(':')[1]},${embeddedTokenKeys(join(root, 'old'))}`;
    writeFileSync(file(), `${ring}\n`);
    expect(embeddedTokenKeys(folder)).toBe(ring);
  });

  it('never replace damaged ones: a sentence says what to do', () => {
    mkdirSync(folder);
    writeFileSync(file(), 'embedded:half-a-ke');
    expect(() => embeddedTokenKeys(folder)).toThrow(
      `The file ${file()} must hold keys of 32 bytes in base64; make one with: openssl rand -base64 32. Restore it`,
    );
    expect(readFileSync(file(), 'utf8')).toBe('embedded:half-a-ke');
  });

  it('that cannot be read or written end with a sentence too', () => {
    mkdirSync(file(), { recursive: true });
    expect(() => embeddedTokenKeys(folder)).toThrow(`The keys in ${file()} cannot be read or written.`);
  });
});
