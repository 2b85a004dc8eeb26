import { FAILED_POSTS } from './data/failed-posts.js';
import { PUBLISHED_POSTS } from './data/published-posts.js';
import { QUEUED_POSTS } from './data/queued-posts.js';
import { SCHEDULED_POSTS } from './data/scheduled-posts.js';
import { plant, type RefusalOf, type SamplePost } from './post-seed.js';

/** The posts that a new user finds in the calendar, each type in each status, with times relative to `now`. */
export function samplePosts(now: Date, refusalOf: RefusalOf): SamplePost[] {
  return [...PUBLISHED_POSTS, ...QUEUED_POSTS, ...SCHEDULED_POSTS, ...FAILED_POSTS].map((seed) =>
    plant(seed, now, refusalOf),
  );
}
