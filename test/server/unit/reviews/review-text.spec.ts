import { describe, expect, it } from '@jest/globals';
import { toReviewText } from '../../../../dist/server/business-profile/port/remote-review.js';

const whole = (original: string) => ({ original, translation: null, isTranslationFirst: false });

describe('the text of a review', () => {
  it('is taken apart at Google’s markers, in whichever order they stand', () => {
    expect(toReviewText('(Translated by Google) Good bread\n\n(Original)\nGutes Brot')).toEqual({
      original: 'Gutes Brot',
      translation: 'Good bread',
      isTranslationFirst: true,
    });
    const originalFirst = { original: 'Gutes\nBrot', translation: 'Good bread', isTranslationFirst: false };
    expect(toReviewText('Gutes\nBrot\n\n(Translated by Google)\nGood bread')).toEqual(originalFirst);
    expect(toReviewText('(Original)\r\nGutes\r\nBrot\r\n(Translated by Google) Good bread')).toEqual(
      originalFirst,
    );
  });

  it.each([
    'Good bread',
    '(Translated by Google) Good bread',
    '(Translated by Google)\n\n(Original)',
    '(Translated by Google) Good bread (Original) Gutes Brot',
    'Gutes Brot\n(Translated by Google)',
    'Gutes Brot\n(Translated by Google)Good bread',
  ])('is the original where a part is missing: %j', (text) => {
    expect(toReviewText(text)).toEqual(whole(text));
  });

  it('is none without words', () => {
    expect([toReviewText(null), toReviewText(' \n')].map(({ original }) => original)).toEqual([null, null]);
  });

  it('takes a time in proportion to it, however many lines of it are empty', () => {
    const before = process.threadCpuUsage();
    toReviewText(`(Translated by Google) ${'\n'.repeat(3_000)}.`);
    toReviewText(`(Original) ${'\n'.repeat(3_000)}.`);
    const { user, system } = process.threadCpuUsage(before);
    // That is a few ms, and 7 s for a pattern that tries each line as the end of each blank.
    expect((user + system) / 1000).toBeLessThan(1_000);
  });
});
