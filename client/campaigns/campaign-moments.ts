import { isInTab, type PostTab } from '../posting/post-list';
import type { Post, ShownStatus } from '../posting/post-words';
import type { ListedCampaign, Progress } from './campaign-words';

/** The posts of a campaign in one hour, on one day, or in all. Calendar and list show them as one entry. */
export interface CampaignMoment {
  id: string;
  campaign: ListedCampaign;
  /** When the first of these posts goes out; ISO 8601. */
  publishAt: string;
  /** The number of these posts. */
  count: number;
  /** The most urgent status of these posts. */
  status: ShownStatus;
}

/** An entry of calendar and list: a post, or the posts that a campaign sends out together. */
export type Entry = Post | CampaignMoment;

export function isMoment(entry: Entry): entry is CampaignMoment {
  return 'campaign' in entry;
}

/** The number of posts in some entries. */
export function postsIn(entries: readonly Entry[]): number {
  return entries.reduce((sum, entry) => sum + (isMoment(entry) ? entry.count : 1), 0);
}

const QUARTER_MS = 15 * 60_000;

/** Which posts of campaigns are shown. */
export interface Shown {
  tab: PostTab;
  now: Date;
}

/**
 * The moments of campaigns, one for each campaign and key.
 * @param keyOf the day or hour of an instant
 */
export function momentsOf(
  campaigns: readonly ListedCampaign[],
  keyOf: (instant: Date) => string,
  { tab, now }: Shown,
): CampaignMoment[] {
  return campaigns.flatMap((campaign) => {
    const minutes = minutesPastQuarter(campaign);
    const keyed = Map.groupBy(campaign.times, ({ at }) => keyOf(new Date(at)));
    return [...keyed].flatMap(([key, times]) => {
      const at = Date.parse(times[0]?.at ?? '') + minutes;
      const planned = sumOf(times);
      const left = sumOf(times.filter((time) => Date.parse(time.at) + minutes > now.getTime()));
      const parts = left === planned ? toCome(campaign.progress) : over(campaign, now, left);
      return toMoment(campaign, key, at, parts, tab, planned);
    });
  });
}

/** The times of a campaign are known by the quarter of an hour. Its time of day says the minute, as zones differ by quarters. */
export function minutesPastQuarter({ wallTime, publishAt }: ListedCampaign): number {
  const instant = Date.parse(wallTime === null ? (publishAt ?? '') : `${wallTime}Z`);
  return Number.isNaN(instant) ? 0 : instant % QUARTER_MS;
}

function sumOf(times: ListedCampaign['times']): number {
  return times.reduce((sum, { count }) => sum + count, 0);
}

/** The number of posts of a moment by status. Cancelled and deleted posts are not counted. */
type Parts = Record<ShownStatus, number>;

export function waiting({ waiting: unmade, scheduled, paused, held }: Progress): number {
  return unmade + scheduled + paused + held;
}

function toCome(progress: Progress): Parts {
  return { FAILED: 0, UNCONFIRMED: 0, LEFTOVER: 0, SCHEDULED: waiting(progress), QUEUED: 0, PUBLISHED: 0 };
}

/**
 * The parts of a moment that has begun. Before the campaign's last time, only held and paused posts can wait past theirs.
 * @param left how many posts of the moment are still to come
 */
export function over({ progress, lastAt }: ListedCampaign, now: Date, left = 0): Parts {
  const { failed, unconfirmed, publishing, in_review: inReview, published, leftover } = progress;
  const isLast = lastAt === null || Date.parse(lastAt) <= now.getTime();
  return {
    FAILED: failed,
    UNCONFIRMED: unconfirmed,
    LEFTOVER: leftover,
    SCHEDULED: isLast
      ? waiting(progress)
      : Math.max(progress.paused + progress.held, Math.min(left, waiting(progress))),
    QUEUED: publishing + inReview,
    PUBLISHED: published,
  };
}

/** The statuses by urgency: those that need a person come first. */
const URGENCY = ['FAILED', 'UNCONFIRMED', 'LEFTOVER', 'SCHEDULED', 'QUEUED', 'PUBLISHED'] as const;

/** The moment as a tab shows it; empty if the tab has none of its posts. */
export function toMoment(
  campaign: ListedCampaign,
  key: string,
  at: number,
  parts: Parts,
  tab: PostTab,
  most: number,
): CampaignMoment[] {
  const shown = URGENCY.filter((status) => parts[status] > 0 && isInTab({ status }, tab));
  const count = Math.min(
    most,
    shown.reduce((sum, status) => sum + parts[status], 0),
  );
  const [status] = shown;
  const publishAt = new Date(at).toISOString();
  return status ? [{ id: `${campaign.id} ${key}`, campaign, publishAt, count, status }] : [];
}
