import { frozen } from '../../frozen.js';
import type { ReviewSeed } from './review-seed.js';

/** A ship chandler's on the quay, in business since 1931. */
export const CHANDLERS: readonly ReviewSeed[] = frozen<ReviewSeed[]>([
  {
    age: '5 h',
    by: 'Gareth Pym',
    stars: 1,
    text: `Drove 40 minutes because Google said open till 5.30. Shutters down at ten past four, light on inside, nobody came to the door. If you close early on a Saturday then SAY SO.`,
  },
  {
    age: '2 d',
    by: 'Wendy A',
    stars: 5,
    text: `Lovely old shop. They let my lad measure out his own rope and showed him how to whip the end so it doesnt fray. He has now whipped every piece of string in the house.`,
    photos: ['Coils of rope on the wall', 'The measuring board'],
  },
  {
    age: '34 h',
    by: 'Angharad P.',
    stars: 3,
    text: `Phoned ahead about antifoul, was told yes plenty. Plenty of red it turned out. I have a blue boat`,
  },
  { age: '6 d', by: 'Tobiasz W.', stars: 5 },
  {
    age: '11 d',
    by: 'Captain Slow',
    stars: 4,
    text: `Good chandlery, knowledgeable, not the cheapest. Paid £14 for a shackle I could have had for £9 online but I had it in my hand in three minutes and the tide wasn't going to wait for the postman.`,
    reply: `Fair point about the shackle, and thank you for the three minutes. That one is the forged sort: it will outlast your next two boats.`,
  },
  {
    age: '17 d',
    by: 'Ineke van Dorsten',
    stars: 5,
    text: `Wij kwamen binnen met een kapotte lier en gingen weg met een werkende. De eigenaar heeft de veer zelf vervangen en wilde er niets voor hebben behalve de prijs van de veer. Zo hoort het.`,
    english: `We came in with a broken winch and left with a working one. The owner replaced the spring himself and wanted nothing for it but the price of the spring. That is how it should be.`,
    reply: `Thank you, Ineke. Fair winds home, and do oil it in spring.`,
  },
  {
    age: '29 d',
    by: 'Phil & Jan',
    stars: 3,
    text: `Mixed. The man with the beard is brilliant. The younger one at the till couldn't tell us if they stock 8mm or not, and there was no one to ask because the man with the beard was at lunch.`,
    reply: `You met our Saturday help in his second week. We do stock 8 mm, second bay on the left. The beard has been spoken to about its lunch.`,
  },
  {
    age: '47 d',
    by: 'Oisín K',
    stars: 5,
    text: `Had the gas fitting nobody else had. Sorted.`,
  },
  {
    age: '70 d',
    by: 'Moira Tennent',
    stars: 2,
    text: `Ordered oilskins in June, told two weeks, told another two weeks, then told the order had never been placed. We had our holiday in bin bags. Refund was quick I will give them that`,
    reply: `Moira, that was our mistake from start to finish: the order slip fell behind the desk. Orders are now written into the book while you stand there. If you come to Saltmere again, please ask for me.`,
  },
  {
    age: '98 d',
    by: 'Luca Bergonzi',
    stars: 4,
    text: `Negozio piccolo ma pieno di tutto. Manca solo un parcheggio.`,
    english: `Small shop but full of everything. All it lacks is parking.`,
  },
  {
    age: '140 d',
    by: 'hgv_sandra',
    stars: 5,
    text: `Don't own a boat, never will. Bought the best torch I've ever had, a wool hat, and a tin of varnish that saved our garden table. Go in just for the smell of it honestly`,
    photos: ['The table before', 'The table after'],
    reply: `You are very welcome without a boat. Tables need chandlers too.`,
  },
  {
    age: '205 d',
    by: 'A. Mukherjee',
    stars: 5,
    text: `Key cut while I waited, and it works in the lock. After two other places I had stopped believing in that.`,
  },
  {
    age: '248 d',
    by: 'Sergei Malin',
    stars: 5,
    text: `Спасибо мастеру, подобрал блок на глаз и не ошибся.`,
    english: `Thanks to the master, he chose a block by eye and was not mistaken.`,
    reply: `Forty years of looking at blocks, Sergei. Thank you!`,
  },
  {
    age: '311 d',
    stars: 1,
    text: `rude`,
  },
  {
    age: '436 d',
    by: 'Beatrix Holloway-Smart',
    stars: 5,
    text: `My late husband bought everything for his dinghy here for thirty years. When I came in to sell it back piece by piece they made tea, told me stories about him that I'd never heard, and gave me a price that I know was too kind.

I left with a brass lamp that I didn't need. It is on the landing now.`,
    reply: `He still owes us a boathook. Come by for tea whenever you are on the quay, Beatrix.`,
  },
  {
    age: '702 d',
    by: 'R Yeo',
    stars: 4,
    text: `Proper shop. Cash under a fiver pls lads, sort the card machine out`,
  },
]);

/** The kiosk by the slipway: ice, bait and small spares, closed in winter. */
export const KIOSK: readonly ReviewSeed[] = frozen<ReviewSeed[]>([
  {
    age: '20 d',
    by: 'crabbing crew of four',
    stars: 5,
    text: `Buckets, lines, bacon for bait and advice on which side of the slip to sit. 31 crabs. All put back. Best morning of the half term by miles`,
    photos: ['Our bucket'],
  },
  {
    age: '64 d',
    by: 'Steph Lovell',
    stars: 3,
    text: `It's a kiosk. It sells ice. Closed when we came at 2.45, sign says 3.`,
    reply: `Sorry Steph. When the ice is gone we do pack up early. We are putting the freezer count on the board from next season.`,
  },
  {
    age: '76 d',
    by: 'paddle_jen',
    stars: 5,
    text: `Forgot my leash. They lent me one against my car keys and a promise. Didnt even charge`,
    reply: `The keys were safe with the bait. See you out there, Jen.`,
  },
  { age: '88 d', by: 'Dmitri', stars: 4 },
  {
    age: '121 d',
    by: 'Old Salt Brewer',
    stars: 5,
    text: `Shear pin for a forty year old outboard, out of a jam jar, £1.50. Try getting that anywhere else on a Sunday.`,
  },
  {
    age: '402 d',
    by: 'Nadine Prewitt',
    stars: 2,
    text: `Bait was going off. In fairness it's bait, but I've never had gulls follow me to the car before`,
    reply: `We have no control over the gulls, but we do over the bait, and that box should not have left the hatch. The next one is on us.`,
  },
]);
