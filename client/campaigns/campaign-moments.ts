import { isInTab, type PostTab } from '../posting/post-list';
import type { Post, ShownStatus } from '../posting/post-words';
import type { ListedCampaign, Progress } from './campaign-words';

/** What a campaign does in an hour or on a day, or in all, as calendar and list show it: as one thing. */
export interface CampaignMoment {
  id: string;
  campaign: ListedCampaign;
  /** When the first of these posts goes out; ISO 8601. */
  publishAt: string;
  /** How many posts these are. */
  count: number;
  /** Of several the most urgent one. */
  status: ShownStatus;
}

/** What calendar and list show: a post, or the posts that a campaign sends out together. */
export type Entry = Post | CampaignMoment;

export function isMoment(entry: Entry): entry is CampaignMoment {
  return 'campaign' in entry;
}

/** How many posts some entries are. */
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
 * What campaigns do at the times that were asked for, one moment for each key.
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

/** How many posts of a moment have which status. Those that were taken back are nowhere. */
type Parts = Record<ShownStatus, number>;

export function waiting({ waiting: unmade, scheduled, paused, held }: Progress): number {
  return unmade + scheduled + paused + held;
}

function toCome(progress: Progress): Parts {
  return { FAILED: 0, UNCONFIRMED: 0, LEFTOVER: 0, SCHEDULED: waiting(progress), QUEUED: 0, PUBLISHED: 0 };
}

/**
 * While later ones are to come, only those wait past their time that are held or paused.
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

/** The status that needs a person first. */
const URGENCY = ['FAILED', 'UNCONFIRMED', 'LEFTOVER', 'SCHEDULED', 'QUEUED', 'PUBLISHED'] as const;

/** The moment as a tab shows it; nothing where the tab has none of its posts. */
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
