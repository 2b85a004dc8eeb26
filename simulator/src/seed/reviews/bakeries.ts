import { frozen } from '../../frozen.js';
import type { ReviewSeed } from './review-seed.js';

/** The first shop of a small chain of bakeries. */
export const MARKET_HILL_BAKERY: readonly ReviewSeed[] = frozen<ReviewSeed[]>([
  {
    age: '3 h',
    by: 'Nell Croft',
    stars: 5,
    text: `Queued behind a man who bought eleven rye loaves. Eleven. Got the twelfth. Understand him completely now.`,
  },
  {
    age: '26 h',
    by: 'Philip Agnew',
    stars: 1,
    text: `Google says open Sunday, website link goes to a page that doesn't mention this branch at all, and at 9.30 it was shut. Walked past the new owner of the pet shop who said it WAS open till one last week. Make your minds up.`,
  },
  {
    age: '9 d',
    by: 'Zuzana P.',
    stars: 5,
    text: `Konečne poriadny kváskový chlieb! Chutí ako u starej mamy.`,
    english: `Finally a proper sourdough bread! It tastes like my grandmother's.`,
    reply: `We could not wish for a better comparison. Thank you, Zuzana.`,
  },
  { age: '14 d', by: 'H. Lindgate', stars: 5 },
  {
    age: '22 d',
    by: 'Sally-Ann Dube',
    stars: 4,
    text: `Morning buns: 10/10. Coffee: 6/10, it's always a bit cold by the time you've found a seat. Staff: 10/10 especially the lad with the earring.`,
    reply: `We have moved the cups onto the machine, so that they start out warm. The earring sends its regards.`,
  },
  {
    age: '41 d',
    by: 'bread nerd uk',
    stars: 3,
    text: `Crumb is great, crust has got paler since the summer. Longer bake please. I'm not the only one who thinks so, ask the Saturday lot.`,
  },
  {
    age: '66 d',
    by: 'Karen Whybrow',
    stars: 2,
    text: `Birthday cake said HAPPY BIRTHDAY ALBIE. He is called Alfie. He's five and he can read.`,
    reply: `Karen, we are mortified, and Alfie is right. A second cake, spelt by somebody else, is waiting whenever he likes.`,
  },
  {
    age: '79 d',
    by: 'Malcolm Reddy',
    stars: 5,
    text: `Ask for the heel of the rye if it's late. They'll let you have it for pennies and it makes the best toast there is.`,
  },
  {
    age: '95 d',
    by: 'Oluchi E.',
    stars: 5,
    text: `Wedding cake for 90, lemon and elderflower, delivered up a hill in a heatwave without a single slide. I have seen grown men weep at weddings but never before at the icing.

The price was what they had quoted in January. They stayed to see us cut it, and then they went and did the washing up. I don't think that was in the contract.`,
    photos: ['The cake', 'The cutting', 'What was left'],
    reply: `It was the hottest drive of our lives and the best slice of thanks. Every happiness to you both!`,
  },
  {
    age: '144 d',
    by: 'Frank',
    stars: 4,
    text: `good bread dear bread`,
  },
  {
    age: '219 d',
    by: 'Ottilie Ashdown',
    stars: 5,
    text: `Since I was diagnosed I can't do much, but I can do the walk to Market Hill and back for one cheese straw. They hold one for me. They've never said anything, it's just there in its bag at ten o'clock.`,
    reply: `Ten o'clock would not be ten o'clock without you.`,
  },
  {
    age: '370 d',
    by: 'J.T.',
    stars: 1,
    text: `Hair in the sourdough. Not mine. Not even close to mine.`,
    reply: `That must not happen, and we have looked into how it did. Nets are on every head now, beards included. Your money is at the till.`,
  },
  {
    age: '622 d',
    by: 'Rebekah Thorn',
    stars: 5,
    text: `Moved two streets closer to be nearer to it (only half joking)`,
  },
]);

/** The one at the water's edge. */
export const OLD_WHARF_BAKERY: readonly ReviewSeed[] = frozen<ReviewSeed[]>([
  {
    age: '7 h',
    by: 'Callum Reyes',
    stars: 4,
    text: `Is it Marlowe's or Finch Bakery now? Sign says one thing, map says the other. Whatever it's called the cinnamon knots are still the best thing on this wharf.`,
  },
  {
    age: '3 d',
    by: 'Greta Sandholm',
    stars: 5,
    text: `Bullarna smakar som hemma. Satt ute vid vattnet med filt.`,
    english: `The buns taste like home. Sat outside by the water with a blanket.`,
    photos: ['Bun with a view'],
  },
  {
    age: '16 d',
    by: 'laptop liz',
    stars: 3,
    text: `Wifi drops every twenty minutes, on the dot, I timed it. Great focaccia. Do with that what you will`,
    reply: `It was the microwave, of all things. It has been moved, and the focaccia has not.`,
  },
  { age: '25 d', by: 'Derek Bloor', stars: 5 },
  {
    age: '60 d',
    by: 'Amina S.',
    stars: 1,
    text: `A seagull took my son's whole sausage roll out of his hand, he was bleeding, and the girl inside laughed. I know you can't control birds, you can control laughing.`,
    reply: `You are right. She is sixteen and she laughed from fright, and she would like to say sorry herself. We have put up lines over the tables. Please bring your son, everything he wants is on us.`,
  },
  {
    age: '84 d',
    by: 'Hanna Vesterinen',
    stars: 5,
    text: `Ruisleipä! Täällä! Olin kyynelissä.`,
    english: `Rye bread! Here! I was in tears.`,
    reply: `Kiitos, Hanna. We baked an extra one for the freezer in case you come back.`,
  },
  {
    age: '110 d',
    by: 'Nigel P',
    stars: 5,
    text: `Flat white, almond croissant, rowing boats. What more do you want on a Tuesday`,
  },
  {
    age: '178 d',
    by: 'Chiara Fontanelle',
    stars: 4,
    text: `Focaccia quasi ligure. Quasi! Ma brave davvero.`,
    english: `Almost a Ligurian focaccia. Almost! But really good work.`,
    reply: `We frame that "almost". Grazie, Chiara.`,
  },
  {
    age: '333 d',
    by: 'Posy Wakeham',
    stars: 2,
    text: `Sold out of everything by noon, twice. On the third try I asked them to keep me a loaf and they wrote it on a paper bag and then sold the paper bag.`,
  },
  { age: '525 d', stars: 5 },
]);

