import { frozen } from '../../frozen.js';
import type { ReviewSeed } from './review-seed.js';

/** What people say of travel desks all over the world. */
export const TRAVEL_DESKS: readonly ReviewSeed[] = frozen<ReviewSeed[]>([
  {
    age: '1 d',
    by: 'Rosalie Deng',
    stars: 5,
    text: `Sleeper train, two ferries and a bus, all on one sheet of paper, and every single one of them was where it said.`,
  },
  {
    age: '66 d',
    by: 'João Vilhena',
    stars: 4,
    text: `Atendimento muito simpático. Demorou um pouco, mas acertaram tudo.`,
    english: `Very friendly service. It took a while, but they got everything right.`,
    reply: `Thank you, João. A good plan takes a second coffee.`,
  },
  {
    age: '143 d',
    by: 'P. Haverkamp',
    stars: 1,
    text: `Booked for the wrong date. THE WRONG DATE. Rebooking fee: mine, apparently.`,
    reply: `The date was our error, and so is the fee. It goes back to your card today, with our apologies.`,
  },
  { age: '216 d', by: 'Meera Joshi', stars: 5 },
  {
    age: '297 d',
    by: 'Aylin T.',
    stars: 5,
    text: `Çok ilgilendiler, vize evraklarını tek tek kontrol ettiler.`,
    english: `They took great care and checked the visa papers one by one.`,
  },
  {
    age: '372 d',
    by: 'Gunther',
    stars: 3,
    text: `Competent but the chairs are from another century and so is the brochure rack`,
  },
  {
    age: '451 d',
    by: 'nomad_nat',
    stars: 2,
    text: `Quoted €410, found it on my phone in the queue for €365. They matched it in the end, but why make me ask.`,
  },
  {
    age: '31 d',
    by: 'Haruka O',
    stars: 5,
    text: `丁寧に説明してくれて、初めての一人旅でも安心でした。`,
    english: `They explained everything carefully, so I felt safe even on my first trip alone.`,
    reply: `We hope that it is the first of many. Send us a postcard!`,
  },
  {
    age: '104 d',
    by: 'Siobhán & Des',
    stars: 5,
    text: `Forty years married, first time abroad. The girl rang us AT the hotel to see had we got in all right.`,
  },
  {
    age: '182 d',
    by: 'Ricardo Montaño',
    stars: 4,
    text: `Buen trato y precios claros. Cierran muy temprano.`,
    english: `Good service and clear prices. They close very early.`,
  },
  {
    age: '256 d',
    stars: 1,
    text: `never answer phone`,
  },
  {
    age: '330 d',
    by: 'Lindiwe M.',
    stars: 5,
    text: `When our flight was cancelled at midnight, it was this desk and not the airline that found us beds.`,
  },
  {
    age: '410 d',
    by: 'Eleni Sarri',
    stars: 4,
    text: `Ευγενικό προσωπικό, καλή γνώση των νησιών.`,
    english: `Polite staff, good knowledge of the islands.`,
  },
  {
    age: '520 d',
    by: 'Ted Brockway',
    stars: 3,
    text: `Fine for a package. For anything with a bicycle in it, bring patience and a tape measure.`,
  },
]);
