import type { ReviewListDto } from '../../../../dist/server/reviews/review.dto.js';
import type { Attack } from '../neighbours-target.ts';

/** As long as a text may be that is checked. */
const LONGEST = 8_192;
const LANES = 4;
/** Each is repeated to that length. The last are what a pattern for numbers, addresses, prices and people begins with. */
const UNITS = [
  '7',
  ' ',
  '.',
  '-',
  '1 ',
  '1-',
  '(1',
  '\n',
  'a.',
  'a@',
  'a-',
  'www',
  '1,',
  'EUR ',
  'your ',
  'é',
];

/** Checks of replies with the longest texts that are hard for patterns. */
export const attack: Attack = async (target) => {
  const { items } = (await target.expect(200, target.owner, {
    path: '/api/reviews?limit=1',
  })) as ReviewListDto;
  const reviewId = items[0]?.id;
  const texts = UNITS.map((unit) => `${unit.repeat(LONGEST).slice(0, LONGEST - 1)}!`);
  let number = 0;
  target.begun();
  await target.repeat(
    'check of a reply',
    target.owner,
    () => ({
      method: 'POST',
      path: '/api/reviews/check',
      body: { reviewId, text: texts[number++ % texts.length] },
    }),
    LANES,
  );
};
