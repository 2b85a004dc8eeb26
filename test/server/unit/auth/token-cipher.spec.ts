import { describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { readEnv } from '../../../../dist/server/config/env.js';
import { TokenCipher } from '../../../../dist/server/security/token-cipher.js';

const OLD = `old:${randomBytes(32).toString('base64')}`;
const NEW = `new:${randomBytes(32).toString('base64')}`;
const cipherWith = (...keys: string[]) => new TokenCipher(readEnv({ TOKEN_KEYS: keys.join(',') }));

const TOKEN = '1//refresh-token-of-ada';
const ADA = { workspaceId: 'ada', id: '7f0c9a52-3a4b-4c6d-8e9f-0a1b2c3d4e5f' };
const EVE = { workspaceId: 'eve', id: '0b7d2c1e-5f6a-4b8c-9d0e-1f2a3b4c5d6e' };

describe('an encrypted token', () => {
  it('can be decrypted only at its own place', () => {
    const cipher = cipherWith(OLD);
    const sealed = cipher.encrypt(TOKEN, ADA);
    expect(cipher.decrypt(sealed, ADA)).toBe(TOKEN);
    for (const place of [EVE, { ...ADA, workspaceId: 'eve' }, { ...ADA, id: EVE.id }])
      expect(cipher.decrypt(sealed, place)).toBeUndefined();
  });

  it('shows nothing of the token, and never looks the same twice', () => {
    const cipher = cipherWith(OLD);
    const texts = Array.from({ length: 50 }, () => cipher.encrypt(TOKEN, ADA).text);
    const nonces = texts.map((text) => Buffer.from(text, 'base64').subarray(0, 12).toString('hex'));
    expect(new Set(nonces).size).toBe(50);
    for (const text of texts) expect(Buffer.from(text, 'base64').toString('latin1')).not.toContain('refresh');
  });

  it('is refused when any bit of it was changed, or when it was cut', () => {
    const cipher = cipherWith(OLD);
    const { text, keyName } = cipher.encrypt(TOKEN, ADA);
    const bytes = Buffer.from(text, 'base64');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 1;
      expect(cipher.decrypt({ text: changed.toString('base64'), keyName }, ADA)).toBeUndefined();
    }
    for (const length of [0, 12, 27, bytes.length - 1]) {
      const cut = bytes.subarray(0, length).toString('base64');
      expect(cipher.decrypt({ text: cut, keyName }, ADA)).toBeUndefined();
    }
  });
});

describe('the ring of keys', () => {
  it('writes with its first key and reads with all of them', () => {
    const before = cipherWith(OLD).encrypt(TOKEN, ADA);
    const rotated = cipherWith(NEW, OLD);
    expect(rotated.decrypt(before, ADA)).toBe(TOKEN);
    const after = rotated.encrypt(TOKEN, ADA);
    expect(after.keyName).toBe('new');
    expect(cipherWith(NEW).decrypt(after, ADA)).toBe(TOKEN);
  });

  it('reads nothing without the right key, under whatever name', () => {
    const sealed = cipherWith(OLD).encrypt(TOKEN, ADA);
    expect(cipherWith(NEW).decrypt(sealed, ADA)).toBeUndefined();
    expect(cipherWith(NEW.replace('new:', 'old:')).decrypt(sealed, ADA)).toBeUndefined();
    expect(
      cipherWith(OLD.replace('old:', 'new:')).decrypt({ ...sealed, keyName: 'new' }, ADA),
    ).toBeUndefined();
  });

  it('refuses to write where there is none: there is no plain text to fall back on', () => {
    const cipher = new TokenCipher(readEnv({}));
    expect(() => cipher.encrypt(TOKEN, ADA)).toThrow('TOKEN_KEYS');
    expect(cipher.decrypt(cipherWith(OLD).encrypt(TOKEN, ADA), ADA)).toBeUndefined();
  });
});
