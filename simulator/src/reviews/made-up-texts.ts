import type { Chance } from '../random.js';
import { frozen } from '../frozen.js';
import type { Stars } from './review.js';

const FIRST_NAMES = Object.freeze([
  'Amaia',
  'Bertrand',
  'Chidinma',
  'Dagny',
  'Emrys',
  'Fiadh',
  'Gualtiero',
  'Hyacinth',
  'Ishaan',
  'Jorunn',
  'Kwame',
  'Liesbeth',
  'Mairead',
  'Nikolai',
  'Oluwaseun',
  'Philippa',
  'Quentin',
  'Rosalind',
  'Søren',
  'Tomoko',
]);
const LAST_NAMES = Object.freeze([
  'Abernathy',
  'Bellweather',
  'Castellanos',
  'Drinkwater',
  'Eklund',
  'Fairweather',
  'Goldsworthy',
  'Haverford',
  'Ibarra',
  'Jankowska',
  'Kettleburn',
  'Lazenby',
  "O'Malley",
  'Nørgaard',
  'Okafor',
  'Pennyfeather',
  'Rautio',
  'Silverthorne',
  'Thistlewood',
  'Wren',
]);
const PORTRAITS = 20;

const SUBJECTS = Object.freeze([
  'the staff',
  'the service',
  'the opening hours',
  'the parking',
  'the price',
  'the queue',
  'the window display',
  'the advice',
  'the booking',
  'the delivery',
  'the garden',
  'the music',
  'the music on Sundays',
  'the receipt',
]);
const OPINIONS = Object.freeze({
  bad: ['was a let-down', 'has gone downhill', 'could not be worse', 'needs looking into'],
  fair: ['was all right', 'was as one expects', 'could be better', 'has its days'],
  good: ['was wonderful', 'could not be better', 'made our week', 'is worth the journey', 'was a joy 😊'],
});
const CLOSINGS = Object.freeze({
  bad: ['I shall not be back.', 'Nobody said sorry.', 'Once and never again. 😞'],
  fair: ['We may come again.', 'Fair enough for the money.', 'Nothing more to say.'],
  good: ['See you next week!', 'Five stars from the whole family 👨‍👩‍👧.', 'Thank you all.', 'Go there.'],
});

/** Originals in other languages, each with Google's translation. */
export const TRANSLATED: Readonly<Record<'good' | 'bad', [original: string, translation: string][]>> = frozen(
  {
    good: [
      [
        'Sehr freundliche Leute, schöner Laden. Gerne wieder!',
        'Very friendly people, nice shop. Happy to come again!',
      ],
      ['Un accueil chaleureux et des prix honnêtes.', 'A warm welcome and honest prices.'],
      ['とても親切に対応していただきました。', 'They treated me very kindly.'],
      ['מקום נהדר, שירות מצוין.', 'Great place, excellent service.'],
    ],
    bad: [
      ['Lange gewartet und dann war geschlossen.', 'Waited a long time and then it was closed.'],
      ['On nous a oubliés pendant une heure.', 'We were forgotten for an hour.'],
      ['No contestan al teléfono.', 'They do not answer the phone.'],
    ],
  },
);

export const MEDIA_LABELS = Object.freeze(['Front', 'Inside', 'Counter', 'Our table', 'What we bought']);

const LONG = 4000;

export function madeUpReviewer({ below, pick }: Chance): { name: string; photo: string } {
  return { name: `${pick(FIRST_NAMES)} ${pick(LAST_NAMES)}`, photo: `reviewer-${below(PORTRAITS)}` };
}

/** Some sentences in the mood of the stars; in one of 200 comments 4,000 characters of them. */
export function madeUpComment(chance: Chance, stars: Stars): string {
  const mood = stars < 3 ? 'bad' : stars === 3 ? 'fair' : 'good';
  const { below, pick } = chance;
  const sentence = () => {
    const subject = pick(SUBJECTS);
    return `${subject[0]?.toUpperCase()}${subject.slice(1)} ${pick(OPINIONS[mood])}.`;
  };
  const some = Array.from({ length: 1 + below(3) }, sentence);
  if (below(200) > 0) return [...some, pick(CLOSINGS[mood])].join(' ');
  let long = some.join(' ');
  // An emoji has several code units, so that twice as many are always enough.
  while (long.length < 2 * LONG) long += ` ${sentence()} ${pick(CLOSINGS[mood])}`;
  return [...long].slice(0, LONG).join('').trimEnd();
}

/** What an owner answers. Few of them are the same. */
export function madeUpReply({ below, pick }: Chance, reviewer?: string): string {
  const greeting = reviewer === undefined ? 'Hello' : `Dear ${reviewer.split(' ')[0]}`;
  const thanks = pick([
    'thank you for coming',
    'thank you for the kind words',
    'we have read this with care',
  ]);
  return `${greeting}, ${thanks}. ${pick(SUBJECTS)} is looked after by number ${below(1000)} of our team.`;
}
