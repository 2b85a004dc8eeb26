import { MINUTE_MS, DAY_MS } from '../../config/durations.js';
import type { PostBody, posts, publishAttempts } from '../../database/schema.js';
import type { Location } from '../port/location.js';
import { addDays, toWallTime } from '../../config/wall-time.js';
import {
  type Due,
  FAILED_POSTS,
  type PostSeed,
  PUBLISHED_POSTS,
  QUEUED_POSTS,
  REFUSED,
  SCHEDULED_POSTS,
} from './data/posts.js';
import { findSampleLocation } from './sample-locations.js';

/** Why Google would refuse a post, as a message to its author; undefined when it would accept it. */
type RefusalOf = (post: { body: PostBody; location: Location }) => string | undefined;

/** Rows for one sample post, without the workspace and the ids, which the caller adds. */
interface SamplePost {
  post: Omit<typeof posts.$inferInsert, 'id' | 'workspaceId'>;
  attempts: Omit<typeof publishAttempts.$inferInsert, 'postId'>[];
}

/** How long before their time sample posts appear to have been written. */
const WRITTEN_BEFORE_MS = 2 * DAY_MS + 95 * MINUTE_MS;
const BETWEEN_ATTEMPTS_MS = 10 * MINUTE_MS;

/** The posts in a new user's calendar: each type in each status, with times relative to `now`. */
export function samplePosts(now: Date, refusalOf: RefusalOf): SamplePost[] {
  return [...PUBLISHED_POSTS, ...QUEUED_POSTS, ...SCHEDULED_POSTS, ...FAILED_POSTS].map((seed) =>
    toSampleRows(seed, now, refusalOf),
  );
}

/** The rows of a sample post for a user who signed up at `now`. */
function toSampleRows(seed: PostSeed, now: Date, refusalOf: RefusalOf): SamplePost {
  const location = findSampleLocation(seed.locationId);
  if (location === undefined) throw new Error(`no sample location ${seed.locationId}`);
  const publishAt = toInstant(seed.due, now);
  const createdAt = new Date(Math.min(publishAt.getTime(), now.getTime()) - WRITTEN_BEFORE_MS);
  const body = toBody(seed, now);
  const attempts = (seed.attempts ?? []).map((error, index) => ({
    attempt: index + 1,
    startedAt: new Date(publishAt.getTime() + index * BETWEEN_ATTEMPTS_MS),
    outcome: error === null ? ('published' as const) : ('refused' as const),
    error: error === REFUSED ? (refusalOf({ body, location }) ?? null) : error,
  }));
  const last = attempts.at(-1);
  return {
    post: {
      source: 'sample',
      seeded: true,
      accountId: location.accountId,
      locationId: location.id,
      locationName: location.name,
      storeCode: location.storeCode,
      timeZone: seed.timeZone,
      postType: seed.topicType,
      body,
      publishAt,
      status: seed.status,
      detail: seed.detail ?? null,
      attempt: attempts.length,
      publishedAt: last?.outcome === 'published' ? last.startedAt : null,
      errorDetails: last?.error ?? null,
      createdAt,
      updatedAt: last?.startedAt ?? createdAt,
    },
    attempts,
  };
}

function toInstant(due: Due, now: Date): Date {
  if ('minutes' in due) return new Date((Math.floor(now.getTime() / MINUTE_MS) + due.minutes) * MINUTE_MS);
  return new Date(
    Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + due.days, due.utcHour),
  );
}

function toBody({ summary, topicType, callToAction, offer, event, timeZone }: PostSeed, now: Date): PostBody {
  const today = toWallTime(now, timeZone).date;
  return {
    languageCode: 'en-US',
    summary,
    topicType,
    ...(callToAction && { callToAction }),
    ...(event && {
      event: {
        title: event.title,
        schedule: {
          startDate: addDays(today, event.days[0]),
          startTime: toTime(event.times[0]),
          endDate: addDays(today, event.days[1]),
          endTime: toTime(event.times[1]),
        },
      },
    }),
    ...(offer && { offer }),
  };
}

function toTime(text: string): { hours: number; minutes: number } {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return { hours, minutes };
}
