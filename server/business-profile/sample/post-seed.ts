import type { PostBody, posts, publishAttempts } from '../../database/schema.js';
import type { Location } from '../business-profile-provider.js';
import { addDays, toWallTime } from '../wall-time.js';
import { findSampleLocation } from './sample-locations.js';

type PostRow = typeof posts.$inferInsert;

/** When something is due, counted from the moment that the user came. */
type Due = { minutes: number } | { days: number; utcHour: number };

/** A sample post as the sample files write it down; all times are relative. */
export interface PostSeed extends Pick<PostBody, 'summary' | 'callToAction' | 'offer'> {
  locationId: string;
  timeZone: string;
  topicType: PostBody['topicType'];
  status: PostRow['status'];
  detail?: PostRow['detail'];
  due: Due;
  /** From one day to another, in days from the user's first, with opening and closing time as `HH:mm`. */
  event?: { title: string; days: [first: number, last: number]; times: [start: string, end: string] };
  /** Why each attempt to publish failed; null: it did not. `REFUSED`: in the words of the rule that the post breaks. */
  attempts?: (string | typeof REFUSED | null)[];
}

/** Google has refused the post for what it is. */
export const REFUSED = Symbol('refused');

/** What Google refuses in a post, in words for whoever wrote it; undefined: nothing. */
export type RefusalOf = (post: { body: PostBody; location: Location }) => string | undefined;

/** Rows for one sample post; the user, the ids and the link between the two are up to whoever inserts them. */
export interface SamplePost {
  post: Omit<PostRow, 'id' | 'uid'>;
  attempts: Omit<typeof publishAttempts.$inferInsert, 'postId'>[];
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Sample posts look as if they had been written so long before they were due. */
const WRITTEN_BEFORE_MS = 2 * DAY_MS + 95 * MINUTE_MS;
const BETWEEN_ATTEMPTS_MS = 10 * MINUTE_MS;

/** The rows of a sample post for a user who came at `now`. */
export function plant(seed: PostSeed, now: Date, refusalOf: RefusalOf): SamplePost {
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
