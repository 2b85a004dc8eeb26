import type { ChangeClaim } from '../changes/change-claim.js';
import { READINGS_BEHIND_MS } from '../changes/changes-at-google.js';

/** How often a change is sent at most: again only while the location is as it was before. */
const MOST_TIMES_SENT = 3;
/** For how long after it was sent a request may still arrive, so that a value which Google does not have says nothing. */
const SETTLE_MS = 30_000;
/** The longest time between two looks that see what Google accepted, unless it was changed back in between. */
const WATCHED_WITHIN_MS = 20_000;

/** How well a change without a known outcome was watched since it was sent. */
interface Watch {
  lookedAt: Date;
  /** For how long a request may still arrive, or be missing in readings. */
  showsInMs: number;
  /** Whether looks have followed close on each other, so that nothing was accepted and changed back unseen. */
  isWatched: boolean;
  /** Whether it may be sent again, if the location is as it was before. */
  maySend: boolean;
}

/** How well a change was watched until now. */
export function watchOf({ change, clock }: ChangeClaim): Watch {
  const lookedAt = clock.now();
  const sentAt = change.sentAt ?? lookedAt;
  const settlesInMs = sentAt.getTime() + SETTLE_MS - lookedAt.getTime();
  const showsInMs = settlesInMs + READINGS_BEHIND_MS;
  const isWatched = lookedAt.getTime() - (change.watchedUntil ?? sentAt).getTime() <= WATCHED_WITHIN_MS;
  const maySend = settlesInMs <= 0 && isWatched && change.timesSent < MOST_TIMES_SENT;
  return { lookedAt, showsInMs, isWatched, maySend };
}
