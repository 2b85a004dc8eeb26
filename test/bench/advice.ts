import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { TaskListDto } from '../../dist/server/advice/task.dto.js';
import { freePort } from '../support/processes/program.ts';
import { startBigAccounts } from './big-accounts/big-accounts-setting.ts';
import { Measured } from './measured.ts';
import { leaveFirstCore } from './pinned-process.ts';
import { atMost, type Bench, median, quantile, type Row, stated } from './row.ts';

const LOCATIONS = 10_000;
/** How much longer than without a check the server may do nothing else (ms), on Postgres. */
const HELD_MS = 20;
const REQUESTS_A_ROUND = 20;
const LOOK_EVERY_MS = 250;

const STEPS = {
  baseline: 'first page of posts, after the check',
  check: 'from the start until all 10,000 locations are checked',
  tasks: 'first page of tasks',
  rules: 'the rules, with how a location does',
} as const;
type Step = keyof typeof STEPS;

/** What each step may take at most (ms) on Postgres, at the 95th of a hundred. */
const MOST_MS: Record<Exclude<Step, 'baseline'>, number> = { check: 60_000, tasks: 50, rules: 50 };

/** The tasks of the account with 10,000 locations on Postgres: how long each step takes, and holds the server. */
export async function rows(bench: Bench): Promise<Row[]> {
  bench.ends.push(leaveFirstCore());
  const port = await freePort();
  const accounts = await startBigAccounts(bench, 'postgres', {
    hook: fileURLToPath(new URL('hooks/event-loop.mjs', import.meta.url)),
    env: { BENCH_EVENT_LOOP_PORT: String(port) },
  });
  const measured = new Measured<Step>(accounts, LOCATIONS, `http://127.0.0.1:${port}`);
  await measured.measure('check', async () => {
    while ((await tasks(measured)).check.state === 'checking') await delay(LOOK_EVERY_MS);
  });
  for (let round = 1; round <= bench.rounds; round += 1) {
    for (let number = 0; number < REQUESTS_A_ROUND; number += 1) {
      await measured.measure('baseline', () => measured.ask('GET', '/api/posts'));
      await measured.measure('tasks', () => tasks(measured));
      await measured.measure('rules', () => measured.ask('GET', '/api/findings/rules?locationId=place-7'));
    }
    bench.say(`tasks, round ${round}: ${measured.lastTimes()}`);
  }
  await accounts.server.stop();
  return (Object.keys(STEPS) as Step[]).flatMap((step) => rowsOf(step, measured));
}

async function tasks(measured: Measured<Step>): Promise<TaskListDto> {
  return (await measured.ask('GET', '/api/tasks')) as TaskListDto;
}

/** How long a step took, and how much longer than without a check it held the server. */
function rowsOf(step: Step, { times, held }: Measured<Step>): Row[] {
  const name = `advice/${step}`;
  const took = {
    name,
    what: `${STEPS[step]}, p95`,
    ours: quantile(times.get(step) ?? [], 0.95),
    unit: 'ms',
  };
  const longest = (of: Step) => median(held.get(of) ?? []);
  const stretch = {
    name: `${name}-held`,
    what: `the longest stretch in which the server did nothing else, ${STEPS[step]}`,
    ours: longest(step),
    unit: 'ms',
  };
  if (step === 'baseline') return [stated(took), stated(stretch)];
  const peer = { what: 'without a check', value: longest('baseline') };
  return [atMost(MOST_MS[step], took), atMost(peer.value + HELD_MS, { ...stretch, peer })];
}
