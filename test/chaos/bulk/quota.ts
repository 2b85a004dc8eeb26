import { setTimeout as delay } from 'node:timers/promises';
import type { Result, Run } from '../command.ts';
import { Others, tooLate } from '../others.ts';
import { stopAll } from '../replica.ts';
import { inWords, tally } from '../report.ts';
import { SingleSaves } from '../single-saves.ts';
import { Editor } from './editor.ts';
import type { Options } from './options.ts';
import { startShops } from './shops.ts';
import { WANTED } from './special-hours.ts';

const LOOK_EVERY_MS = 250;
/** By so much of the plan the time may differ. */
const WITHIN = 0.2;
/** How many posts of somebody else fall due beside it, and how long after they are scheduled the first of them. */
const POSTS = 60;
const FIRST_POST_MS = 90_000;

/**
 * All locations under Google's quotas, by the clock: it takes about as long as the plan has said, and posts and single saves of
 * somebody else are as quick as without.
 */
export async function underQuota(options: Options, run: Run): Promise<Result> {
  const shops = await startShops(options, ['hooks/clock.ts'], run);
  const { google, store, replicas, locations, choice } = shops;
  const places = await Others.addPlaces(google);
  const other = await shops.join(Others.email);
  const editor = new Editor(shops.person);
  run.begin(`${locations.length} locations are read`);
  const saves = new SingleSaves(other, places);
  await saves.some();
  const change = { specialHours: { mode: 'merge' as const, periods: WANTED } };
  const draft = await editor.draft({ choice, change });
  const { seconds: planned } = draft.plan;
  const others = await Others.schedule(other, places, POSTS, Date.now() + FIRST_POST_MS);
  await google.beginRecord();
  const faults: string[] = [];
  const from = performance.now();
  const { status } = await editor.confirm(draft);
  if (status !== 202) faults.push(`the answer to the confirmation was ${status}`);
  saves.begin();
  while ((await editor.set(draft.id)).progress.waiting > 0) await delay(LOOK_EVERY_MS);
  const took = (performance.now() - from) / 1000;
  const times = await saves.end();
  const share = took / planned;
  if (Math.abs(share - 1) > WITHIN)
    faults.push(`it took ${took.toFixed(0)} s, and ${planned} s were planned`);
  const said = await editor.locations(draft.id);
  const unsent = said.filter(({ state }) => state !== 'saved').length;
  if (unsent > 0) faults.push(`${unsent} locations were not changed`);
  run.note(...(await stopAll(replicas)));
  const calls = await google.calls();
  const refused = calls.filter((call) => call.status === 429).length;
  if (refused > 0) faults.push(`Google refused ${refused} requests as too many`);
  const lateness = others.lateness(await google.control.world.posts({}));
  faults.push(...tooLate(lateness));
  faults.push(...times.faults);
  return {
    faults,
    lines: [
      ['run', `${said.length} locations, ${store.about}, seed ${options.seed}, ${run.minutes}`],
      ['planned', `${planned} s`],
      ['took', `${took.toFixed(1)} s, ${share.toFixed(2)} of it`],
      [
        'posts',
        `${lateness.count} of somebody else, late by ${lateness.p50} ms (p50), ${lateness.p99} ms (p99)`,
      ],
      ['saves', times.words],
      ['calls', inWords(tally(calls.map(({ operation }) => operation)))],
    ],
    rows: [
      [
        store.about.split(' ')[0]!,
        said.length,
        `${planned} s`,
        `${took.toFixed(0)} s`,
        share.toFixed(2),
        `${lateness.p50} / ${lateness.p99} ms`,
        `${times.quiet} / ${times.busy} ms`,
      ],
    ],
  };
}
