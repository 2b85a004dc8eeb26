import { frozen } from '../../../config/frozen.js';
import type { PostSeed } from '../post-seed.js';

const OPEN_KILN_NIGHT = `Once a year we open the big kiln in front of an audience, and this is the night. Eleven weeks of work from forty pairs of hands come out of the fire: mugs, platters, a chess set, and at least one teapot that nobody can explain.

How the evening goes:
6:00 pm: doors open, soup and bread from the neighbours
6:30 pm: a short walk through the studio, from the clay store to the glaze room
7:00 pm: we break the seal and take the first shelf out together
8:00 pm: makers tell the story of one piece each, three minutes at most
9:00 pm: the seconds table opens, everything under 20 dollars

You need no ticket and no experience with clay. Children are welcome until eight and get a lump of stoneware to keep their hands busy. The studio is on the ground floor and step-free; there is one parking space at the door for those who need it, and the streetcar stops at the corner.

Two things to bring: a layer you can take off, because the kiln room is warm even in winter, and newspaper for wrapping what you buy. We have boxes, but never enough of them.

Everything from the seconds table goes into the bursary that pays for the Tuesday evening course of people who could not come otherwise. Last year it paid for nine places. We would love to make it twelve.

If you made something in one of our courses this year, it is probably on shelf two or three. Come and claim it before somebody else falls in love with it. And if you have never held clay in your hands: this is a good evening to start.`;

export const SCHEDULED_POSTS: PostSeed[] = frozen([
  {
    locationId: 'sample-502',
    timeZone: 'America/Toronto',
    topicType: 'STANDARD',
    summary:
      'New on the bar: a washed coffee from a single farm, roasted on Tuesday, with the taste of red apple and honey. Ask for it as a filter and give it two minutes to cool.',
    status: 'SCHEDULED',
    due: { minutes: 180 },
  },
  {
    locationId: 'sample-201',
    timeZone: 'America/Los_Angeles',
    topicType: 'CALL_TO_ACTION',
    summary:
      'A check-up takes half an hour and saves many. We have early appointments from Monday to Thursday, and one late one for those who cannot leave work.',
    callToAction: { actionType: 'BOOK', url: 'https://brightwaterdental.example.com/pearl-district/book' },
    status: 'SCHEDULED',
    due: { days: 2, utcHour: 17 },
  },
  {
    locationId: 'sample-501',
    timeZone: 'America/Toronto',
    topicType: 'EVENT',
    summary: OPEN_KILN_NIGHT,
    event: { title: 'Open kiln night', days: [9, 9], times: ['18:00', '22:00'] },
    status: 'SCHEDULED',
    due: { days: 4, utcHour: 15 },
  },
  {
    locationId: 'sample-102',
    timeZone: 'Europe/London',
    topicType: 'OFFER',
    summary:
      'Six cheese scones for the price of four, baked while you wait. Say the word at the till or show this post.',
    offer: { couponCode: 'SIXFORFOUR', termsConditions: 'While stocks last, one box per person and day.' },
    event: { title: 'Six cheese scones for four', days: [7, 21], times: ['07:30', '17:00'] },
    status: 'SCHEDULED',
    due: { days: 7, utcHour: 8 },
  },
]);
