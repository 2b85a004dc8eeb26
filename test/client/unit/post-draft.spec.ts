import { describe, expect, it } from '@jest/globals';
import { draftOf, toNewPost } from '../../../client/posts/composer/post-body.js';
import {
  countCharacters,
  emptyDraft,
  publishInstants,
  withPreset,
} from '../../../client/posts/composer/post-draft.js';
import { newDraft, storedPost } from '../posts/builders.js';

const NOW = new Date('2026-11-21T10:00:40Z');
const ZONE = 'Europe/Berlin';

const publishTime = ({ publishDate, publishTime: time }: { publishDate: string; publishTime: string }) =>
  `${publishDate} ${time}`;

describe('A new draft', () => {
  it('is published one hour from now, rounded to the minute', () => {
    expect(publishTime(emptyDraft(NOW, ZONE))).toBe('2026-11-21 12:01');
    expect(publishTime(emptyDraft(new Date('2026-11-21T23:30:00Z'), 'UTC'))).toBe('2026-11-22 00:30');
  });

  it('is published one hour from now also in the second hour of a clock change', () => {
    const draft = emptyDraft(new Date('2027-10-31T00:30:00Z'), ZONE);
    expect(publishTime(draft)).toBe('2027-10-31 02:30');
    expect(publishInstants(draft, ZONE).chosen?.toISOString()).toBe('2027-10-31T01:30:00.000Z');
  });

  it('uses a given location and day', () => {
    const draft = withPreset(emptyDraft(NOW, ZONE), { locationId: 'here', date: '2026-12-24' }, NOW, ZONE);
    expect(draft.locationId).toBe('here');
    expect(publishTime(draft)).toBe('2026-12-24 12:01');
  });

  it.each(['2026-11-20', '2020-01-01'])('does not use a day in the past: %s', (date) => {
    expect(publishTime(withPreset(emptyDraft(NOW, ZONE), { date }, NOW, ZONE))).toBe('2026-11-21 12:01');
  });
});

describe('A stored draft', () => {
  it('keeps its location and time', () => {
    const draft = newDraft({ locationId: 'there', publishDate: '2026-11-30', publishTime: '09:00' });
    expect(withPreset(draft, {}, NOW, ZONE)).toEqual(draft);
  });

  it('keeps a cleared time', () => {
    const draft = newDraft({ publishDate: '', publishTime: '09:00' });
    expect(withPreset(draft, {}, NOW, ZONE)).toEqual(draft);
  });

  it('is published in one hour when its time is over', () => {
    const draft = newDraft({ publishDate: '2026-11-21', publishTime: '10:59' });
    expect(publishTime(withPreset(draft, {}, NOW, ZONE))).toBe('2026-11-21 12:01');
  });

  it('uses the location and day that are chosen now', () => {
    const draft = newDraft({ locationId: 'there', publishDate: '2026-11-30', publishTime: '09:00' });
    const opened = withPreset(draft, { locationId: 'here', date: '2026-12-24' }, NOW, ZONE);
    expect(opened).toEqual({ ...draft, locationId: 'here', publishDate: '2026-12-24' });
  });
});

describe('The draft of a post being edited', () => {
  it("has its values, in the viewer's time zone", () => {
    const post = storedPost({
      publishAt: '2026-12-01T09:00:30.000Z',
      postType: 'OFFER',
      postBody: {
        languageCode: 'en-US',
        summary: 'Text',
        topicType: 'OFFER',
        event: {
          title: 'Autumn',
          schedule: {
            startDate: { year: 2026, month: 12, day: 1 },
            startTime: { hours: 9, minutes: 5 },
            endDate: { year: 2026, month: 12, day: 8 },
            endTime: { hours: 20, minutes: 0 },
          },
        },
        offer: { couponCode: 'A15' },
      },
    });
    expect(draftOf(post, NOW, ZONE)).toMatchObject({
      topicType: 'OFFER',
      title: 'Autumn',
      startDate: '2026-12-01',
      startTime: '09:05',
      endDate: '2026-12-08',
      endTime: '20:00',
      couponCode: 'A15',
      redeemOnlineUrl: '',
      publishDate: '2026-12-01',
      publishTime: '10:00',
      occurrence: 'first',
    });
  });

  it('keeps its photo when it is sent again', () => {
    const photoId = '5b8f6f0a-6c1f-4a55-9d1c-2f1f5f0d9e11';
    const post = storedPost({ publishAt: '2026-12-01T09:00:00.000Z' });
    const draft = draftOf({ ...post, postBody: { ...post.postBody, photoId } }, NOW, ZONE);
    expect(toNewPost(draft, ZONE).postBody.photoId).toBe(photoId);
    expect(toNewPost(draftOf(post, NOW, ZONE), ZONE).postBody).not.toHaveProperty('photoId');
  });

  it('is published in one hour when its time is over', () => {
    const post = storedPost({ publishAt: '2026-11-20T09:00:00.000Z', status: 'FAILED' });
    expect(publishTime(draftOf(post, NOW, ZONE))).toBe('2026-11-21 12:01');
  });
});

it('Characters are counted by code points', () => {
  expect(countCharacters('Grüße 🥐')).toBe(7);
});
