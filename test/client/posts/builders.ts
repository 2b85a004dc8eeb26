import type { Schemas } from '../../../client/api/client.js';
import { emptyDraft, type PostDraft } from '../../../client/posts/composer/post-draft.js';

type Post = Schemas['PostDto'];
type Attempt = Schemas['PublishAttemptDto'];
type Location = Schemas['LocationDto'];

/** An empty draft with `change`. */
export function newDraft(change: Partial<PostDraft> = {}): PostDraft {
  return { ...emptyDraft(new Date('2026-11-21T10:00:00Z'), 'Europe/Berlin'), ...change };
}

/** A scheduled standard update with `change`, which also sets the type and text of its content. */
export function storedPost(change: Partial<Post> = {}): Post {
  const { postType = 'STANDARD', summary = 'Sourdough fresh from the oven at eight.' } = change;
  return {
    id: '00000000-0000-4000-8000-000000000001',
    accountId: 'account-1',
    locationId: 'location-1',
    locationName: 'Hearth & Crumb, Market Square',
    storeCode: null,
    postType,
    summary,
    postBody: { languageCode: 'en-US', summary, topicType: postType },
    publishAt: '2026-11-22T09:00:00.000Z',
    timeZone: 'Europe/Berlin',
    status: 'SCHEDULED',
    detail: null,
    nextTryAt: null,
    version: 1,
    googleUrl: null,
    createdAt: '2026-11-20T09:00:00.000Z',
    publishedAt: null,
    errorDetails: null,
    isOfOtherAccount: false,
    isExample: false,
    campaignId: null,
    undo: null,
    ...change,
  };
}

/** An unfinished attempt to publish on 19 November, 09:00 in Berlin, with `change`. */
export function attempt(change: Partial<Attempt> = {}): Attempt {
  const sentAt = '2026-11-19T08:00:01.000Z';
  return { attempt: 1, startedAt: sentAt, sentAt, endedAt: null, outcome: null, error: null, ...change };
}

/** An answer of the list of posts with its counts. */
export function postList(items: Post[], nextCursor: string | null = null): Schemas['PostListDto'] {
  const count = (...statuses: Post['status'][]) =>
    items.filter(({ status }) => statuses.includes(status)).length;
  return {
    // Lists do not contain the content of posts.
    items: items.map(({ postBody: _, ...listed }) => listed),
    counts: {
      all: items.length,
      scheduled: count('SCHEDULED', 'QUEUED'),
      published: count('PUBLISHED'),
      failed: count('FAILED'),
    },
    nextCursor,
  };
}

/** A verified bakery. */
export function place(change: Partial<Location> = {}): Location {
  return {
    id: 'location-1',
    accountId: 'account-1',
    name: 'Hearth & Crumb, Market Square',
    address: '4 Market Square, Ashbourne DE6 1ES',
    phoneNumber: '+44 1335 555012',
    websiteUri: 'https://www.example.com',
    categories: [{ id: 'gcid:bakery', name: 'Bakery' }],
    state: 'VERIFIED',
    openStatus: 'OPEN',
    storeCode: 'HC-01',
    photos: [],
    regularHours: null,
    pendingFields: [],
    isAddressEditable: true,
    editUrl: null,
    mapsUrl: null,
    ...change,
  };
}

/** An answer of the list of locations. */
export function placeList(items: Location[], nextCursor: string | null = null): Schemas['LocationListDto'] {
  return { items, matched: items.length, total: items.length, nextCursor };
}
