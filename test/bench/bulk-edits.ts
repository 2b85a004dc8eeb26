import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { BulkEditDto } from '../../dist/server/bulk-edits/bulk-edit.dto.js';
import type { SetLocationListDto } from '../../dist/server/changes/change-set.dto.js';
import { freePort } from '../support/processes/program.ts';
import { startBigAccounts } from './big-accounts/big-accounts-setting.ts';
import { Measured } from './measured.ts';
import { leaveFirstCore } from './pinned-process.ts';
import { atMost, type Bench, median, quantile, type Row, stated } from './row.ts';

const LOCATIONS = 10_000;
/** Another person has so many, and asks beside them. */
const OTHERS = 1000;
/** How much longer than without bulk edits the server may do nothing else (ms), on Postgres. */
const HELD_MS = 20;
/** How often what is quick is repeated in a round. */
const REQUESTS_A_ROUND = 10;
const LOOK_EVERY_MS = 100;
const DAY_MS = 24 * 60 * 60_000;
/** The position right before the last of the locations, `place-9999`, in the list of a set. */
const LAST = Buffer.from('0 place-9998').toString('base64url');

/** What is measured, in this order; the first is what the others are compared with. */
const STEPS = {
  baseline: 'first page of posts of another person, before any bulk edit',
  preview: 'working out what 10,000 locations would get of two dates and a website',
  rows: 'first page of its rows',
  confirm: 'confirming it',
  plan: 'from confirming to all its locations planned',
  beside: 'first page of posts of another person, while it is planned and sent',
} as const;
type Step = keyof typeof STEPS;

/** What each step may take at most (ms) on Postgres, at the 95th of a hundred. */
const MOST_MS: Record<Exclude<Step, 'baseline' | 'beside'>, number> = {
  preview: 2_000,
  rows: 300,
  confirm: 1_000,
  plan: 30_000,
};

/** A bulk edit of the account with 10,000 locations on Postgres: how long each step takes, and holds the server. */
export async function rows(bench: Bench): Promise<Row[]> {
  bench.ends.push(leaveFirstCore());
  const port = await freePort();
  const accounts = await startBigAccounts(bench, 'postgres', {
    hook: fileURLToPath(new URL('hooks/event-loop.mjs', import.meta.url)),
    env: { BENCH_EVENT_LOOP_PORT: String(port) },
  });
  const measured = new Measured<Step>(accounts, LOCATIONS, `http://127.0.0.1:${port}`);
  for (let round = 1; round <= bench.rounds; round += 1) {
    await measureRound(measured);
    bench.say(`bulk edits, round ${round}: ${measured.lastTimes()}`);
  }
  await accounts.server.stop();
  return (Object.keys(STEPS) as Step[]).flatMap((step) => rowsOf(step, measured));
}

async function measureRound(measured: Measured<Step>): Promise<void> {
  const ask = measured.ask.bind(measured);
  const others = () => ask('GET', '/api/posts', undefined, OTHERS);
  for (let number = 0; number < REQUESTS_A_ROUND; number += 1) await measured.measure('baseline', others);
  for (let number = 0; number < REQUESTS_A_ROUND / 2; number += 1) {
    const draft = (await measured.measure('preview', () =>
      ask('POST', '/api/bulk-edits', edit()),
    )) as BulkEditDto;
    if (draft.counts.changes !== LOCATIONS) throw new Error(`${draft.counts.changes} locations would change`);
    await measured.measure('rows', () => ask('GET', `/api/bulk-edits/${draft.id}/rows`));
    await ask('DELETE', `/api/bulk-edits/${draft.id}`);
  }
  const { id, version } = (await ask('POST', '/api/bulk-edits', edit())) as BulkEditDto;
  await measured.measure('plan', async () => {
    const begun = performance.now();
    await ask('POST', `/api/bulk-edits/${id}/confirm`, { version });
    measured.note(measured.times, 'confirm', performance.now() - begun);
    while (!(await isPlanned(id))) {
      const from = performance.now();
      await others();
      measured.note(measured.times, 'beside', performance.now() - from);
      await delay(LOOK_EVERY_MS);
    }
  });
  // The next round begins with nothing waiting.
  await ask('POST', `/api/change-sets/${id}/stop`);
  while ((await waiting(id)).items.length > 0) await delay(LOOK_EVERY_MS);

  async function isPlanned(set: string): Promise<boolean> {
    const page = (await ask(
      'GET',
      `/api/change-sets/${set}/locations?limit=1&cursor=${LAST}`,
    )) as SetLocationListDto;
    return page.items.length > 0;
  }

  async function waiting(set: string): Promise<SetLocationListDto> {
    return (await ask(
      'GET',
      `/api/change-sets/${set}/locations?state=waiting&limit=1`,
    )) as SetLocationListDto;
  }
}

/** Two dates, and an address with a variable that differs at each location. */
function edit() {
  const dateIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
  const periods = [dateIn(30), dateIn(31)].map((date) => ({
    ...{ date, isClosed: true, openTime: null, closeTime: null, closeDate: null },
  }));
  return {
    choice: {},
    change: {
      specialHours: { mode: 'merge', periods },
      websiteUri: '{website}?utm_source=google&shop={storeCode}',
    },
  };
}

/** How long a step took, and how much longer than before bulk edits it held the server. */
function rowsOf(step: Step, { times, held }: Measured<Step>): Row[] {
  const p95 = (of: Step) => quantile(times.get(of) ?? [], 0.95);
  const longest = (of: Step) => median(held.get(of) ?? []);
  const name = `bulk-edits/${step}`;
  const took = { name, what: `${STEPS[step]}, p95`, ours: p95(step), unit: 'ms' };
  if (step === 'beside') return [stated({ ...took, peer: { what: 'before', value: p95('baseline') } })];
  if (step === 'confirm') return [atMost(MOST_MS.confirm, took)];
  const stretch = {
    name: `${name}-held`,
    what: `the longest stretch in which the server did nothing else, ${STEPS[step]}`,
    ours: longest(step),
    unit: 'ms',
  };
  if (step === 'baseline') return [stated(took), stated(stretch)];
  const peer = { what: 'before any bulk edit', value: longest('baseline') };
  return [atMost(MOST_MS[step], took), atMost(peer.value + HELD_MS, { ...stretch, peer })];
}
