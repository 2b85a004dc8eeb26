import { afterAll, afterEach, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { Logger } from '@nestjs/common';
import { CampaignDeletions } from '../../../dist/server/campaigns/work/campaign-deletions.js';
import { CampaignDispatcher } from '../../../dist/server/campaigns/work/campaign-dispatcher.js';
import { CampaignScheduler } from '../../../dist/server/campaigns/work/campaign-scheduler.js';
import { TargetPostsRepository } from '../../../dist/server/campaigns/work/target-posts.repository.js';
import type { CampaignRow } from '../../../dist/server/database/campaigns.schema.js';
import type { CampaignDto } from '../../../dist/server/campaigns/campaign.dto.js';
import { Author, bodyOf } from '../../chaos/campaigns/author.ts';
import { CAMPAIGN_FAULTS } from '../../chaos/campaigns/faults.ts';
import {
  type Desk,
  isSettled,
  judgeFirst,
  judgeRetried,
  judgeUndone,
  nothingWrong,
  type Verdict,
} from '../../chaos/campaigns/oracle.ts';
import { sentencesIn } from '../../chaos/report.ts';
import { withoutCampaignWork } from '../../support/features/campaign-work.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import {
  HOUR_MS,
  MINUTE_MS,
  type Publishing,
  SECOND_MS,
  startPublishing,
} from '../../support/features/publishing.ts';
import { createRandom } from '../../support/seeded-random.ts';
import { live, PATIENCE_MS, Process } from '../../support/processes/struck-processes.ts';
import { workOff } from '../../support/due-work.ts';

const DAY_MS = 24 * HOUR_MS;
const SABOTAGED = 2;

let setting: Publishing;
let processes: Process[];
let author: Author;
let desks: Desk[];
beforeAll(async () => {
  setting = await startPublishing({ PUBLISH_SETTLE_MINUTES: '2' }, withoutCampaignWork);
  Logger.overrideLogger(false);
  processes = [setting.served, await setting.replica()].map((served) => new Process(served));
  const client = await setting.connected(PEOPLE.mirela);
  author = new Author(async (method, path, { body, key } = {}) => {
    const request = client.send(method.toLowerCase() as 'get' | 'post' | 'patch', path, body);
    const answer = await (key ? request.set('Idempotency-Key', key) : request);
    return { status: answer.status, body: answer.body as unknown };
  });
  desks = setting.google.world.locations({ email: PEOPLE.mirela }).map(({ id, fields }) => ({
    id,
    storeCode: fields.storeCode ?? '',
    name: fields.title,
    city: fields.storefrontAddress?.locality ?? '',
  }));
});
afterEach(() => setting.google.faults.clear());
afterAll(async () => {
  await processes[1]!.served.close();
  await setting.close();
});

/** What a process has found to be missing is old by the time it makes it, and it dies in the first slice that it makes. */
function strikeSlices({ served: { app } }: Process): void {
  const [scheduler, targetPosts] = [
    app.get(CampaignScheduler),
    app.get(TargetPostsRepository),
  ] as unknown as [
    { sliceOf(...given: unknown[]): Promise<unknown> },
    { apply(...given: unknown[]): Promise<unknown> },
  ];
  const { sliceOf } = CampaignScheduler.prototype as unknown as typeof scheduler;
  const { apply } = TargetPostsRepository.prototype as unknown as typeof targetPosts;
  let isDead = false;
  Object.assign(scheduler, {
    sliceOf: async (campaign: CampaignRow, open: unknown) => {
      const slice = await sliceOf.call(scheduler, campaign, open);
      if (isDead) await processes[1]!.served.app.get(CampaignScheduler).step(campaign);
      return slice;
    },
  });
  Object.assign(targetPosts, {
    apply: async (...given: unknown[]) => {
      const counts = await apply.apply(targetPosts, given);
      if (isDead) return counts;
      isDead = true;
      throw new Error('the process has died');
    },
  });
}

/** Makes or changes the posts of a campaign by both processes. */
async function makePosts(): Promise<void> {
  for (let round = 0; round < 2; round += 1)
    for (const { served } of processes.slice(0, round + 1))
      await workOff(served.app.get(CampaignDispatcher)).catch(() => undefined);
}

