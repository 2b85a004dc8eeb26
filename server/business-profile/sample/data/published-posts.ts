import { frozen } from '../../../config/frozen.js';
import type { PostSeed } from '../post-seed.js';

export const PUBLISHED_POSTS: PostSeed[] = frozen([
  {
    locationId: 'sample-101',
    timeZone: 'Europe/London',
    topicType: 'STANDARD',
    summary:
      'The rye is back. Forty-eight hours of fermenting, a dark crust and a crumb that stays moist until the weekend. The first loaves leave the oven at eight.',
    status: 'PUBLISHED',
    due: { days: -26, utcHour: 7 },
    attempts: [null],
  },
  {
    locationId: 'sample-501',
    timeZone: 'America/Toronto',
    topicType: 'EVENT',
    summary:
      'Open studio: see how a bowl comes into being, try the wheel yourself and take home a seconds piece for a song. Tea and biscuits are on us.',
    event: { title: 'Open studio weekend', days: [-11, -10], times: ['11:00', '16:00'] },
    status: 'PUBLISHED',
    due: { days: -18, utcHour: 14 },
    attempts: [null],
  },
  {
    locationId: 'sample-103',
    timeZone: 'Europe/London',
    topicType: 'CALL_TO_ACTION',
    summary:
      'Lunch for the whole office: order your sandwich platter by ten, and it is on your table at noon.',
    callToAction: { actionType: 'ORDER', url: 'https://hearthandcrumb.example.com/nottingham/platters' },
    status: 'PUBLISHED',
    due: { days: -12, utcHour: 9 },
    attempts: ['Google was not available. Shingle tried again by itself.', null],
  },
  {
    locationId: 'sample-301',
    timeZone: 'Europe/Dublin',
    topicType: 'OFFER',
    summary: 'See and be seen: a full service with a set of lights fitted, for the price of the service.',
    offer: {
      couponCode: 'LIGHTSON',
      redeemOnlineUrl: 'https://spokeandchain.example.org/dublin/service',
      termsConditions: 'One bike per customer. Lights up to 25 euro.',
    },
    event: { title: 'Free lights with a full service', days: [-5, 16], times: ['09:30', '18:00'] },
    status: 'PUBLISHED',
    due: { days: -5, utcHour: 10 },
    attempts: [null],
  },
]);
