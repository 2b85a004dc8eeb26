import { frozen } from '../../frozen.js';
import type { ReviewSeed } from './review-seed.js';

/** Presents made of old sails. */
export const SAIL_LOFT: readonly ReviewSeed[] = frozen<ReviewSeed[]>([
  {
    age: '9 h',
    by: 'Fran Okoro-Bell',
    stars: 5,
    text: `Bought the striped tote, was told which boat it used to be, and then SAW the boat in the harbour on the way back to the car. Number still on the bag. I have shown everyone.`,
    photos: ['My bag', 'Its boat'],
  },
  {
    age: '5 d',
    by: 'Colin Marchbanks',
    stars: 4,
    text: `Wife's birthday, panicking, 4.50pm on a Sunday. They stayed ten minutes to wrap it. Bow was a bit wonky but so was I by then`,
    reply: `That bow was tied by the boss. We will be letting her know. Happy birthday to your wife!`,
  },
  {
    age: '7 d',
    by: 'Rukmini S',
    stars: 5,
    text: `Asked for something for a man who has everything. Got a doorstop full of harbour sand. He hasn't stopped opening doors.`,
    photos: ['The doorstop'],
    reply: `We fill them by hand, one beach walk each. Give our best to the doors.`,
  },
  { age: '10 d', stars: 3 },
  {
    age: '23 d',
    by: 'Agnieszka L.',
    stars: 5,
    text: `Engraved a compass for my brother with a sentence in Polish, all the letters correct, even ł and ż. In my experience that never happens.`,
    reply: `We asked you to check it twice because we were nervous. Thank you for your patience with us.`,
  },
  {
    age: '34 d',
    by: 'Terry B',
    stars: 2,
    text: `Overpriced tat. £65 for a washbag made out of rubbish.`,
  },
  {
    age: '52 d',
    by: 'Noor Haddadin',
    stars: 5,
    text: `المكان جميل والبائعة لطيفة جدا، اشتريت حقيبة لأمي.`,
    english: `The place is beautiful and the saleswoman very kind, I bought a bag for my mother.`,
  },
  {
    age: '79 d',
    by: 'Pippa Strand',
    stars: 1,
    text: `The zip on my wallet went after five weeks and I have written to them twice through the website without getting an answer. It is a beautiful thing and I wanted to love it. A repair shop in town quoted £18, which is half of what the wallet cost.

Very disappointed, and I say that as somebody who has sent a lot of friends there.`,
    reply: `Pippa, your messages went to an address that we had stopped reading, which is on us. Every seam and zip of ours is mended for life. The wallet can come by post, and we pay the stamps.`,
  },
  {
    age: '107 d',
    by: 'sixtiesmodgary',
    stars: 5,
    text: `Top little shop 👌 tin boats in the window are class`,
  },
  {
    age: '149 d',
    by: 'Henrietta Vane',
    stars: 4,
    text: `Charming, if one can get up the stairs. The card printing upstairs is worth the climb: they let you pull one yourself and you walk away inky and pleased.`,
    photos: ['The press'],
  },
  {
    age: '222 d',
    by: 'Matteo',
    stars: 5,
    text: `Regali diversi dai soliti. Personale simpatico!`,
    english: `Presents that are not the usual ones. Friendly staff!`,
    reply: `Grazie, Matteo! Come again in summer, when the doors to the water are open.`,
  },
  {
    age: '289 d',
    by: 'Uncle Rog',
    stars: 4,
    text: `Nice bits. Daughter spent an hour in there, I spent an hour on the bench outside, both happy`,
  },
  {
    age: '356 d',
    by: 'Lil Hargreave',
    stars: 3,
    text: `Website said the blue one was in stock. Shop said it wasn't. Then they found it in the window. Then it was reserved. I had an ice cream instead.`,
  },
  {
    age: '470 d',
    by: 'Kwabena Asante-Hill',
    stars: 5,
    text: `Every leaving present in our office comes from here now. Nobody has ever returned one, and two people have left early to get theirs (joking. I think).`,
  },
]);
