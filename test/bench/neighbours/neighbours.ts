import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { endAll, type Ends } from '../../support/processes/ends.ts';
import type { AttackOrder } from './neighbours-attack.ts';
import { type Neighbours, startNeighbours } from './neighbours-setting.ts';
import { logInsIn, type Served, Watch } from './neighbours-watch.ts';
import { leaveFirstCore } from '../pinned-process.ts';
import { startTold } from '../publishing/publishing-programs.ts';
import { atMost, type Bench, quantile, type Row, stated } from '../row.ts';

/** Until the engine has compiled what is hot. */
const WARM_UP_MS = 5_000;
/** After an attack, what it has begun comes to its end. */
const SETTLE_MS = 3_000;
/** As many log-ins as a visitor may have within a run, of the 40 that are allowed. */
const LOG_INS_EACH = 30;

/** What others wait for at most beside an attack (ms): so long, or twice as long as without. */
const WITHIN_MS = { postgres: 50, pglite: 300 };
/** How much longer than without attack the server may do nothing else (ms), on Postgres. */
const HELD_MS = 20;
/** How long one statement of the embedded database may take (ms). */
const STATEMENT_MS = 100;
/** How much later than without attack posts of the embedded database's may be (ms). */
const LATER_MS = 300;

/**
 * Linux may share the processor out among sessions, whatever the priority of a process in them. Then those who are measured
 * pay for the attack, which is in their session, and each process of Postgres, which has one of its own, has as much as all.
 */
const GROUPED =
  'This machine shares its processor out by session, so others wait longer than they would: see sched_autogroup_enabled.';

/** What others wait for while one account does what costs most, beside what they wait for without that. */
export async function rows(bench: Bench): Promise<Row[]> {
  bench.ends.push(leaveFirstCore());
  if (isGroupedBySession()) bench.say(GROUPED);
  const all: Row[] = [];
  const ms = bench.seconds * bench.rounds * 1000;
  const logIns = logInsIn(WARM_UP_MS + ms * (1 + bench.attacks.length));
  for (const store of bench.stores) {
    const ends: Ends = [];
    bench.ends.push(() => endAll(ends));
    const setting = await startNeighbours(bench, store, Math.ceil(logIns / LOG_INS_EACH), ends);
    const watch = new Watch(setting);
    await watch.during(WARM_UP_MS);
    const without = await watch.during(ms);
    bench.say(`${store}, without attack: ${describe(without)}`);
    for (const attack of bench.attacks) {
      const during = await besideAttack(bench, setting, attack, ends, () => watch.during(ms));
      all.push(...rowsOf(setting, attack, without, during));
      await delay(SETTLE_MS);
    }
    await endAll(ends);
  }
  return all;
}

/** Serves others while an attack is under way, and says how the attack was answered. */
async function besideAttack(
  { folder, say }: Bench,
  { store, attacked }: Neighbours,
  attack: string,
  ends: Ends,
  serve: () => Promise<Served>,
): Promise<Served> {
  const attacker = await startTold(
    [fileURLToPath(new URL('neighbours-attack.ts', import.meta.url))],
    {},
    { core: 'any', cwd: folder, ends },
  );
  await attacker.ask({ ...attacked, attack } satisfies AttackOrder);
  const served = await serve();
  const counts = await attacker.ask<Record<string, number>>('stop');
  const answers = Object.entries(counts).map(([answer, count]) => `${count} x ${answer}`);
  say(`${store}, ${attack}: ${describe(served)}\n  The attack: ${answers.sort().join(', ')}`);
  attacker.process.disconnect();
  return served;
}

function rowsOf({ store }: Neighbours, attack: string, without: Served, during: Served): Row[] {
  const row = (name: string, what: string, ours: number, value?: number) => ({
    name: `neighbours/${attack}-${name}-${store}`,
    what: `${what}, ${store}, beside ${attack}`,
    ours,
    unit: 'ms',
    ...(value !== undefined && { peer: { what: 'without', value } }),
  });
  const p95 = (of: Served, times: 'logIns' | 'lists' | 'late') => quantile(of[times], 0.95);
  const timeRow = (name: string, what: string, times: 'logIns' | 'lists' | 'late') => {
    const before = p95(without, times);
    const isLateOnPglite = times === 'late' && store === 'pglite';
    const most = isLateOnPglite
      ? before + LATER_MS
      : store === 'pglite'
        ? WITHIN_MS.pglite
        : Math.max(WITHIN_MS.postgres, 2 * before);
    return atMost(Math.round(most), row(name, what, p95(during, times), before));
  };
  const held = row(
    'held',
    'the longest stretch in which the server did nothing else',
    during.stretchMs,
    without.stretchMs,
  );
  return [
    timeRow('log-in', 'log-in, p95', 'logIns'),
    timeRow('list', "the other person's locations, p95", 'lists'),
    timeRow('late', 'from when a post was due until Google had it, p95', 'late'),
    ...(store === 'postgres' ? [atMost(Math.round(without.stretchMs + HELD_MS), held)] : [stated(held)]),
    ...(during.statement
      ? [
          atMost(
            STATEMENT_MS,
            row('statement', 'the longest statement', during.statement.ms, without.statement?.ms),
          ),
        ]
      : []),
    atMost(0, {
      ...row('refused', 'what others and the readiness check were refused', during.refused.length),
      unit: 'answers',
    }),
  ];
}

function describe({ logIns, lists, late, refused, stretchMs, statement }: Served): string {
  const p95 = (times: number[]) =>
    `${quantile(times, 0.95).toFixed(1)} ms (median ${quantile(times, 0.5).toFixed(1)}, ${times.length} times)`;
  const refusals = Map.groupBy(refused, (one) => one);
  return [
    `log-in ${p95(logIns)}`,
    `list ${p95(lists)}`,
    `late ${p95(late)}`,
    `held ${stretchMs.toFixed(1)} ms`,
    ...(statement ? [`statement ${statement.ms.toFixed(1)} ms (${statement.statement})`] : []),
    ...[...refusals].map(([one, all]) => `refused ${all.length} x ${one}`),
  ].join(', ');
}

function isGroupedBySession(): boolean {
  try {
    return readFileSync('/proc/sys/kernel/sched_autogroup_enabled', 'utf8').trim() === '1';
  } catch {
    return false;
  }
}
