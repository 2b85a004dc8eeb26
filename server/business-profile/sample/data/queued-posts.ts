import { frozen } from '../../../config/frozen.js';
import type { PostSeed } from '../post-seed.js';

export const QUEUED_POSTS: PostSeed[] = frozen([
  {
    locationId: 'sample-105',
    timeZone: 'Europe/London',
    topicType: 'STANDARD',
    summary: 'The window tables by the canal are back. First come, first seated.',
    status: 'QUEUED',
    detail: 'in_review',
    due: { minutes: -3 },
  },
  {
    locationId: 'sample-401',
    timeZone: 'Europe/London',
    topicType: 'CALL_TO_ACTION',
    summary:
      'Two rooms with a view of the harbour have come free for the coming weekend. Call the desk: whoever rings first picks the floor.',
    callToAction: { actionType: 'CALL' },
    status: 'QUEUED',
    detail: 'waiting_for_quota',
    due: { minutes: -2 },
  },
  {
    locationId: 'sample-503',
    timeZone: 'Europe/London',
    topicType: 'EVENT',
    summary:
      'Four local bands, one tiny stage. Doors at seven, first set at eight, last orders when the last song is played.',
    event: { title: 'Arches sessions, part six', days: [6, 7], times: ['19:00', '02:00'] },
    status: 'QUEUED',
    detail: 'in_review',
    due: { minutes: -6 },
  },
  {
    locationId: 'sample-302',
    timeZone: 'Europe/Dublin',
    topicType: 'OFFER',
    summary: 'Hire two bikes for the pier and pay for one, every weekday until the end of the month.',
    offer: { couponCode: 'PIERPAIR', termsConditions: 'Tuesday to Friday. Bring a photo ID.' },
    event: { title: 'Two bikes for the price of one', days: [0, 14], times: ['10:00', '17:30'] },
    status: 'QUEUED',
    detail: 'in_review',
    due: { minutes: -5 },
  },
]);
