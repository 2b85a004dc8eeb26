import { API_ALLOWANCE } from '../../business-profile/port/api-allowance.js';
import { toCanonicalText } from '../../business-profile/port/remote-post.js';
import type { PlannedEnd, StoredPlan } from '../../database/campaigns.schema.js';

const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;

/** A post of a plan. */
interface PlannedPost {
  publishAt: Date;
  timeZone: string;
  locationName: string;
  text: string;
}

/** How many posts are due in a minute, by the instant at which it begins. */
export type DueCounts = ReadonlyMap<number, number>;

/** Gathers what a plan says of all its posts. */
export class PlanSummary {
  private posts = 0;
  private first: PlannedPost | undefined;
  private last: PlannedPost | undefined;
  private readonly quarters = new Map<number, number>();
  private readonly minutes = new Map<number, number>();
  private readonly texts = new Map<string, number>();

  add(post: PlannedPost): void {
    const at = post.publishAt.getTime();
    this.posts += 1;
    if (!this.first || at < this.first.publishAt.getTime()) this.first = post;
    if (!this.last || at > this.last.publishAt.getTime()) this.last = post;
    count(this.quarters, at - (at % QUARTER_MS));
    count(this.minutes, at - (at % MINUTE_MS));
    count(this.texts, toCanonicalText(post.text));
  }

  /** From when to when posts are due; undefined: there are none. */
  get span(): { from: Date; to: Date } | undefined {
    return this.first && this.last && { from: this.first.publishAt, to: this.last.publishAt };
  }

  /** @param others all other posts that are due around that time */
  result(others: DueCounts): Omit<StoredPlan, 'chosen' | 'unknownStoreCodes'> {
    return {
      posts: this.posts,
      first: toEnd(this.first),
      last: toEnd(this.last),
      times: [...this.quarters]
        .sort(([a], [b]) => a - b)
        .map(([at, number]) => ({ at: new Date(at).toISOString(), count: number })),
      quota: quotaOf(this.minutes, others),
      sameText: [...this.texts.values()].reduce((most, number) => Math.max(most, number), 0),
    };
  }
}

/**
 * The minute of a plan in which most posts are due, and when Google's quota has let the last of them out: a full bucket at
 * once, the rest as it refills.
 */
export function quotaOf(own: DueCounts, others: DueCounts): StoredPlan['quota'] {
  const { capacity, perMinute } = API_ALLOWANCE;
  const due = [...new Set([...own.keys(), ...others.keys()])]
    .sort((a, b) => a - b)
    .map((at) => ({ at, count: (own.get(at) ?? 0) + (others.get(at) ?? 0) }));
  let busiest: { at: number; count: number; doneAt: number } | undefined;
  let tokens = capacity;
  let freeAt = due[0]?.at ?? 0;
  for (const { at, count: number } of due) {
    if (at > freeAt) tokens = Math.min(capacity, tokens + ((at - freeAt) * perMinute) / MINUTE_MS);
    freeAt = Math.max(freeAt, at);
    const atOnce = Math.min(number, Math.floor(tokens));
    tokens -= atOnce;
    freeAt += ((number - atOnce) * MINUTE_MS) / perMinute;
    if (own.has(at) && number > (busiest?.count ?? 0)) busiest = { at, count: number, doneAt: freeAt };
  }
  return {
    perMinute,
    busiestAt: busiest ? new Date(busiest.at).toISOString() : null,
    busiestCount: busiest?.count ?? 0,
    doneAt: busiest ? new Date(busiest.doneAt).toISOString() : null,
  };
}

function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function toEnd(post: PlannedPost | undefined): PlannedEnd | null {
  if (!post) return null;
  const { publishAt, timeZone, locationName } = post;
  return { publishAt: publishAt.toISOString(), timeZone, locationName };
}
