import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { GoogleTimeouts } from '../../dist/server/business-profile/google/google-clock.js';
import { createRandom } from '../support/seeded-random.js';
import { LedgerRepository } from '../../dist/server/publishing/ledger.repository.js';
import { ReconcileStep } from '../../dist/server/publishing/reconcile-step.js';
import { PostPublisher } from '../../dist/server/publishing/post-publisher.js';
import { PublishingMetrics } from '../../dist/server/publishing/publishing.metrics.js';
import { FAULTS } from '../chaos/faults.js';
import {
  acceptedAt,
  type Disturbance,
  inDoubtAt,
  judge,
  type Scheduled,
  type Verdict,
} from '../chaos/oracle.js';
import { readOptions } from '../chaos/options.js';
import { makePlan } from '../chaos/plan.js';
import { readPosts } from '../chaos/rows.js';
import { STEPS, type Step } from '../chaos/step.js';
import type { SignedInClient, TestApp } from '../support/app.js';
import { PEOPLE } from '../support/google-simulator.js';
import { LEASE_MS, type Publishing, schedule, SECOND_MS, startPublishing } from '../support/publishing.js';

/** How often a process dies in the middle of a step, or is halted there for longer than its claim holds. */
const DEATHS = 0.15;
const HALTS = 0.05;
/** Where that can be in one process: between the request and its answer it is as good as before the record. */
const STRIKABLE = STEPS.filter((step) => step !== 'after-accept');
/** How long an answer of Google's is waited for that comes too late or not at all. */
const PATIENCE_MS = 1500;
const PLACES = 3;
const TAMSINS_OWN = '101000000000000000001';
const NOTHING_WRONG = { duplicates: [], lost: [], stale: [], early: [], stuck: [], untrue: [] };

let setting: Publishing;
let processes: Process[];
let tamsin: SignedInClient;
beforeAll(async () => {
  setting = await startPublishing({ PUBLISH_SETTLE_MINUTES: '2' });
  Logger.overrideLogger(false);
  processes = [setting.served, await setting.replica()].map((served) => new Process(served));
  for (const place of ['Mill', 'Quay', 'Yard', 'Arch', 'Loft', 'Barn'])
    setting.google.world.addLocation({ account: TAMSINS_OWN, title: `${place} bakehouse` });
  tamsin = await setting.connected(PEOPLE.tamsin);
});
afterEach(() => setting.google.faults.clear());
afterAll(async () => {
  await processes[1]!.served.close();
  await setting.close();
});

/** Strikes a process when it comes to a step: what it throws, the process does not outlive. */
interface Blow {
  step: Step;
  strike: () => Promise<void>;
}

/** A server that can be struck in the middle of its steps. */
class Process {
  blow: Blow | undefined;

  constructor(readonly served: TestApp) {
    Object.assign(served.app.get(GoogleTimeouts), { requestMs: PATIENCE_MS });
    const ledger = served.app.get(LedgerRepository);
    const { claim, intend, finish } = LedgerRepository.prototype;
    Object.assign(ledger, {
      claim: async (id: string) => {
        const claimed = await claim.call(ledger, id);
        if (claimed) await this.comeTo('after-claim');
        return claimed;
      },
      intend: async (...given: Parameters<typeof intend>) => {
        await intend.apply(ledger, given);
        await this.comeTo('after-intent');
      },
      finish: async (...given: Parameters<typeof finish>) => {
        await this.comeTo('before-record');
        return finish.apply(ledger, given);
      },
    });
  }

  /** Takes a step with a post. */
  take(id: string): Promise<void> {
    return this.served.app.get(PostPublisher).step(id);
  }

  /** How many of its records came too late. */
  countLate(): number {
    return this.served.app.get(PublishingMetrics).read().steps.late ?? 0;
  }

  private async comeTo(step: Step): Promise<void> {
    const { blow } = this;
    if (blow?.step !== step) return;
    this.blow = undefined;
    await blow.strike();
  }
}

