import { describe, expect, it } from '@jest/globals';
import {
  byDay,
  countPosts,
  dayOf,
  inOrderOf,
  isInTab,
  replacePost,
  searchPosts,
} from '../../../client/posting/post-list.js';
import { reasonOf } from '../../../client/posting/post-words.js';
import { postList, storedPost } from '../posts/builders.js';

const scheduled = storedPost({ id: '1' });
const queued = storedPost({ id: '2', status: 'QUEUED' });
const published = storedPost({ id: '3', status: 'PUBLISHED' });
const failed = storedPost({ id: '4', status: 'FAILED' });
const all = [scheduled, queued, published, failed];

describe('The tabs', () => {
  it('contain their posts, queued ones as scheduled', () => {
    const ids = (tab: 'ALL' | 'SCHEDULED' | 'PUBLISHED' | 'FAILED') =>
      all.filter((post) => isInTab(post, tab)).map(({ id }) => id);
    expect([ids('ALL'), ids('SCHEDULED'), ids('PUBLISHED'), ids('FAILED')]).toEqual([
      ['1', '2', '3', '4'],
      ['1', '2'],
      ['3'],
      ['4'],
    ]);
    expect(countPosts(all)).toEqual({ all: 4, scheduled: 2, published: 1, failed: 1 });
  });

  it('are updated when a post changes or is deleted, also in a partly loaded list', () => {
    const part = {
      ...postList([published, failed]),
      counts: { all: 200, scheduled: 50, published: 120, failed: 30 },
    };
    const retried = replacePost(part, '4', { ...failed, status: 'SCHEDULED' });
    expect(retried.counts).toEqual({ all: 200, scheduled: 51, published: 120, failed: 29 });
    expect(retried.items.map(({ status }) => status)).toEqual(['PUBLISHED', 'SCHEDULED']);
    const without = replacePost(part, '3', undefined);
    expect(without.counts).toEqual({ all: 199, scheduled: 50, published: 119, failed: 30 });
    expect(without.items.map(({ id }) => id)).toEqual(['4']);
    expect(replacePost(part, 'elsewhere', undefined)).toEqual(part);
  });
});

describe('A moved post', () => {
  it('moves to its place in the order', () => {
    const [early, middle, late] = ['01', '02', '03'].map((day) =>
      storedPost({ id: day, publishAt: `2026-12-${day}T09:00:00.000Z` }),
    );
    const moved = { ...early!, publishAt: '2026-12-04T09:00:00.000Z' };
    const { items } = replacePost(postList([late!, middle!, early!]), early!.id, moved);
    expect(items.map(({ id }) => id)).toEqual(['01', '03', '02']);
  });
});

describe('The order of a tab', () => {
  it('is soonest first for what is to come, and latest first for what is over', () => {
    const [past, yesterday, today, later] = ['19', '20', '21', '24'].map((day) =>
      storedPost({ id: day, publishAt: `2026-11-${day}T09:00:00.000Z` }),
    );
    const idsOf = (tab: 'ALL' | 'SCHEDULED' | 'PUBLISHED' | 'FAILED') =>
      inOrderOf(tab, [later!, past!, today!, yesterday!], new Date('2026-11-21T00:00:00Z')).map(
        ({ id }) => id,
      );
    expect(idsOf('ALL')).toEqual(['21', '24', '20', '19']);
    expect(idsOf('SCHEDULED')).toEqual(['19', '20', '21', '24']);
    expect(idsOf('PUBLISHED')).toEqual(['24', '21', '20', '19']);
    expect(idsOf('FAILED')).toEqual(['24', '21', '20', '19']);
  });
});

describe('The day of a post', () => {
  const post = storedPost({ publishAt: '2026-11-21T23:15:00.000Z' });

  it("is the viewer's", () => {
    expect(dayOf(post, 'Europe/Berlin')).toBe('2026-11-22');
    expect(dayOf(post, 'America/New_York')).toBe('2026-11-21');
    const other = storedPost({ id: '2', publishAt: '2026-11-22T12:00:00.000Z' });
    expect([...byDay([post, other], 'Europe/Berlin')]).toEqual([['2026-11-22', [post, other]]]);
    expect([...byDay([post, other], 'UTC').keys()]).toEqual(['2026-11-21', '2026-11-22']);
  });
});

describe('The search', () => {
  const post = storedPost({
    summary: 'Crème brûlée,\n  fresh',
    locationName: 'Hearth & Crumb, Market Square',
    storeCode: 'HC-01',
  });

  it.each(['creme BRULEE', 'brûlée, fresh', ' market square ', 'hc-01', ''])('finds %j', (search) => {
    expect(searchPosts([post], search)).toEqual([post]);
  });

  it('finds nothing else', () => {
    expect(searchPosts([post], 'market fresh')).toEqual([]);
  });
});

describe('The reason for the state of a post', () => {
  it.each([
    [{ status: 'FAILED', errorDetails: 'Google refused it.' }, 'Google refused it.'],
    [
      { status: 'FAILED', detail: 'unconfirmed' },
      'Google hasn’t confirmed this post. It may already be live.',
    ],
    [{ status: 'FAILED' }, 'The reason isn’t known.'],
    [{ status: 'QUEUED', detail: 'in_review' }, 'In review at Google'],
    [{ status: 'SCHEDULED', detail: 'connection_lost' }, 'Held until you reconnect to Google.'],
    [
      { status: 'SCHEDULED', detail: 'connection_held' },
      'Held until you choose whether to keep the connection to Google.',
    ],
    [{ status: 'SCHEDULED' }, undefined],
  ] as const)('%j', (change, words) => {
    expect(reasonOf(storedPost(change))).toBe(words);
  });
});
