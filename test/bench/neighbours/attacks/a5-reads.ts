import { campaignDraft } from '../../campaign-draft.ts';
import type { Attack } from '../neighbours-target.ts';

const DAY_MS = 24 * 60 * 60_000;
/** As far back as Google has figures. */
const DAYS = 538;
const RANGE = `from=${dayAgo(DAYS)}&to=${dayAgo(1)}`;
/** As many as one request may name. */
const NAMED = Array.from({ length: 100 }, (_, number) => `place-${number}`).join(',');

const READS = {
  export: '/api/account/export',
  'ranking as CSV': `/api/statistics/locations?${RANGE}&metric=CALLS&format=csv`,
  'statistics of 100 locations': `/api/statistics?${RANGE}&locationIds=${NAMED}&by=day&compare=before`,
};

/** All that costs much to read of a large account, at the same time and over and over, and a plan for all its locations. */
export const attack: Attack = async (target) => {
  const { owner } = target;
  const plan = async () => {
    const made = await target.ask('plan', owner, {
      method: 'POST',
      path: '/api/campaigns',
      body: campaignDraft(),
    });
    if (made.status !== 201) return made;
    const { id } = JSON.parse(made.body) as { id: string };
    return target.ask('plan dropped', owner, { method: 'DELETE', path: `/api/campaigns/${id}` });
  };
  target.begun();
  await Promise.all([
    ...Object.entries(READS).map(([name, path]) => target.repeat(name, owner, () => ({ path }))),
    target.loop(plan),
  ]);
};

function dayAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
}
