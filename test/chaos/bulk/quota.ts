import { setTimeout as delay } from 'node:timers/promises';
import type { Result, Run } from '../command.ts';
import { stopAll } from '../replica.ts';
import { inWords, tally } from '../report.ts';
import { Editor } from './editor.ts';
import type { Options } from './options.ts';
import { startShops } from './shops.ts';
import { WANTED } from './special-hours.ts';

const LOOK_EVERY_MS = 250;
/** By so much of the plan the time may differ. */
const WITHIN = 0.2;

/** All locations under Google's quotas, by the clock: it takes about as long as the plan has said. */
export async function underQuota(options: Options, run: Run): Promise<Result> {
  const { google, store, replicas, person, locations, choice } = await startShops(
    options,
    ['hooks/clock.ts'],
    run,
  );
  const editor = new Editor(person);
  run.begin(`${locations.length} locations are read`);
  await google.beginRecord();
  const change = { specialHours: { mode: 'merge' as const, periods: WANTED } };
  const draft = await editor.draft({ choice, change });
  const { seconds: planned } = draft.plan;
  const from = performance.now();
  const faults: string[] = [];
  const { status } = await editor.confirm(draft);
  if (status !== 202) faults.push(`the answer to the confirmation was ${status}`);
  while ((await editor.set(draft.id)).progress.waiting > 0) await delay(LOOK_EVERY_MS);
  const took = (performance.now() - from) / 1000;
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
  return {
    faults,
    lines: [
      ['run', `${said.length} locations, ${store.about}, seed ${options.seed}, ${run.minutes}`],
      ['planned', `${planned} s`],
      ['took', `${took.toFixed(1)} s, ${share.toFixed(2)} of it`],
      ['calls', inWords(tally(calls.map(({ operation }) => operation)))],
    ],
    rows: [
      [store.about.split(' ')[0]!, said.length, `${planned} s`, `${took.toFixed(0)} s`, share.toFixed(2)],
    ],
  };
}
