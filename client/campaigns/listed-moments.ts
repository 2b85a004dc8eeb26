import {
  type CampaignMoment,
  minutesPastQuarter,
  over,
  type Shown,
  toMoment,
  waiting,
} from './campaign-moments';
import type { ListedCampaign } from './campaign-words';

/**
 * Each campaign as one moment of a list: scheduled ones at their next time, published and failed ones at their last. Of all
 * posts, at the first time from today on, or else at the last one.
 */
export function listedMoments(
  campaigns: readonly ListedCampaign[],
  startOfToday: Date,
  { tab, now }: Shown,
): CampaignMoment[] {
  const start = tab === 'SCHEDULED' ? now : startOfToday;
  return campaigns.flatMap((campaign) => {
    const minutes = minutesPastQuarter(campaign);
    const times = campaign.times.map(({ at }) => Date.parse(at) + minutes);
    const isLatest = tab === 'PUBLISHED' || tab === 'FAILED';
    const at = isLatest
      ? (times.findLast((each) => each <= now.getTime()) ?? times[0])
      : (times.find((each) => each >= start.getTime()) ?? times.at(-1));
    const parts = { ...over(campaign, now), SCHEDULED: waiting(campaign.progress) };
    return at === undefined ? [] : toMoment(campaign, '', at, parts, tab, Infinity);
  });
}
