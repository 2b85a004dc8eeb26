import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { CampaignDto } from '../../dist/server/campaigns/campaign.dto.js';
import type { ChosenLocationsDto } from '../../dist/server/campaigns/selections/selection.dto.js';
import { freePort } from '../support/processes/program.ts';
import { type BigAccounts, startBigAccounts } from './big-accounts/big-accounts-setting.ts';
import { campaignDraft } from './campaign-draft.ts';
import { Measured } from './measured.ts';
import { leaveFirstCore } from './pinned-process.ts';
import { atMost, type Bench, median, quantile, type Row, stated } from './row.ts';

const LOCATIONS = 10_000;
/** How much longer than without campaigns the server may do nothing else (ms), on Postgres. */
const HELD_MS = 20;
/** How often what is quick is repeated in a round. */
const REQUESTS_A_ROUND = 10;
const LOOK_EVERY_MS = 100;

/** What is measured, in this order; the first is what the others are compared with. */
const STEPS = {
  baseline: 'first page of posts, before any campaign',
  choose: 'choosing 10,000 locations by search, first page',
  plan: 'planning a campaign for 10,000 locations, each text rendered',
  targets: 'first page of its locations',
  confirm: 'confirming it',
  'fan-out': 'from confirming to all its posts',
} as const;
type Step = keyof typeof STEPS;

/** What each step may take at most (ms) on Postgres, at the 95th of a hundred. */
const MOST_MS: Record<Exclude<Step, 'baseline'>, number> = {
  choose: 2_000,
  plan: 1_200,
  targets: 2_000,
  confirm: 1_000,
  'fan-out': 30_000,
};

/** Campaigns of the account with 10,000 locations on both databases: how long each step takes, and holds the server. */
export async function rows(bench: Bench): Promise<Row[]> {
  bench.ends.push(leaveFirstCore());
  const all: Row[] = [];
  for (const store of ['postgres', 'pglite'] as const) {
    const port = await freePort();
    const accounts = await startBigAccounts(bench, store, {
      hook: fileURLToPath(new URL('hooks/event-loop.mjs', import.meta.url)),
      env: { BENCH_EVENT_LOOP_PORT: String(port) },
    });
    const measured = new Measured<Step>(accounts, LOCATIONS, `http://127.0.0.1:${port}`);
    for (let round = 1; round <= bench.rounds; round += 1) {
      await measureRound(measured);
      bench.say(`campaigns on ${store}, round ${round}: ${measured.lastTimes()}`);
    }
    for (const step of Object.keys(STEPS) as Step[]) all.push(...rowsOf(step, measured, store));
    await accounts.server.stop();
  }
  return all;
}

async function measureRound(measured: Measured<Step>): Promise<void> {
  const ask = measured.ask.bind(measured);
  for (let number = 0; number < REQUESTS_A_ROUND; number += 1) {
    await measured.measure('baseline', () => ask('GET', '/api/posts'));
    const search = { choice: { search: 'hearth' } };
    const chosen = await measured.measure('choose', () => ask('POST', '/api/selections/matches', search));
    const { matched } = chosen as ChosenLocationsDto;
    if (matched !== LOCATIONS) throw new Error(`${matched} locations were chosen`);
  }
  for (let number = 0; number < REQUESTS_A_ROUND / 2; number += 1) {
    const { id } = (await measured.measure('plan', () =>
      ask('POST', '/api/campaigns', campaignDraft()),
    )) as CampaignDto;
    await measured.measure('targets', () => ask('GET', `/api/campaigns/${id}/targets`));
    await ask('DELETE', `/api/campaigns/${id}`);
  }
  const { id, version } = (await ask('POST', '/api/campaigns', campaignDraft())) as CampaignDto;
  await measured.measure('fan-out', async () => {
    await measured.measure('confirm', () => ask('POST', `/api/campaigns/${id}/confirm`, { version }));
    await until('scheduled');
  });
  // So many posts of campaigns may wait that not all rounds have room.
  await ask('POST', `/api/campaigns/${id}/undo`);
  await until('undone');

  async function until(state: CampaignDto['state']): Promise<void> {
    while (((await ask('GET', `/api/campaigns/${id}`)) as CampaignDto).state !== state)
      await delay(LOOK_EVERY_MS);
  }
}

/** How long a step took, and how much longer than before campaigns it held the server. */
function rowsOf(step: Step, { times, held }: Measured<Step>, store: BigAccounts['store']): Row[] {
  const valuesOf = (map: Map<Step, number[]>, of: Step) => map.get(of) ?? [];
  const longest = (of: Step) => median(valuesOf(held, of));
  const took = {
    name: `campaigns/${step}-${store}`,
    what: `${STEPS[step]}, ${store}, p95`,
    ours: quantile(valuesOf(times, step), 0.95),
    unit: 'ms',
  };
  const stretch = {
    name: `campaigns/${step}-held-${store}`,
    what: `the longest stretch in which the server did nothing else, ${STEPS[step]}, ${store}`,
    ours: longest(step),
    unit: 'ms',
  };
  if (step === 'baseline') return [stated(took), stated(stretch)];
  const peer = { what: 'before any campaign', value: longest('baseline') };
  // A query of the embedded database runs in the server's own process, and holds it.
  return store === 'pglite'
    ? [stated(took), stated({ ...stretch, peer })]
    : [atMost(MOST_MS[step], took), atMost(peer.value + HELD_MS, { ...stretch, peer })];
}
