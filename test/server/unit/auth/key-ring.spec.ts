import { describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { faultOfKeyRing, readKeyRing } from '../../../../dist/server/config/key-ring.js';

const key = (bytes = 32) => randomBytes(bytes).toString('base64');

describe('a ring of keys', () => {
  it('is read in its order, the writing key first', () => {
    const [first, second] = [key(), key()];
    const text = `new_2:${first}, old-1:${second}`;
    expect(faultOfKeyRing(text)).toBeUndefined();
    expect(readKeyRing(text)).toEqual([
      { name: 'new_2', key: Buffer.from(first, 'base64') },
      { name: 'old-1', key: Buffer.from(second, 'base64') },
    ]);
  });

  it.each([
    ['has no name', key(), 'must be name:key pairs'],
    ['has an empty name', `:${key()}`, 'must be name:key pairs'],
    ['has a name with a space', `my key:${key()}`, 'must be name:key pairs'],
    ['names two keys alike', `k:${key()},k:${key()}`, 'must not name two keys alike'],
    ['ends with a comma', `k:${key()},`, 'must be name:key pairs'],
    ['has a short key', `k:${key(16)}`, 'must hold keys of 32 bytes'],
    ['has a long key', `k:${key(64)}`, 'must hold keys of 32 bytes'],
    ['has words for a key', 'k:correct-horse-battery-staple', 'must hold keys of 32 bytes'],
    ['has zeros for a key', `k:${Buffer.alloc(32).toString('base64')}`, 'must hold random keys'],
    [
      'repeats a phrase',
      `k:${Buffer.from('changeme'.repeat(4)).toString('base64')}`,
      'must hold random keys',
    ],
  ])('that %s is refused, in words that show no key', (_, text, fault) => {
    expect(faultOfKeyRing(text)).toContain(fault);
    for (const secret of text.split(/[:,]/).filter((part) => part.length > 8))
      expect(faultOfKeyRing(text)).not.toContain(secret);
  });
});
