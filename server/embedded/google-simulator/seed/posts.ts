import type { Post } from '../model.js';
import { ACCOUNT_IDS } from './accounts.js';
import { IDRIS, TAMSIN } from './people.js';

/** Posts that were made long ago and elsewhere. */
export function seedPosts(): Post[] {
  return [
    post('7000000000000000001', '2026-01-12T09:30:00Z', {
      author: TAMSIN,
      accountId: ACCOUNT_IDS.bakeries,
      locationId: '4200000000000000103',
      fields: {
        languageCode: 'en-GB',
        topicType: 'STANDARD',
        summary: 'The seeded rye is back on the shelf. First come, first sliced.',
      },
    }),
    post('7000000000000000002', '2026-02-03T12:00:00Z', {
      author: TAMSIN,
      accountId: ACCOUNT_IDS.bakeries,
      locationId: '4200000000000000103',
      fields: {
        languageCode: 'en-GB',
        topicType: 'STANDARD',
        summary: 'Order your birthday cake by Wednesday and collect it on Saturday.',
        callToAction: { actionType: 'ORDER', url: 'https://marlowe-finch.example.com/cakes' },
      },
    }),
    post('7000000000000000003', '2026-02-20T16:15:00Z', {
      author: IDRIS,
      accountId: ACCOUNT_IDS.cycles,
      locationId: '4200000000000000202',
      fields: {
        languageCode: 'en-GB',
        topicType: 'OFFER',
        summary: 'A spring service with new brake pads at the price of the service alone.',
        event: {
          title: 'Spring service',
          schedule: {
            startDate: { year: 2026, month: 3, day: 1 },
            startTime: { hours: 8 },
            endDate: { year: 2026, month: 3, day: 31 },
            endTime: { hours: 17 },
          },
        },
        offer: { couponCode: 'SPRING', termsConditions: 'One bicycle each.' },
      },
    }),
  ];
}

function post(
  id: string,
  createdAt: string,
  what: Pick<Post, 'author' | 'accountId' | 'locationId' | 'fields'>,
): Post {
  const time = Date.parse(createdAt);
  return {
    id,
    ...what,
    createTime: time,
    updateTime: time,
    reviewedAt: time,
    verdict: 'LIVE',
    listedFrom: time,
  };
}
