import { describe, expect, it } from '@jest/globals';
import type { PostBodyDto } from '../../../../dist/server/posts/post-body.dto.js';
import { completeBody, withoutDefaultEvent } from '../../../../dist/server/posts/post-rules.js';

const TIME = { publishAt: new Date('2027-03-24T16:30:00Z'), timeZone: 'America/New_York' };
const SCHEDULE = { startDate: { year: 2027, month: 3, day: 1 }, startTime: { hours: 18, minutes: 30 } };
const PLAIN: PostBodyDto = { languageCode: 'en-US', summary: 'Fresh from the oven', topicType: 'STANDARD' };

describe('a body as it is stored', () => {
  it('keeps what was typed, without white space at the ends', () => {
    const stored = completeBody({ ...PLAIN, summary: '  First line \n\n second  line\n' }, TIME);
    expect(stored).toEqual({ ...PLAIN, summary: 'First line \n\n second  line' });
  });

  it('keeps the button', () => {
    const callToAction = { actionType: 'BOOK', url: 'https://www.example.com/book' } as const;
    const stored = completeBody({ ...PLAIN, topicType: 'CALL_TO_ACTION', callToAction }, TIME);
    expect(stored.callToAction).toEqual(callToAction);
  });

  it('drops empty offer details', () => {
    const offer = { couponCode: ' ', redeemOnlineUrl: 'https://www.example.com', termsConditions: '' };
    const stored = completeBody({ ...PLAIN, topicType: 'OFFER', offer }, TIME);
    expect(stored.offer).toEqual({ redeemOnlineUrl: 'https://www.example.com' });
  });
});

describe('an event', () => {
  function eventWith(schedule: object) {
    const event = { title: ' Harvest evening ', schedule: { ...SCHEDULE, ...schedule } };
    return completeBody({ ...PLAIN, topicType: 'EVENT', event }, TIME).event;
  }

  it('ends at 23:59 on its start day when no end is given', () => {
    expect(eventWith({})).toEqual({
      title: 'Harvest evening',
      schedule: { ...SCHEDULE, endDate: SCHEDULE.startDate, endTime: { hours: 23, minutes: 59 } },
    });
  });

  it('keeps the end that is given, whole or in part', () => {
    const endDate = { year: 2027, month: 3, day: 4 };
    const endTime = { hours: 20, minutes: 0 };
    expect(eventWith({ endDate, endTime })?.schedule).toEqual({ ...SCHEDULE, endDate, endTime });
    expect(eventWith({ endDate })?.schedule).toMatchObject({ endDate, endTime: { hours: 23, minutes: 59 } });
    expect(eventWith({ endTime })?.schedule).toMatchObject({ endDate: SCHEDULE.startDate, endTime });
  });
});

describe('an offer without title and dates', () => {
  const offer: PostBodyDto = { ...PLAIN, topicType: 'OFFER', summary: 'Six scones for\nfour' };

  it('runs 7 days from its publish time on the clock of its zone, over a change to summer time', () => {
    const stored = completeBody(offer, { ...TIME, publishAt: new Date('2027-03-10T17:30:00Z') });
    expect(stored.event).toEqual({
      title: 'Six scones for four',
      schedule: {
        startDate: { year: 2027, month: 3, day: 10 },
        startTime: { hours: 12, minutes: 30 },
        endDate: { year: 2027, month: 3, day: 17 },
        endTime: { hours: 12, minutes: 30 },
      },
    });
  });

  it('is titled with the first 58 characters of its text, emoji counted as one', () => {
    const stored = completeBody({ ...offer, summary: `${'🥐'.repeat(57)} and more` }, TIME);
    expect(stored.event?.title).toBe('🥐'.repeat(57));
    const longer = completeBody({ ...offer, summary: '🥐'.repeat(100) }, TIME);
    expect(longer.event?.title).toBe('🥐'.repeat(58));
  });

  it('loses the dates that were filled in, so that they can be filled in again', () => {
    expect(withoutDefaultEvent(completeBody(offer, TIME), TIME).event).toBeUndefined();
  });

  it('keeps dates that were typed', () => {
    const typed = completeBody({ ...offer, event: { title: 'Scones', schedule: SCHEDULE } }, TIME);
    expect(withoutDefaultEvent(typed, TIME)).toEqual(typed);
  });
});
