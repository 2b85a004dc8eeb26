import { describe, expect, it } from '@jest/globals';
import type { PostBodyDto } from '../../../../dist/server/posts/post-body.dto.js';
import { faultsOfBody, faultsOfPublishTime } from '../../../../dist/server/posts/post-rules.js';

const NOW = new Date('2026-11-21T12:00:00Z');
const CALL_TO_ACTION = { actionType: 'BOOK', url: 'https://www.example.com/book' } as const;
const START = { startDate: { year: 2027, month: 3, day: 1 }, startTime: { hours: 18, minutes: 30 } };
const EVENT = { title: 'Harvest evening', schedule: START };
const OFFER = { couponCode: 'AUTUMN15' };

function body(topicType: PostBodyDto['topicType'], parts: Partial<PostBodyDto> = {}): PostBodyDto {
  return { languageCode: 'en-US', summary: 'Fresh from the oven', topicType, ...parts };
}

function fieldsOf(faulty: PostBodyDto): string[] {
  return faultsOfBody(faulty).map(({ field }) => field);
}

describe('a publish time', () => {
  const fault = { field: 'publishAt', message: 'Publish time must be in the future' };

  it('lies in the future', () => {
    expect(faultsOfPublishTime(new Date('2026-11-21T12:00:00.001Z'), NOW)).toEqual([]);
    expect(faultsOfPublishTime(NOW, NOW)).toEqual([fault]);
    expect(faultsOfPublishTime(new Date('2026-11-21T11:59:59.999Z'), NOW)).toEqual([fault]);
  });

  it('lies within 5 years', () => {
    expect(faultsOfPublishTime(new Date('2031-11-21T12:00:00Z'), NOW)).toEqual([]);
    expect(faultsOfPublishTime(new Date('2031-11-21T12:00:00.001Z'), NOW)).toEqual([
      { field: 'publishAt', message: 'Publish time must be within 5 years' },
    ]);
  });
});

describe('the parts of a body', () => {
  it.each<[string, PostBodyDto]>([
    ['a standard post alone', body('STANDARD')],
    ['a call to action with its button', body('CALL_TO_ACTION', { callToAction: CALL_TO_ACTION })],
    ['a call button without a link', body('CALL_TO_ACTION', { callToAction: { actionType: 'CALL' } })],
    ['a button without a link', body('CALL_TO_ACTION', { callToAction: { actionType: 'LEARN_MORE' } })],
    ['an event with a start alone, as specified', body('EVENT', { event: EVENT })],
    ['an offer without anything, as specified', body('OFFER')],
    ['an offer with title and dates', body('OFFER', { offer: OFFER, event: EVENT })],
  ])('are right for %s', (_name, right) => {
    expect(faultsOfBody(right)).toEqual([]);
  });

  it('ask a call-to-action post for its type', () => {
    expect(faultsOfBody(body('CALL_TO_ACTION'))).toEqual([
      { field: 'postBody.callToAction.actionType', message: 'Please select a call-to-action type' },
    ]);
  });

  it('ask an event for its title', () => {
    expect(faultsOfBody(body('EVENT'))).toContainEqual({
      field: 'postBody.event.title',
      message: 'Event title is required',
    });
  });

  it('leave no link to a call button', () => {
    const callToAction = { ...CALL_TO_ACTION, actionType: 'CALL' as const };
    expect(fieldsOf(body('CALL_TO_ACTION', { callToAction }))).toEqual(['postBody.callToAction.url']);
  });

  it.each<[string, PostBodyDto['topicType'], Partial<PostBodyDto>]>([
    ['callToAction', 'STANDARD', { callToAction: CALL_TO_ACTION }],
    ['callToAction', 'EVENT', { callToAction: CALL_TO_ACTION, event: EVENT }],
    ['callToAction', 'OFFER', { callToAction: CALL_TO_ACTION }],
    ['event', 'STANDARD', { event: EVENT }],
    ['event', 'CALL_TO_ACTION', { callToAction: CALL_TO_ACTION, event: EVENT }],
    ['offer', 'STANDARD', { offer: OFFER }],
    ['offer', 'CALL_TO_ACTION', { callToAction: CALL_TO_ACTION, offer: OFFER }],
    ['offer', 'EVENT', { event: EVENT, offer: OFFER }],
  ])('%s does not belong to %s', (part, topicType, parts) => {
    expect(fieldsOf(body(topicType, parts))).toEqual([`postBody.${part}`]);
  });

  it('are all named at once', () => {
    expect(fieldsOf(body('CALL_TO_ACTION', { event: EVENT, offer: OFFER }))).toEqual([
      'postBody.event',
      'postBody.offer',
      'postBody.callToAction.actionType',
    ]);
  });

  it('may be null instead of left out', () => {
    const nothing = { callToAction: null, event: null, offer: null } as unknown as Partial<PostBodyDto>;
    expect(faultsOfBody(body('STANDARD', nothing))).toEqual([]);
  });
});

describe('the dates of an event', () => {
  function withSchedule(schedule: object): PostBodyDto {
    return body('EVENT', { event: { title: 'Harvest evening', schedule: { ...START, ...schedule } } });
  }

  it('exist in the calendar', () => {
    const impossible = { year: 2027, month: 2, day: 30 };
    expect(
      faultsOfBody(withSchedule({ startDate: impossible, endDate: { ...impossible, month: 4, day: 31 } })),
    ).toEqual([
      { field: 'postBody.event.schedule.startDate', message: 'This day doesn’t exist' },
      { field: 'postBody.event.schedule.endDate', message: 'This day doesn’t exist' },
    ]);
    expect(faultsOfBody(withSchedule({ startDate: { year: 2028, month: 2, day: 29 } }))).toEqual([]);
    expect(fieldsOf(withSchedule({ startDate: { year: 2027, month: 2, day: 29 } }))).toEqual([
      'postBody.event.schedule.startDate',
    ]);
  });

  it('end after they start', () => {
    const message = 'Event must end after it starts';
    expect(faultsOfBody(withSchedule({ endDate: { year: 2027, month: 2, day: 28 } }))).toEqual([
      { field: 'postBody.event.schedule.endDate', message },
    ]);
    expect(faultsOfBody(withSchedule({ endTime: { hours: 18, minutes: 29 } }))).toEqual([
      { field: 'postBody.event.schedule.endTime', message },
    ]);
    expect(
      faultsOfBody(withSchedule({ endDate: START.startDate, endTime: { hours: 18, minutes: 31 } })),
    ).toEqual([]);
    const nextMorning = { endDate: { year: 2027, month: 3, day: 2 }, endTime: { hours: 2, minutes: 0 } };
    expect(faultsOfBody(withSchedule(nextMorning))).toEqual([]);
  });

  it('may start in the last minute of a day', () => {
    expect(faultsOfBody(withSchedule({ startTime: { hours: 23, minutes: 59 } }))).toEqual([]);
  });
});
