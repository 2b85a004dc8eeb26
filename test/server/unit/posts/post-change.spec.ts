import { describe, expect, it } from '@jest/globals';
import { completeBody, planChange } from '../../../../dist/server/posts/post-rules.js';
import type { PostRow } from '../../../../dist/server/posts/posts.repository.js';

const NOW = new Date('2026-11-21T12:00:00Z');
const LATER = '2026-12-01T09:00:00Z';
const IN_THE_PAST = [{ field: 'publishAt', message: 'Publish time must be in the future' }];

function post(row: Partial<PostRow> = {}): PostRow {
  return {
    id: '0d3e8f52-7d3a-4a52-9c2d-5f5b6c0c9a11',
    workspaceId: 'u1',
    source: 'sample',
    subject: null,
    seeded: false,
    accountId: 'sample-hearth-and-crumb',
    locationId: 'sample-101',
    locationName: 'Hearth & Crumb, Market Square',
    storeCode: 'HC-01',
    timeZone: 'UTC',
    postType: 'STANDARD',
    body: { languageCode: 'en-US', summary: 'Fresh', topicType: 'STANDARD' },
    publishAt: new Date('2026-11-25T09:00:00Z'),
    wallTime: '2026-11-25T09:00',
    status: 'SCHEDULED',
    detail: null,
    version: 1,
    attempt: 0,
    leaseUntil: null,
    nextStepAt: null,
    googleName: null,
    googleUrl: null,
    publishedAt: null,
    errorDetails: null,
    campaignId: null,
    isCampaignException: false,
    createdAt: NOW,
    updatedAt: NOW,
    ...row,
  };
}

const overdue = new Date('2026-11-21T11:00:00Z');

describe('a change of a scheduled post', () => {
  it('keeps what it leaves out', () => {
    const { publishAt, timeZone, postType, body } = post();
    expect(planChange(post(), {}, NOW)).toEqual({
      faults: [],
      planned: { publishAt, timeZone, postType, body },
    });
  });

  it('refuses a new publish time in the past', () => {
    expect(planChange(post(), { publishAt: overdue.toISOString() }, NOW).faults).toEqual(IN_THE_PAST);
  });

  it('leaves a publish time alone that has passed in the meantime', () => {
    const due = post({ publishAt: overdue });
    expect(planChange(due, { timeZone: 'Europe/Berlin' }, NOW).faults).toEqual([]);
    expect(planChange(due, { publishAt: '2026-11-21T12:00:00+01:00' }, NOW).faults).toEqual([]);
  });

  it('may turn it into another type', () => {
    const callToAction = { actionType: 'CALL' } as const;
    const postBody = {
      languageCode: 'en-US',
      summary: 'Ring us',
      topicType: 'CALL_TO_ACTION',
      callToAction,
    } as const;
    expect(planChange(post(), { postBody }, NOW).planned).toMatchObject({
      postType: 'CALL_TO_ACTION',
      body: postBody,
    });
  });

  it('names the faults of time and content together', () => {
    const postBody = { languageCode: 'en-US', summary: 'Ring us', topicType: 'CALL_TO_ACTION' } as const;
    const { faults } = planChange(post(), { publishAt: overdue.toISOString(), postBody }, NOW);
    expect(faults.map(({ field }) => field)).toEqual(['publishAt', 'postBody.callToAction.actionType']);
  });

  it('moves the dates of an offer that were filled in, and no others', () => {
    const time = { publishAt: new Date('2026-11-25T09:00:00Z'), timeZone: 'UTC' };
    const offer = { languageCode: 'en-US', summary: 'Scones', topicType: 'OFFER' } as const;
    const filledIn = post({ postType: 'OFFER', body: completeBody(offer, time) });
    expect(planChange(filledIn, { publishAt: LATER }, NOW).planned.body.event?.schedule.startDate).toEqual({
      year: 2026,
      month: 12,
      day: 1,
    });
    const schedule = { startDate: { year: 2026, month: 11, day: 26 }, startTime: { hours: 9, minutes: 0 } };
    const typed = post({
      postType: 'OFFER',
      body: completeBody({ ...offer, event: { title: 'Scones', schedule } }, time),
    });
    expect(planChange(typed, { publishAt: LATER }, NOW).planned.body.event?.schedule.startDate).toEqual(
      schedule.startDate,
    );
  });
});

describe('a change of a failed post', () => {
  const failed = post({ status: 'FAILED', publishAt: overdue });

  it('asks for a publish time in the future', () => {
    expect(planChange(failed, {}, NOW).faults).toEqual(IN_THE_PAST);
    expect(planChange(failed, { publishAt: LATER }, NOW).faults).toEqual([]);
  });
});
