import { frozen } from '../../frozen.js';
import type { ReviewSeed } from './review-seed.js';

/** A potter's shop and courses. */
export const CERAMICS: readonly ReviewSeed[] = frozen<ReviewSeed[]>([
  {
    age: '28 h',
    by: 'Judith Amory',
    stars: 5,
    text: `My bowl looks like a hat. I've never been so proud of a hat. Two hours on the wheel with Tamsin and I forgot I own a phone.`,
    photos: ['The hat'],
  },
  {
    age: '10 d',
    by: 'Rafe',
    stars: 4,
    text: `Mugs keep heat properly. Handle fits four fingers. Glaze on mine has a tiny pinhole, which I am told is "character".`,
    reply: `It is a pinhole. Character costs extra. Bring it in and pick another one, Rafe.`,
  },
  {
    age: '24 d',
    by: 'Sigrid Thalberg',
    stars: 5,
    text: `Wunderschönes Steinzeug, ehrlich gearbeitet. Vier Teller heil bis Hamburg gebracht, dank sehr viel Zeitungspapier.`,
    english: `Beautiful stoneware, honestly made. Brought four plates to Hamburg in one piece, thanks to a great deal of newspaper.`,
  },
  { age: '37 d', by: 'Ola Fashanu', stars: 5 },
  {
    age: '61 d',
    by: 'Petra W',
    stars: 2,
    text: `Course cancelled the night before for "too few people". I had a babysitter booked. Money back, yes, evening back, no.`,
    reply: `You are right, the evening before is too late. From now on a course runs from two people up, and if it is only you, you get the wheel and me to yourself.`,
  },
  {
    age: '86 d',
    by: 'Gwen T-J',
    stars: 1,
    text: `Plate cracked right across in the microwave. "Not for microwaves" is on the website, it is NOT on the plate.`,
    reply: `You are right, it is not, and from the next firing on it will be stamped underneath. A new plate is ready for you here.`,
  },
  {
    age: '112 d',
    by: 'Cornish Piskie',
    stars: 5,
    text: `Bought seconds. Can't see what's second about them`,
  },
  {
    age: '185 d',
    by: 'Edmund Yarrow',
    stars: 3,
    text: `Lovely things, kept at rather odd hours. Closed for lunch between one and two, which is when I have lunch.`,
  },
  {
    age: '347 d',
    by: 'Aoife Tierney',
    stars: 5,
    text: `Commissioned an urn for our dog. That is a strange thing to ask a stranger. She asked what he was like, and wrote it down, and the colour she made is exactly the colour of his ears.`,
    reply: `He sounded like a very good listener. Thank you for trusting me with it.`,
  },
]);

/** A piano tuner who comes to the house. */
export const PIANO_TUNING: readonly ReviewSeed[] = frozen<ReviewSeed[]>([
  {
    age: '44 h',
    by: 'Clemency Ward',
    stars: 5,
    text: `Came on time, found a pencil, two Lego men and 60p inside the piano, and still had it in tune by lunch.`,
  },
  {
    age: '13 d',
    by: 'Reverend T. Ball',
    stars: 5,
    text: `Our church hall upright has been a penance since 1987. It is now merely a piano. Bless you.`,
    reply: `The bottom octave is still doing penance, Reverend. Back in spring.`,
  },
  { age: '30 d', by: 'Lucjan', stars: 4 },
  {
    age: '69 d',
    by: 'Simone Achterlo',
    stars: 4,
    text: `Knows her stuff, explains without talking down. It's £75 so not nothing, but the last chap charged 90 and left his fork behind.`,
  },
  {
    age: '104 d',
    by: 'Angry of Ashmoor',
    stars: 1,
    text: `Waited in all day. No show, no call. Turns out we'd been written down for the week after. Their diary, my day off.`,
    reply: `Entirely my mistake, and I have tuned it since without charge. I hope that it makes up for some of the day.`,
  },
  {
    age: '210 d',
    by: 'Keiko Sandford',
    stars: 5,
    text: `Voicing changed everything! A bright, tinny thing became warm. My teacher asked if I'd bought a new one.`,
  },
  {
    age: '480 d',
    by: 'P. J. Maddox',
    stars: 3,
    text: `Job ok. Dog hair on the stool after, hers I think, we have a cat`,
  },
]);

/** Storage around the clock, in Oregon. */
export const HALCYON_STORAGE: readonly ReviewSeed[] = frozen<ReviewSeed[]>([
  {
    age: '17 h',
    by: 'Tyrell Boudreaux',
    stars: 4,
    text: `Gate code glitched at 11pm, called the number on the sign and a real human picked up on the second ring. Gate open in five. Would be five stars if the code had just worked y'know`,
  },
  {
    age: '8 d',
    by: 'Marlene Kowalczyk-Dietz',
    stars: 5,
    text: `Clean, lit, no nonsense. The lady in the office drew me a map of how to stack it so I'd need the smaller unit. Who sells you LESS?`,
    reply: `Marlene, that map is on the wall in the office now. Thank you!`,
  },
  {
    age: '35 d',
    by: 'R. Escobedo',
    stars: 1,
    text: `Auto-pay charged me twice in the same month and it took four calls to get one of them back.`,
  },
  { age: '51 d', stars: 5 },
  {
    age: '72 d',
    by: 'Nguyen family',
    stars: 5,
    text: `Move-in took an hour, they had dollies for everyone including my 6 y/o`,
  },
  {
    age: '99 d',
    by: 'boat_guy_or',
    stars: 5,
    text: `24' trailer fits with the tongue folded. Pull-through lane so you don't have to back it in front of an audience`,
    photos: ['She fits'],
  },
  {
    age: '166 d',
    by: 'Lupe Arroyo',
    stars: 4,
    text: `Seguro y limpio, la oficina habla español. Sube el precio cada año, ojo.`,
    english: `Safe and clean, the office speaks Spanish. The price goes up every year, watch out.`,
  },
  {
    age: '320 d',
    by: 'Chip Hallorann',
    stars: 2,
    text: `Roof leak in building C. They moved us to a dry unit same day and comped a month, but my records were on the floor. That's 300 LPs. My fault for the floor I guess.`,
    reply: `We are sorry about the records, Chip. Building C has had a new roof since March, and every unit has pallets now.`,
  },
]);

/** A guest house in Oregon, which Google has suspended. */
export const HALCYON_GUEST_HOUSE: readonly ReviewSeed[] = frozen<ReviewSeed[]>([
  {
    age: '42 d',
    by: 'Deb & Harlan',
    stars: 5,
    text: `Anniversary trip. Fog the entire weekend, couldn't see the lighthouse once, still the best weekend in years. Marionberry pancakes!`,
  },
  { age: '90 d', by: 'Sunil R', stars: 3 },
  {
    age: '275 d',
    by: 'Kathleen Oyler',
    stars: 2,
    text: `Pretty from the outside. Mattress older than me, and I'm a grandmother.`,
  },
]);
