import { frozen } from '../../../config/frozen.js';

/** The descriptions of sample locations, by id; the others have none. */
export const DESCRIPTIONS: Readonly<Partial<Record<string, string>>> = frozen({
  'sample-101':
    'A bakery on the market square since 1998. We bake sourdough, rye and seeded loaves through the night and open the doors at seven. Coffee, soup and sandwiches until four; cakes to order with two days’ notice.',
  'sample-104':
    'Our shop in the arcade makes celebration and wedding cakes beside the daily bread. Come in for a tasting, or have breakfast at the long table.',
  'sample-106':
    'Coffee and pastries by platform 3, from the first train until the evening rush. Order ahead and skip the queue.',
  'sample-201':
    'General and cosmetic dentistry in the Pearl District. New patients are welcome, and most people get an appointment within the week.',
  'sample-202':
    'A dental practice for the whole family, with two dentists who look after children and a play corner in the waiting room.',
  'sample-301':
    'City bikes, tourers and e-bikes, with a workshop that repairs every make while you wait or overnight. We rent by the day and by the week.',
  'sample-303':
    'New and second-hand bicycles on the quays of Cork. We buy old frames, restore them and sell them with a year’s guarantee.',
  'sample-401':
    'Forty rooms on the harbour, a restaurant with a terrace, a spa, and rooms for weddings and conferences of up to 180 guests.',
  'sample-501':
    'A pottery studio with wheel and hand-building classes for beginners and regulars. Our shelves are full of pieces by the people who teach here.',
  'sample-502': 'Small-batch coffee that we roast behind the bar, and breakfast all day at the weekend.',
});
