import { describe, expect, it } from '@jest/globals';
import { firstFault } from '../../../client/posts/composer/draft-rules.js';
import type { PostDraft } from '../../../client/posts/composer/post-draft.js';
import { LINKS, NO_LINKS, PRIVATE_LINKS } from '../../support/page/links.js';
import { newDraft } from '../posts/builders.js';

const NOW = new Date('2026-11-21T10:00:00Z');
const GOOD: Partial<PostDraft> = {
  locationId: 'here',
  summary: 'Text',
  publishDate: '2026-11-21',
  publishTime: '12:00',
};

const faultOf = (change: Partial<PostDraft>, timeZone = 'Europe/Berlin') => {
  const fault = firstFault(newDraft({ ...GOOD, ...change }), { now: NOW, timeZone });
  return fault && [fault.field, fault.message];
};

const EVENT: Partial<PostDraft> = {
  topicType: 'EVENT',
  title: 'Harvest evening',
  startDate: '2026-12-01',
  startTime: '18:00',
  endDate: '2026-12-01',
  endTime: '20:00',
};
const OFFER: Partial<PostDraft> = { ...EVENT, topicType: 'OFFER', startTime: '', endTime: '' };
const ACTION: Partial<PostDraft> = { topicType: 'CALL_TO_ACTION', actionType: 'BOOK' };

describe('A draft that breaks no rule', () => {
  it.each([
    ['a standard update', {}],
    ['an action with a link', { ...ACTION, actionUrl: ' http://example.com ' }],
    ['an action without a link', ACTION],
    ['a call, whatever stands in the hidden link', { ...ACTION, actionType: 'CALL', actionUrl: 'nonsense' }],
    ['an event', EVENT],
    ['an offer without times', OFFER],
    ['an offer of one day', { ...OFFER, endDate: '2026-12-01' }],
    [
      'a standard update with faults in hidden fields',
      { title: 'x'.repeat(99), redeemOnlineUrl: 'nonsense' },
    ],
    ['1500 characters, some of them emoji', { summary: '🥐'.repeat(1500) }],
    ['the last minute within five years', { publishDate: '2031-11-21', publishTime: '11:00' }],
  ] satisfies [string, Partial<PostDraft>][])('%s', (_, change) => {
    expect(faultOf(change)).toBeUndefined();
  });
});

describe('The rules', () => {
  it('are in the specified order', () => {
    const all: Partial<PostDraft> = {
      ...EVENT,
      summary: ' \n',
      locationId: '',
      publishDate: '',
      title: ' ',
      endDate: '',
    };
    expect(faultOf(all)).toEqual(['summary', 'Post content is required']);
    const withText = { ...all, summary: 'x'.repeat(1501) };
    expect(faultOf(withText)).toEqual(['locationId', 'Please select a location']);
    const withPlace = { ...withText, locationId: 'here' };
    expect(faultOf(withPlace)).toEqual(['publishDate', 'Please set a publish date and time']);
    const withDate = { ...withPlace, publishDate: '2026-11-21', publishTime: '11:00' };
    expect(faultOf(withDate)).toEqual(['publishDate', 'Publish time must be in the future']);
    const withTime = { ...withDate, publishTime: '11:01' };
    expect(faultOf({ ...withTime, topicType: 'CALL_TO_ACTION' })).toEqual([
      'actionType',
      'Please select a call-to-action type',
    ]);
    expect(faultOf(withTime)).toEqual(['title', 'Event title is required']);
    expect(faultOf({ ...withTime, title: 'Harvest evening' })).toEqual([
      'summary',
      'Post content must be at most 1,500 characters',
    ]);
  });

  it('see nothing in a text of invisible characters', () => {
    const unseen = '\u200b\u3164\u2800\u00ad';
    expect(faultOf({ summary: unseen })).toEqual(['summary', 'Post content is required']);
    expect(faultOf({ ...EVENT, title: unseen })).toEqual(['title', 'Event title is required']);
    expect(faultOf({ ...OFFER, title: unseen })).toEqual(['title', 'Offer title is required']);
  });

  it.each(NO_LINKS)('refuse %j as a link', (link) => {
    const message = 'Link must be an address such as https://www.example.com';
    expect(faultOf({ ...ACTION, actionUrl: link })).toEqual(['actionUrl', message]);
    expect(faultOf({ ...OFFER, redeemOnlineUrl: link })).toEqual(['redeemOnlineUrl', message]);
  });

  it.each(PRIVATE_LINKS)('refuse %j, which only the own network can open', (link) => {
    const message = 'Link must be a public address, not one on your own computer or network';
    expect(faultOf({ ...ACTION, actionUrl: link })).toEqual(['actionUrl', message]);
    expect(faultOf({ ...OFFER, redeemOnlineUrl: link })).toEqual(['redeemOnlineUrl', message]);
  });

  it.each(LINKS)('accept %s as a link', (link) => {
    expect(faultOf({ ...ACTION, actionUrl: link })).toBeUndefined();
  });

  it.each([
    [{ publishTime: '' }, 'publishDate', 'Please set a publish date and time'],
    [
      { publishDate: '2031-11-21', publishTime: '11:01' },
      'publishDate',
      'Publish time must be within 5 years',
    ],
    [{ ...ACTION, actionUrl: `https://example.com/${'x'.repeat(2048)}` }, 'actionUrl', /at most 2,048/],
    [{ ...EVENT, title: '🥐'.repeat(59) }, 'title', 'Event title must be at most 58 characters'],
    [{ ...EVENT, startDate: '' }, 'startDate', 'Start date is required'],
    [{ ...EVENT, startTime: '' }, 'startTime', 'Start time is required'],
    [{ ...EVENT, endDate: '' }, 'endDate', 'End date is required'],
    [{ ...EVENT, endTime: '' }, 'endTime', 'End time is required'],
    [{ ...EVENT, endTime: '17:59' }, 'endDate', 'Event must end after it starts'],
    [{ ...EVENT, endTime: '18:00' }, 'endDate', 'Event must end after it starts'],
    [{ ...EVENT, endDate: '2026-11-30' }, 'endDate', 'Event must end after it starts'],
    [{ ...OFFER, title: '' }, 'title', 'Offer title is required'],
    [{ ...OFFER, title: 'x'.repeat(59) }, 'title', 'Offer title must be at most 58 characters'],
    [{ ...OFFER, endDate: '2026-11-30' }, 'endDate', 'Offer must end after it starts'],
    [{ ...OFFER, couponCode: 'x'.repeat(59) }, 'couponCode', 'Coupon code must be at most 58 characters'],
    [
      { ...OFFER, termsConditions: 'x'.repeat(5001) },
      'termsConditions',
      'Terms must be at most 5,000 characters',
    ],
  ] satisfies [Partial<PostDraft>, string, string | RegExp][])('%j: %s', (change, field, words) => {
    const [at, message] = faultOf(change) ?? [];
    expect(at).toBe(field);
    expect(message).toMatch(words);
  });

  it('refuse a time that the clocks skip', () => {
    const [field, message] = faultOf({ publishDate: '2027-03-28', publishTime: '02:30' }) ?? [];
    expect(field).toBe('publishDate');
    expect(message).toBe(
      'This time doesn’t exist on that day because the clocks go forward. Please set another time',
    );
    expect(faultOf({ publishDate: '2027-03-28', publishTime: '02:30' }, 'Asia/Kathmandu')).toBeUndefined();
  });
});
