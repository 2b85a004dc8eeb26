import { toCanonicalText } from '../../business-profile/port/remote-post.js';
import { HOUR_MS, MINUTE_MS } from '../../config/durations.js';
import type { CampaignRow, PlannedEnd, StoredPlan, TargetRow } from '../../database/campaigns.schema.js';
import type { Allowance } from '../../database/token-bucket.js';

const QUARTER_MS = 15 * MINUTE_MS;

/** A post of a plan. */
interface PlannedPost extends Pick<TargetRow, 'locationName'> {
  publishAt: Date;
  timeZone: string;
}

/** How many posts are due in a minute, by the instant at which it begins. */
export type DueCounts = ReadonlyMap<number, number>;

/** Sums up what a plan says of all its posts. */
export class PlanSummary {
  private posts = 0;
  private first: PlannedPost | undefined;
  private last: PlannedPost | undefined;
  private readonly quarters = new Map<number, number>();
  private readonly minutes = new Map<number, number>();
  private readonly texts = new Map<string, number>();

  constructor(private readonly campaign: Pick<CampaignRow, 'timeZone'>) {}

  /** Adds the post of a location. @param text undefined: it gets none */
  add(
    { publishAt, timeZone, locationName }: Pick<TargetRow, 'publishAt' | 'timeZone' | 'locationName'>,
    text: string | undefined,
  ): void {
    if (text === undefined || publishAt === null) return;
    const at = publishAt.getTime();
    const post = { publishAt, timeZone: timeZone ?? this.campaign.timeZone, locationName };
    this.posts += 1;
    if (!this.first || at < this.first.publishAt.getTime()) this.first = post;
    // Of several at the same instant the last one, so that it isn't the first as well.
    if (!this.last || at >= this.last.publishAt.getTime()) this.last = post;
    count(this.quarters, at - (at % QUARTER_MS));
    count(this.minutes, at - (at % MINUTE_MS));
    count(this.texts, toCanonicalText(text));
  }

  /** Around which instants other posts can delay these: what is due in the hour before may still be on its way. */
  get around(): { from: Date; to: Date } | undefined {
    if (!this.first || !this.last) return undefined;
    return {
      from: new Date(this.first.publishAt.getTime() - HOUR_MS),
      to: new Date(this.last.publishAt.getTime() + HOUR_MS),
    };
  }

  /** @param others all other posts that are due around that time  @param allowance how many posts Google takes */
  result(others: DueCounts, allowance: Allowance): Omit<StoredPlan, 'chosen' | 'unknownStoreCodes'> {
    return {
      posts: this.posts,
      first: toEnd(this.first),
      last: toEnd(this.last),
      times: [...this.quarters]
        .sort(([a], [b]) => a - b)
        .map(([at, number]) => ({ at: new Date(at).toISOString(), count: number })),
      quota: quotaOf(this.minutes, others, allowance),
      sameText: [...this.texts.values()].reduce((most, number) => Math.max(most, number), 0),
    };
  }
}

/**
 * The minute of a plan in which most posts are due, and when Google's quota has let the last of them out: a full bucket at
 * once, the rest as it refills.
 */
export function quotaOf(
  own: DueCounts,
  others: DueCounts,
  { capacity, perMinute }: Allowance,
): StoredPlan['quota'] {
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