/** The one in the station, which is not verified. */
export const STATION_BAKERY: readonly ReviewSeed[] = frozen<ReviewSeed[]>([
  {
    age: '12 d',
    by: '7.14 to the city',
    stars: 5,
    text: `They see me running and have the roll in a bag before I get to the counter. Contactless, gone, seat 4B. Four years and I've only missed the train once, and that one was on me.`,
  },
  {
    age: '48 d',
    by: 'Hugh Bannister',
    stars: 2,
    text: `Egg mayo was 90% mayo.`,
  },
  {
    age: '131 d',
    by: 'Thandiwe',
    stars: 4,
    text: `Quick, cheap for a station, smiles before 7am which I don't even do myself`,
  },
]);

/** Pizza and drinks until late. */
export const NIGHT_OVEN: readonly ReviewSeed[] = frozen<ReviewSeed[]>([
  {
    age: '12 h',
    by: 'Ash Delacroix',
    stars: 5,
    text: `2am pizza that is ACTUALLY good?? the nduja one nearly took my head off. shoutout to the bar lady who lent me a phone charger and a hair tie`,
    photos: ['The nduja one'],
  },
  {
    age: '2 d',
    by: 'Trevor Hucknall',
    stars: 1,
    text: `55 minutes for a margherita, no apology, music so loud that I had to order by pointing. When the bill came there was "service" on it. What service.`,
  },
  { age: '5 d', by: 'M. Castellane', stars: 4 },
  {
    age: '18 d',
    by: 'Bogdan',
    stars: 5,
    text: `Cea mai bună pizza din oraș, aluatul e perfect.`,
    english: `The best pizza in town, the dough is perfect.`,
  },
  {
    age: '32 d',
    by: 'Lottie G-W',
    stars: 4,
    text: `Had the whole place for my 30th on a Monday. Sixty of us, two ovens, nobody hungry, one broken chair (ours, sorry). Only grumble is the loos.`,
    reply: `The chair is mended and named after your uncle. The loos are being redone in the new year, and not before time.`,
  },
  {
    age: '57 d',
    by: 'Not A Critic',
    stars: 3,
    text: `Base a touch burnt underneath, middle a touch wet. On a good night it's a five. This was not a good night.`,
    reply: `Thank you for being fair about it. The oven was running hot that week: new bricks are in.`,
  },
  {
    age: '86 d',
    by: 'Saoirse Kilbane',
    stars: 5,
    text: `Went in for one. You know how that sentence ends.`,
  },
  {
    age: '137 d',
    by: 'G. Abbott (neighbour)',
    stars: 1,
    text: `Bottles into the bins at 3.40 in the morning, EVERY Friday and Saturday. I've asked nicely twice. Some of us are on earlies.`,
    reply: `We have moved the bottles indoors until nine in the morning. If you hear one more, call my own number 01632 960206 and I will come down myself.`,
    refused: 'ADVERTISING_AND_SOLICITATION',
  },
  {
    age: '168 d',
    by: 'Izzy and the hens',
    stars: 5,
    text: `Fourteen women, one veil, zero complaints. They even did a heart shaped one without being asked`,
    photos: ['The heart'],
  },
  {
    age: '199 d',
    by: 'pizza_pete_84',
    stars: 5,
    text: `Fermented 48hrs and you can tell. Leopard spots all over the cornicione, proper job`,
  },
  {
    age: '290 d',
    by: 'Ximena',
    stars: 4,
    text: `Muy buen ambiente, cócteles fuertes. La pizza de higos es una locura.`,
    english: `Very good atmosphere, strong cocktails. The fig pizza is madness.`,
  },
  {
    age: '455 d',
    by: 'Dad of Three',
    stars: 2,
    text: `Turns out it's a bar. There's a highchair in the photos! There is no highchair.`,
    reply: `That photo was from a christening, and we have taken it down. Before eight o'clock we are very glad of children, and we now own two highchairs.`,
  },
]);
