import { describe, expect, it } from '@jest/globals';
import { toDraftPost } from '../../../client/posts/draft-check.js';
import type { PostDraft } from '../../../client/posts/post-draft.js';
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

describe('The check of a draft', () => {
  it.each([
    ['nothing', ' '],
    ['too much', 'x'.repeat(1501)],
  ])('has no sense with %s written', (_, summary) => {
    expect(check({ summary })).toBeUndefined();
  });

  it('leaves out place and time that are not chosen', () => {
    expect(check({ summary: 'Come in', publishDate: '' })).toEqual({
      timeZone: 'Europe/Berlin',
      postBody: { languageCode: 'en-US', summary: 'Come in', topicType: 'STANDARD' },
    });
  });

  it('is of a change, in the zone that the post has', () => {
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

  it('leaves out a link that is still being typed', () => {
    const action = (actionUrl: string) =>
      check({ topicType: 'CALL_TO_ACTION', summary: 'Come in', actionType: 'BOOK', actionUrl })?.postBody
        .callToAction?.url;
    expect(action('https://exa')).toBeUndefined();
    expect(action('https://example.com')).toBe('https://example.com');
  });
});
