import { frozen } from '../../frozen.js';
import type { ReviewSeed } from './review-seed.js';

/** A framer's workshop. */
export const FRAMING: readonly ReviewSeed[] = frozen<ReviewSeed[]>([
  {
    age: '14 h',
    by: 'Doreen Applegarth',
    stars: 5,
    text: `Brought in a sampler my great gran stitched in 1911, moth holes and all. They didn't hide the holes. They mounted it so that the holes look meant. I cried in the shop and was given a tissue and a biscuit.`,
    photos: ['The sampler in its frame'],
  },
  {
    age: '4 d',
    by: 'Stu Pargeter',
    stars: 3,
    text: `Frame is spot on. Took seven weeks, was quoted four. A text would of been nice.`,
  },
  {
    age: '12 d',
    by: 'Ewa N',
    stars: 5,
    text: `Honest people: I came to spend £150 on a frame and they told me that the £40 one suits the picture better. It does.`,
    reply: `Thank you, Ewa. The picture was right and we only listened to it.`,
  },
  { age: '21 d', by: 'Lionel Greaves', stars: 4, reply: `Thank you for the stars, Lionel.` },
  {
    age: '33 d',
    by: 'Cass & Jo',
    stars: 5,
    text: `Six wedding photos, six different frames, one wall. We'd argued about it for a year. Took them twenty minutes with a roll of brown paper.`,
    photos: ['The wall'],
  },
  {
    age: '50 d',
    by: 'N. Fairbrass',
    stars: 1,
    text: `Glass cracked in one corner when I unwrapped it at home. Told on the phone that it "left the shop fine". So it's my word against theirs is it? £88.`,
    reply: `Whoever said that on the phone was wrong, and it was me. Bring it in and we change the glass the same day, no questions. I am sorry.`,
  },
  {
    age: '76 d',
    by: 'Bruno Salgueiro',
    stars: 5,
    text: `Trabalho impecável e preço justo. Até explicaram como pendurar o espelho.`,
    english: `Impeccable work and a fair price. They even explained how to hang the mirror.`,
  },
  {
    age: '88 d',
    by: 'Yvette Lamarque',
    stars: 2,
    text: `I was quoted over the phone for one size and then charged for another when I came in, because "the glass comes in steps". Nobody mentioned steps on the phone!!`,
    reply: `The glass does come in steps, and we should have said so on the phone. The difference has gone back to your card.`,
  },
  {
    age: '103 d',
    by: 'art teacher at large',
    stars: 4,
    text: `They gave us all their offcuts of mountboard for the school, two bin bags of it. Framing itself good but not cheap`,
    reply: `The offcuts are yours every first Friday. We would like to see what Year 9 makes of them.`,
  },
  {
    age: '154 d',
    by: 'Maud Perrin',
    stars: 5,
    text: `Patient. I changed my mind about the mount four times.`,
  },
  {
    age: '230 d',
    by: 'Dinesh K',
    stars: 2,
    text: `Parked on the double yellows because there is nowhere else, got a ticket, and the frame wasn't ready when they'd said it was. Frame nice. Total cost of frame £105.`,
    reply: `We cannot do much about the yellow lines, but the frame should have been ready. Next time we bring it out to the car.`,
  },
  {
    age: '262 d',
    by: 'Tadhg',
    stars: 5,
    text: `Football shirt framed, grass stain and all, sleeves the way I asked. Mint`,
  },
  {
    age: '301 d',
    by: 'Elspeth Rowntree',
    stars: 5,
    text: `If you have something fragile, come here. If you have something ugly, come here too: they framed my son's first oil painting so well that people ask who did it.`,
  },
  {
    age: '512 d',
    by: 'Gethin',
    stars: 4,
    text: `Diolch am eich help! Ffrâm hyfryd.`,
    english: `Thank you for your help! A lovely frame.`,
  },
  {
    age: '655 d',
    by: 'B. Quigley',
    stars: 5,
    text: `Ash frame, oiled, perfect mitres. As a joiner I looked for something to complain about`,
  },
]);
