import { frozen } from '../../frozen.js';
import type { ReviewSeed } from './review-seed.js';

/** Bicycles to buy and to hire. */
export const CYCLES: readonly ReviewSeed[] = frozen<ReviewSeed[]>([
  {
    age: '32 h',
    by: 'Bea Lockyer',
    stars: 5,
    text: `Proper fitting, forty minutes of it, measured bits of me I didn't know were for cycling. First bike in my life that doesn't hurt.`,
  },
  {
    age: '21 d',
    by: 'Owain',
    stars: 2,
    text: `Hired two for the weekend, one with a brake that squealed like a pig the whole way down the valley. Sheep ran.`,
    reply: `Sorry about the brake, Owain, and sorry to the sheep. The second day's hire has been paid back.`,
  },
  {
    age: '75 d',
    by: 'Mirja Kallas',
    stars: 4,
    text: `Väga abivalmis, aga laupäeval pikk järjekord.`,
    english: `Very helpful, but a long queue on Saturdays.`,
  },
  { age: '155 d', by: 'Douglas Penhale', stars: 5, reply: `Thank you, Douglas!` },
  {
    age: '260 d',
    by: 'school run sue',
    stars: 3,
    text: `Nice people. The e-bike I came for had gone up by £200 from the sticker by the time I'd saved for it`,
  },
  {
    age: '610 d',
    by: 'Hal Winstanley',
    stars: 5,
    text: `Third generation of our lot to be sold their first bike in this shop. It's the same bell on the door`,
    photos: ['Three first bikes'],
  },
]);

/** Repairs while you wait. */
export const REPAIRS: readonly ReviewSeed[] = frozen<ReviewSeed[]>([
  {
    age: '4 d',
    by: 'Courier Jay',
    stars: 5,
    text: `Puncture at 8.05, rolling again at 8.20. They know what a minute costs us.`,
  },
]);

/** A museum of bicycles that waits to be verified. */
export const MUSEUM: readonly ReviewSeed[] = frozen<ReviewSeed[]>([
  {
    age: '80 d',
    by: 'Violet Ormsby',
    stars: 5,
    text: `Penny farthing you can sit on!!! Helped down by a gentleman of at least ninety who then demonstrated how to do it properly.`,
    photos: ['Up there'],
  },
  { age: '136 d', by: 'Kofi T', stars: 4 },
  {
    age: '228 d',
    by: 'M. Delafield',
    stars: 2,
    text: `Closed. Sign on the door in felt tip, "roof". An hour each way.`,
  },
  {
    age: '395 d',
    by: 'Jun-ho',
    stars: 5,
    text: `작지만 알찬 박물관이에요. 설명이 친절합니다.`,
    english: `It's a small museum but full of good things. The explanations are kind.`,
  },
  {
    age: '571 d',
    by: 'fixedgearfiona',
    stars: 4,
    text: `Come for the velocipedes, stay for the lemon cake. Heating non existent, keep your coat on`,
  },
]);

/** A florist's that has closed for good. */
export const FLORIST: readonly ReviewSeed[] = frozen<ReviewSeed[]>([
  {
    age: '315 d',
    by: 'Hester Lyle',
    stars: 5,
    text: `Twenty years of Friday tulips. Enjoy your retirement, you've earned every petal of it.`,
  },
]);