/** Schedules what the seed says, at places with this word in their name, and lives through it. */
async function judgeRun(seed: number, count: number, bakehouses: string[]): Promise<Verdict> {
  const { google, served } = setting;
  const places = bakehouses.map((name) => google.world.location({ location: `${name} bakehouse` }).id);
  const plan = makePlan(readOptions([`--seed=${seed}`, `--posts=${count}`, `--locations=${PLACES}`]));
  const scheduled: Scheduled[] = [];
  for (const { place, body, publishAt } of plan.posts) {
    const locationId = places[place]!;
    const post = await schedule(setting, tamsin, { locationId, inMs: publishAt, ...body });
    scheduled.push({ id: post.id, locationId, text: body.summary, publishAt: new Date(post.publishAt) });
  }
  google.configure({ listingMs: 20 * SECOND_MS });
  for (const [index, [operation, kind, share, options]] of FAULTS.entries())
    google.faults.rate(operation, kind, share, seed + index, { ...options, ms: PATIENCE_MS + 500 });
  const ids = new Set(scheduled.map(({ id }) => id));
  const disturbances = await live(createRandom(seed), async () => {
    const rows = await readPosts(served.database);
    return rows.some(({ id, status }) => ids.has(id) && ['SCHEDULED', 'QUEUED'].includes(status));
  });
  const rows = (await readPosts(served.database)).filter(({ id }) => ids.has(id));
  const calls = google.calls.list({ operation: 'localPosts.create' });
  const accepted = acceptedAt(places, google.world.posts(), calls);
  return judge({ scheduled, rows, accepted, inDoubt: inDoubtAt(places, calls), disturbances });
}

/**
 * Lets time pass while there is something open; each step is taken by one process or the other, and may be struck.
 * @returns when they were struck
 */
async function live(random: () => number, isOpen: () => Promise<boolean>): Promise<Disturbance[]> {
  const struck: Disturbance[] = [];
  const underWay: Promise<void>[] = [];
  const halted: { until: number; goOn: () => void }[] = [];
  const now = () => setting.served.clock.now().getTime();
  for (let round = 0; await isOpen(); round += 1) {
    if (round > 200) throw new Error('It does not come to an end.');
    await setting.pass((await msUntilDue()) + Math.round(random() * 15 * SECOND_MS));
    for (const { until, goOn } of halted) if (until <= now()) goOn();
    for (const id of await dueIds()) {
      const process = processes[random() < 0.5 ? 0 : 1]!;
      const [chance, step] = [random(), STRIKABLE[Math.floor(random() * STRIKABLE.length)]!];
      const isHalted = new Promise<void>((resolve) => {
        const halt = () =>
          new Promise<void>((goOn) => {
            halted.push({ until: now() + 2 * LEASE_MS, goOn });
            struck.push({ from: now(), to: now() + 2 * LEASE_MS });
            resolve();
          });
        const die = () => {
          struck.push({ from: now(), to: now() });
          return Promise.reject(new Error('the process has died'));
        };
        if (chance < DEATHS + HALTS) process.blow = { step, strike: chance < DEATHS ? die : halt };
      });
      const taken = process.take(id);
      underWay.push(taken);
      await Promise.race([taken, isHalted]);
      process.blow = undefined;
    }
  }
  for (const { goOn } of halted) goOn();
  await Promise.all(underWay);
  return struck;
}

async function dueIds(): Promise<string[]> {
  const { rows } = await setting.served.database.executeSql(
    `select id from posts where next_step_at <= shingle_now()
     and (lease_until is null or lease_until <= shingle_now()) order by next_step_at`,
  );
  return (rows as { id: string }[]).map(({ id }) => id);
}

async function msUntilDue(): Promise<number> {
  const { rows } = await setting.served.database.executeSql(
    'select extract(epoch from min(next_step_at) - shingle_now()) * 1000 as ms from posts',
  );
  const [next] = rows as { ms: string | null }[];
  return Math.max(0, Math.ceil(Number(next?.ms ?? 0)));
}

describe('posts of two processes that die and halt, at a Google that fails', () => {
  it('go out once each, none early, none lost, and the calendar says what Google has', async () => {
    expect(await judgeRun(7, 30, ['Mill', 'Quay', 'Yard'])).toMatchObject(NOTHING_WRONG);
    // Processes that went on after their claim was over have tried to record, and were not heard.
    expect(processes.reduce((sum, process) => sum + process.countLate(), 0)).toBeGreaterThan(0);
  }, 60_000);

  it('go out twice when nobody looks at Google’s list first, and that is noticed', async () => {
    for (const { served } of processes)
      Object.assign(served.app.get(ReconcileStep), { take: () => Promise.resolve(undefined) });
    setting.google.faults.next('localPosts.create', 'error-after', { times: 2 });
    const { duplicates } = await judgeRun(8, 15, ['Arch', 'Loft', 'Barn']);
    expect(duplicates).not.toEqual([]);
  }, 60_000);
});
