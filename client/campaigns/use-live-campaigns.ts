import { useEffect, useEffectEvent, useRef } from 'react';
import { isRefusal } from '../api/is-refusal';
import { growingPause, pauseAfterFailure } from '../lib/growing-pause';
import { useRefreshShownPosts } from '../posting/use-posts';
import { isUnderWay, type ListedCampaign } from './campaign-words';

const EVERY_MS = 2_000;
const SOON_MS = 2 * 60_000;
const QUARTER_MS = 15 * 60_000;
const SELDOM_MS = 5 * 60_000;
/** The numbers change within seconds while posts are being made or removed, and more slowly while they are due. */
const LEAST_MS = { underWay: EVERY_MS, due: 10_000 };

/**
 * Keeps campaigns on screen up to date, with the posts beside them. While posts are made, go out or are removed, all is
 * read again after growing pauses, otherwise every 5 min. After a failure they are tried again until they can be read.
 * Nothing is read while the tab is hidden.
 * @param error why the last load failed; after a refusal nothing is read
 */
export function useLiveCampaigns(campaigns: readonly ListedCampaign[] | undefined, error: unknown): void {
  const refresh = useRefreshShownPosts();
  const refreshedAt = useRef(0);
  /** The campaigns that may change, with their numbers, and the time of the last change; or the first failure. */
  const pending = useRef({ campaigns: '', since: 0 });

  const refreshIfNeeded = useEffectEvent(() => {
    const hasFailed = error !== undefined;
    const isShown = hasFailed || (campaigns !== undefined && campaigns.length > 0);
    if (!isShown || isRefusal(error) || document.visibilityState === 'hidden') return;
    const now = Date.now();
    const changing = campaigns?.filter((campaign) => mayChangeAt(campaign, now)) ?? [];
    const states = hasFailed
      ? 'failed'
      : JSON.stringify(changing.map(({ id, state, progress }) => [id, state, progress]));
    if (states !== pending.current.campaigns) pending.current = { campaigns: states, since: now };
    const unchangedMs = now - pending.current.since;
    const least = changing.some(isUnderWay) ? LEAST_MS.underWay : LEAST_MS.due;
    const pause = hasFailed
      ? pauseAfterFailure(unchangedMs)
      : changing.length > 0
        ? growingPause(unchangedMs, least)
        : SELDOM_MS;
    if (now - refreshedAt.current < pause) return;
    refreshedAt.current = now;
    refresh();
  });

  useEffect(() => {
    refreshedAt.current = Date.now();
    const timer = setInterval(refreshIfNeeded, EVERY_MS);
    return () => clearInterval(timer);
  }, []);
}

/** Whether a campaign may change without anybody's doing by a time (ms). */
function mayChangeAt(campaign: ListedCampaign, now: number): boolean {
  const { state, isPaused, times, lastAt, progress } = campaign;
  if (state === 'draft' || state === 'undone') return false;
  if (isUnderWay(campaign) || progress.publishing + progress.in_review + progress.waiting > 0) return true;
  if (isPaused || progress.scheduled === 0) return false;
  const isLate = lastAt !== null && Date.parse(lastAt) <= now;
  return isLate || times.some(({ at }) => isWithin(Date.parse(at) - now, -QUARTER_MS, SOON_MS));
}

function isWithin(value: number, least: number, most: number): boolean {
  return value >= least && value <= most;
}
