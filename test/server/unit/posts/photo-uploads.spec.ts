import { afterAll, describe, expect, it } from '@jest/globals';
import { PhotoDecoder } from '../../../../dist/server/photos/photo-decoder.js';
import { PhotoUploads } from '../../../../dist/server/photos/photo-uploads.js';
import { jpegPhoto } from '../../../support/features/photo-files.ts';

const decoder = new PhotoDecoder();
afterAll(() => decoder.end());

describe('photos that are added at once', () => {
  it('are decoded in turns: those of one person do not go before all others', async () => {
    const uploads = new PhotoUploads(decoder);
    const file = await jpegPhoto();
    const ended: string[] = [];
    const add = (owner: string, name: string) =>
      uploads.preview(owner, file).then(() => void ended.push(name));
    await Promise.all([add('a', 'a1'), add('a', 'a2'), add('a', 'a3'), add('b', 'b1')]);
    expect(ended).toEqual(['a1', 'b1', 'a2', 'a3']);
  });

  it('wait with two of a person, beside the one that is decoded', async () => {
    const uploads = new PhotoUploads(decoder);
    const file = await jpegPhoto();
    const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => uploads.preview('a', file)));
    expect(outcomes).toMatchObject([
      { status: 'fulfilled' },
      { status: 'fulfilled' },
      { status: 'fulfilled' },
      { reason: { code: 'too_many_requests', retryAfterS: 5 } },
    ]);
  });

  it('leave room for one more person, whose place is one of those who have two', async () => {
    const uploads = new PhotoUploads(decoder);
    const file = await jpegPhoto();
    const ended: string[] = [];
    const add = (name: string) =>
      uploads.preview(name.slice(0, -1), file).then(
        () => ended.push(name),
        ({ code }: { code: string }) => ended.push(`${name} ${code}`),
      );
    // One is decoded at once; sixteen wait: two of each.
    const names = ['x1', ...[0, 1, 2, 3, 4, 5, 6, 7].flatMap((person) => [`p${person}-1`, `p${person}-2`])];
    await Promise.all([...names, 'late1'].map(add));
    expect(ended.filter((name) => name.includes('too_many_requests'))).toEqual(['p0-2 too_many_requests']);
    expect(ended).toContain('late1');
    expect(ended.indexOf('late1')).toBeLessThan(11);
  });
});
