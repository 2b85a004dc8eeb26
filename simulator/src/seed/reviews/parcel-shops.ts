import { frozen } from '../../frozen.js';
import type { ReviewSeed } from './review-seed.js';

/** What people say of the shops of a chain where parcels are brought and fetched. */
export const PARCEL_SHOPS: readonly ReviewSeed[] = frozen<ReviewSeed[]>([
  {
    age: '1 d',
    by: 'Maureen Tapp',
    stars: 5,
    text: `Dropped off three returns in under a minute and the lady had tape for the one that I hadn't sealed.`,
  },
  {
    age: '75 d',
    by: 'vinylvince',
    stars: 1,
    text: `PARCEL LOST. Scanned in on the 3rd, never scanned out. Shop says ring the carrier, carrier says ring the shop.`,
    reply: `We have opened a search with the carrier and will write to you as soon as it answers. You should not have been sent in circles.`,
  },
  { age: '152 d', by: 'Yasmin Q.', stars: 5 },
  {
    age: '230 d',
    by: 'Ken Loomis',
    stars: 3,
    text: `Does the job. Queue out of the door from 4 till closing, one person on the till.`,
  },
  {
    age: '305 d',
    by: 'Danuta R',
    stars: 5,
    text: `Pan bardzo miły, pomógł mi wypełnić formularz celny.`,
    english: `The gentleman is very kind, he helped me fill in the customs form.`,
    reply: `Customs forms are his hobby. Thank you, Danuta!`,
  },
  {
    age: '388 d',
    by: 'Ade B-T',
    stars: 4,
    text: `Open till eight, which no one else round here is`,
  },
  {
    age: '440 d',
    by: 'Grumpy Norman',
    stars: 2,
    text: `Asked for a receipt, got a sigh.`,
    reply: `You are owed a receipt and a smile, and we have had a word about both.`,
  },
  {
    age: '25 d',
    by: 'Felicity Orme',
    stars: 5,
    text: `Held my son's birthday present an extra two days because we were stuck at my mother's. You legends`,
  },
  {
    age: '118 d',
    by: 'small biz becky',
    stars: 5,
    text: `I send 40 orders a week from here. They've a shelf with my name on it and the odd biscuit.`,
    reply: `The biscuits are on the house for as long as the labels are on straight.`,
  },
  {
    age: '194 d',
    by: 'T Hollis',
    stars: 1,
    text: `Box was squashed flat on one side when I picked it up. "It came like that."`,
  },
  { age: '262 d', stars: 4 },
  {
    age: '349 d',
    by: 'Manon Lesourd',
    stars: 4,
    text: `Service rapide, horaires pratiques. Un peu étroit avec une poussette.`,
    english: `Fast service, convenient hours. A little narrow with a pushchair.`,
  },
  {
    age: '415 d',
    by: 'Ivy and Bert',
    stars: 5,
    text: `We don't do computers. The young man printed our label, weighed it, and told us when it would get to Perth. It did and all.`,
  },
  {
    age: '500 d',
    by: 'Rhodri P',
    stars: 3,
    text: `Parking for one car, provided it's a small car and nobody is in it`,
  },
  {
    age: '58 d',
    by: 'Oana',
    stars: 2,
    text: `Closed for lunch at 1, reopened at 1.50. The sign says 1.30!`,
    reply: `It should have been 1.30, and we are sorry about your twenty minutes. From this week there are two of us at noon.`,
  },
  {
    age: '171 d',
    by: 'jazza',
    stars: 5,
    text: `in n out`,
  },
  {
    age: '284 d',
    by: 'Constance Umeh',
    stars: 5,
    text: `Sensible, quick and kind to an old woman with a very large lamp.`,
  },
  {
    age: '600 d',
    by: 'Big Tone',
    stars: 4,
    text: `Wrapped a guitar for me. In a shop that sells envelopes. Fair play`,
    photos: ['My guitar, somewhere in there'],
  },
]);