/** Plans and confirms a campaign for some desks, and lives through it. @returns what there is to judge */
async function liveThrough(
  seed: number,
  chosen: Desk[],
  text: string,
): Promise<{ campaign: CampaignDto; verdict: Verdict }> {
  const { google } = setting;
  const verdict = nothingWrong();
  const publishAt = new Date(setting.served.clock.now().getTime() + MINUTE_MS).toISOString();
  const planned = await author.plan(
    {
      choice: { storeCodes: chosen.map(({ storeCode }) => storeCode) },
      time: { publishAt, timeZone: 'Europe/London', spreadMinutes: 1 },
      postBody: bodyOf(text.replace('{city}', 'every city')),
    },
    `campaign-${seed}`,
  );
  await author.confirm(planned);
  await makePosts();
  await author.change(planned.id, { postBody: bodyOf(text) });
  await makePosts();
  const sabotaged = chosen.slice(0, SABOTAGED).map(({ id }) => id);
  for (const location of sabotaged) google.world.setVerification({ location, verification: 'SUSPENDED' });
  google.configure({ listingMs: 20 * SECOND_MS });
  for (const [index, [operation, kind, share, options]] of CAMPAIGN_FAULTS.entries())
    google.faults.rate(operation, kind, share, seed + index, { ...options, ms: PATIENCE_MS + 500 });
  const isOpen = async () => !isSettled((await author.look(planned.id)).progress);
  const struck = await live(setting, processes, createRandom(seed), isOpen);
  google.faults.clear();

  const targets = await author.targets(planned.id);
  const doubtful = targets.filter(({ state }) => state === 'unconfirmed');
  const attempts = new Map(
    await Promise.all(
      doubtful.map(async (target) => [target.locationId, await author.attempts(target)] as const),
    ),
  );
  const calls = google.calls.list();
  const deaths = struck.map(({ from }) => from);
  const evidence = () => ({ desks: chosen, text, posts: google.world.posts() });
  judgeFirst(
    { ...evidence(), targets },
    { unconfirmed: 'hold', sabotaged, calls, attempts, deaths },
    verdict,
  );

  for (const location of sabotaged) google.world.setVerification({ location, verification: 'VERIFIED' });
  const retried = targets.filter(({ state }) => state === 'failed' || state === 'unconfirmed');
  await setting.pass(MINUTE_MS);
  google.calls.clear();
  await author.retry(planned.id);
  while (await isOpen()) await setting.passAndWork(10 * SECOND_MS);
  const since = google.calls.list();
  const ids = retried.map(({ locationId }) => locationId);
  judgeRetried({ ...evidence(), targets: await author.targets(planned.id) }, ids, since, verdict);
  return { campaign: planned, verdict };
}

describe('campaigns of two processes that die and halt, at a Google that fails', () => {
  it('give each location its post once, also those that failed alone, and take all back in an undo', async () => {
    strikeSlices(processes[0]!);
    const chosen = desks.slice(0, 16);
    const text = 'Winter list: {name} in {city} has offer {storeCode}.';
    const { campaign, verdict } = await liveThrough(7, chosen, text);
    expect(sentencesIn(verdict)).toEqual([]);

    for (const [index, [operation, kind, share, options]] of CAMPAIGN_FAULTS.entries())
      setting.google.faults.rate(operation, kind, share, 70 + index, { ...options, ms: PATIENCE_MS + 500 });
    await author.undo(campaign.id);
    for (let round = 0; (await author.look(campaign.id)).state !== 'undone'; round += 1) {
      if (round > 50) throw new Error('The undo does not come to an end.');
      if (round === 3) setting.google.faults.clear();
      await setting.passAndWork(MINUTE_MS);
      for (const { served } of processes) {
        await workOff(served.app.get(CampaignDispatcher));
        await workOff(served.app.get(CampaignDeletions));
      }
    }
    // Somebody who does not come for seven days is signed out.
    for (let day = 0; day < 7; day += 1) {
      await setting.passAndWork(DAY_MS);
      await author.look(campaign.id);
    }
    const posts = setting.google.world.posts();
    const targets = await author.targets(campaign.id);
    const undone = nothingWrong();
    expect(judgeUndone({ desks: chosen, text, posts, targets }, undone)).toEqual([]);
    expect(sentencesIn(undone)).toEqual([]);
  });

  it('give locations two where nothing keeps them to one, and that is noticed', async () => {
    for (const { served } of processes)
      Object.assign(served.app.get(TargetPostsRepository), {
        stillUnmade: (_tx: unknown, _campaignId: string, ids: string[]) => Promise.resolve(new Set(ids)),
      });
    const { verdict } = await liveThrough(8, desks.slice(16, 24), 'Spring list: {name} in {city}.');
    expect(verdict.duplicates).not.toEqual([]);
  });
});
