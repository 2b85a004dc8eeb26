import { describe, expect, it } from '@jest/globals';
import { ApiError } from '../../../client/api/api-error.js';
import { placeFaults } from '../../../client/api/place-faults.js';
import { fieldOf, toDraftPost } from '../../../client/posts/composer/post-body.js';
import type { PostDraft } from '../../../client/posts/composer/post-draft.js';
import { newDraft, storedPost } from '../posts/builders.js';

const check = (change: Partial<PostDraft>) => toDraftPost(newDraft(change), 'Europe/Berlin', undefined);

const EVENT: Partial<PostDraft> = {
  topicType: 'EVENT',
  summary: 'Come in',
  title: 'Harvest evening',
  startDate: '2026-12-01',
  startTime: '18:00',
  endDate: '2026-12-01',
  endTime: '20:00',
};

describe('The request that checks a draft', () => {
  it.each([
    ['no text', ' '],
    ['too long a text', 'x'.repeat(1501)],
  ])('is not made with %s', (_, summary) => {
    expect(check({ summary })).toBeUndefined();
  });

  it('leaves out a location and a time that are not chosen', () => {
    expect(check({ summary: 'Come in', publishDate: '' })).toEqual({
      timeZone: 'Europe/Berlin',
      postBody: { languageCode: 'en-US', summary: 'Come in', topicType: 'STANDARD' },
    });
  });

  it('has the id of the edited post, and no time zone', () => {
    const post = storedPost();
    const draft = newDraft({ summary: 'Come in', locationId: 'location-2' });
    expect(toDraftPost(draft, 'Europe/Berlin', post)).toMatchObject({
      postId: post.id,
      locationId: 'location-2',
    });
    expect(toDraftPost(draft, 'Europe/Berlin', post)).not.toHaveProperty('timeZone');
  });

  it.each<Partial<PostDraft>>([
    { title: ' ' },
    { title: 'x'.repeat(59) },
    { startDate: '' },
    { startTime: '' },
    { endDate: '' },
    { endTime: '' },
  ])('leaves out an event with %j', (change) => {
    expect(check(EVENT)?.postBody.event?.title).toBe('Harvest evening');
    expect(check({ ...EVENT, ...change })?.postBody).not.toHaveProperty('event');
  });

  it('keeps the period of an offer without times', () => {
    const offer = check({ ...EVENT, topicType: 'OFFER', startTime: '', endTime: '' });
    expect(offer?.postBody.event?.schedule.endTime).toEqual({ hours: 23, minutes: 59 });
  });

  it('leaves out an incomplete link', () => {
    const action = (actionUrl: string) =>
      check({ topicType: 'CALL_TO_ACTION', summary: 'Come in', actionType: 'BOOK', actionUrl })?.postBody
        .callToAction?.url;
    expect(action('https://exa')).toBeUndefined();
    expect(action('https://example.com')).toBe('https://example.com');
  });
});

it('Errors for paths of a request are shown at the fields of the composer', () => {
  const faults = {
    publishAt: 'Publish time must be in the future',
    'postBody.callToAction.url': 'Link must be an address',
    'postBody.event.schedule.startDate.year': 'Year must be from 2000 to 9999',
    'postBody.event.schedule.endDate': 'This day doesn’t exist',
    'postBody.event': 'Event must be an object',
    'postBody.languageCode': 'Language must be en-US',
  };
  const body = {
    code: 'invalid_body',
    errors: Object.entries(faults).map(([field, message]) => ({ field, message })),
  };
  const error = ApiError.from(new Response(null, { status: 400 }), body);
  const { errors, rest } = placeFaults(error, fieldOf);
  expect(errors).toEqual({
    publishDate: 'Publish time must be in the future',
    actionUrl: 'Link must be an address',
    startDate: 'Year must be from 2000 to 9999',
    endDate: 'This day doesn’t exist',
    title: 'Event must be an object',
  });
  expect(rest).toEqual(['Language must be en-US']);
  expect(placeFaults(new TypeError('x is undefined'), fieldOf)).toEqual({ errors: {}, rest: [] });
});
