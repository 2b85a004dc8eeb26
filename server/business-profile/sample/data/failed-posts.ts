import { frozen } from '../../../config/frozen.js';
import { type PostSeed, REFUSED } from '../post-seed.js';

export const FAILED_POSTS: PostSeed[] = frozen([
  {
    locationId: 'sample-104',
    timeZone: 'Europe/London',
    topicType: 'STANDARD',
    summary:
      'Celebration cakes can be ordered from today. Ring us on 0114 496 0104 and tell us how many you feed; we do the arithmetic and the icing.',
    status: 'FAILED',
    due: { days: -2, utcHour: 9 },
    attempts: [REFUSED],
  },
  {
    locationId: 'sample-202',
    timeZone: 'America/Los_Angeles',
    topicType: 'CALL_TO_ACTION',
    summary: 'First visit with the little ones? Our picture guide shows what happens, chair by chair.',
    callToAction: { actionType: 'LEARN_MORE', url: 'https://brightwaterdental.example.com/first-visit' },
    status: 'FAILED',
    due: { days: -4, utcHour: 17 },
    attempts: ['Google could not open the link behind the button. Check the address and try again.'],
  },
  {
    locationId: 'sample-503',
    timeZone: 'Europe/London',
    topicType: 'EVENT',
    summary: 'Quiz night: eight tables, six rounds, one very large bottle of something sparkling.',
    event: { title: 'Viaduct quiz night', days: [-7, -7], times: ['19:30', '22:30'] },
    status: 'FAILED',
    detail: 'connection_lost',
    due: { days: -9, utcHour: 16 },
    attempts: [
      'Google was not available. Shingle tried again by itself.',
      'The connection to Google was lost before the post could be sent. Connect again, then try again.',
    ],
  },
  {
    locationId: 'sample-401',
    timeZone: 'Europe/London',
    topicType: 'OFFER',
    summary:
      'Stay three nights, pay for two: our midweek rate for everybody who likes the harbour best when it is quiet and the breakfast room half empty.',
    offer: { couponCode: 'MIDWEEK', redeemOnlineUrl: 'https://quaysidehotels.example.com/bristol/midweek' },
    event: { title: 'Three nights for two', days: [-1, 29], times: ['00:00', '23:59'] },
    status: 'FAILED',
    due: { days: -1, utcHour: 8 },
    attempts: [REFUSED],
  },
]);
