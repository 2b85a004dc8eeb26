import { frozen } from '../../frozen.js';
import type { ReviewSeed } from './review-seed.js';

/** Storage in the old customs house. */
export const ESTATES: readonly ReviewSeed[] = frozen<ReviewSeed[]>([
  {
    age: '31 h',
    by: 'Marcus Tindall',
    stars: 2,
    text: `Price up 12% with a month's notice, and when I rang about it I was told to email. I emailed. That was three weeks ago. Unit itself is dry and clean, no complaints there.`,
  },
  {
    age: '7 d',
    by: 'Joy Ellershaw',
    stars: 5,
    text: `Moved mum into a flat and had four days to empty a house of fifty years. They had a unit ready in an hour, lent us a trolley and did not once make us feel like we were in the way.`,
    reply: `It was a privilege to carry that piano stool, Joy. Take all the time you need.`,
  },
  {
    age: '11 d',
    by: 'Leanne C',
    stars: 1,
    text: `Locked in!! Gate shut at ten on the dot with me and my sister behind it and a van full of wardrobes. Took 35 min for somebody to come.`,
    reply: `Leanne, that must have been a long half hour. The code works from inside all night now, and the number on the gate rings two phones instead of one.`,
  },
  { age: '15 d', by: 'P Szabo', stars: 4 },
  {
    age: '28 d',
    by: 'dinghy_dave',
    stars: 5,
    text: `door wide enough for the Mirror WITH the launching trolley on. measure twice they said. measured. it fits. winter sorted`,
    photos: ['In she goes'],
  },
  {
    age: '45 d',
    by: 'Rosemary Clutterbuck',
    stars: 1,
    text: `I found mouse droppings on a sofa that was wrapped in their own plastic. The manager was polite about it, then showed me the clause that says it's not their problem.`,
    reply: `Rosemary, the clause covers many things and should not have been our first answer. The pest people have been, and we are paying for the cleaning of the sofa. Please send us the bill.`,
  },
  {
    age: '83 d',
    by: 'Anders Bjerregaard',
    stars: 4,
    text: `Nem adgang fra klokken 6, god belysning og kameraer. Lidt langt fra parkeringspladsen.`,
    english: `Easy access from 6 o'clock, good lighting and cameras. A little far from the car park.`,
  },
  {
    age: '126 d',
    by: 'T. Obi',
    stars: 5,
    text: `Straightforward. Paid, got a code, code worked.`,
  },
  {
    age: '190 d',
    by: 'Wendeline Harker',
    stars: 3,
    text: `Fine if you are strong. The lift was out of order both times I visited and my unit is on the second floor. They did knock a week off the bill after I asked, I shouldn't have had to ask.`,
    reply: `No, you should not have. The lift has a new motor since Tuesday.`,
  },
  {
    age: '243 d',
    by: 'Percival Nunn',
    stars: 5,
    text: `As a collector of barometers I need dry air. I brought three of them to check. All three approve.`,
  },
  {
    age: '287 d',
    by: 'ben_from_the_band',
    stars: 5,
    text: `We keep the drums here. The neighbours are delighted. So is our marriage`,
  },
  {
    age: '590 d',
    by: 'Ottavia Crane',
    stars: 4,
    text: `A bit spooky of an evening but spotless. Staff know you by name after the second visit.`,
  },
]);

/** A reading room that has closed for good. */
export const READING_ROOM: readonly ReviewSeed[] = frozen<ReviewSeed[]>([
  {
    age: '240 d',
    by: 'Miriam Tolland',
    stars: 5,
    text: `So sad to hear it's closing. My two learnt to sit still here, which no school has managed since.`,
    reply: `Thank you, Miriam. The cushions have gone to the library in Rope Walk, and so has story hour.`,
  },
  {
    age: '380 d',
    by: 'Ivo',
    stars: 4,
    text: `Warm in winter, free, quiet, decent atlas.`,
  },
  {
    age: '498 d',
    by: 'Mrs E. Dunmore',
    stars: 2,
    text: `Only open mornings. Some of us work.`,
  },
]);

/** A guest house by the harbour, which Google has suspended. */
export const HARBOUR_GUEST_HOUSE: readonly ReviewSeed[] = frozen<ReviewSeed[]>([
  {
    age: '58 d',
    by: 'Tamar Levinson',
    stars: 5,
    text: `Room 3 has the window seat. Ask for room 3. Then spend the whole of Sunday in it, as we did, watching ferries.`,
  },
  {
    age: '115 d',
    by: 'graham on the A38',
    stars: 2,
    text: `Shower either scalding or freezing, walls like paper, and the fella next door has got a cough. Breakfast made up for a lot of it though, proper black pudding`,
    reply: `The boiler man comes on Thursday and the fellow next door has gone home. Thank you for the kind words on the pudding.`,
  },
  { age: '173 d', by: 'Solveig Aas', stars: 4 },
  {
    age: '298 d',
    by: 'Ramona Petrescu',
    stars: 5,
    text: `Am venit pentru o noapte și am rămas patru. Gazdă minunată.`,
    english: `We came for one night and stayed four. A wonderful host.`,
  },
]);
