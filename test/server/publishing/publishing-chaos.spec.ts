import { afterAll, afterEach, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { Logger } from '@nestjs/common';
import { createRandom } from '../../support/seeded-random.ts';
import { ReconcileStep } from '../../../dist/server/publishing/reconcile-step.js';
import { FAULTS } from '../../chaos/publishing/faults.ts';
import { acceptedAt, inDoubtAt, judge, type Scheduled, type Verdict } from '../../chaos/publishing/oracle.ts';
import { readOptions } from '../../chaos/publishing/options.ts';
import { makePlan } from '../../chaos/publishing/plan.ts';
import { readPosts } from '../../chaos/publishing/rows.ts';
import type { SignedInClient } from '../../support/app.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { type Publishing, schedule, SECOND_MS, startPublishing } from '../../support/features/publishing.ts';
import { live, PATIENCE_MS, Process } from '../../support/processes/struck-processes.ts';

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
  const disturbances = await live(setting, processes, createRandom(seed), async () => {
    const rows = await readPosts(served.database);
    return rows.some(({ id, status }) => ids.has(id) && ['SCHEDULED', 'QUEUED'].includes(status));
  });
  const rows = (await readPosts(served.database)).filter(({ id }) => ids.has(id));
  const calls = google.calls.list({ operation: 'localPosts.create' });
  const accepted = acceptedAt(places, google.world.posts(), calls);
  return judge({ scheduled, rows, accepted, inDoubt: inDoubtAt(places, calls), disturbances });
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
