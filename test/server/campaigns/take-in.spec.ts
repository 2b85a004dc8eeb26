import { afterAll, afterEach, beforeAll, describe, expect, it } from '../../support/jest.ts';
import type { CampaignDto } from '../../../dist/server/campaigns/campaign.dto.js';
import type { LeftOutListDto } from '../../../dist/server/campaigns/left-out.dto.js';
import type { SignedInClient } from '../../support/app.ts';
import {
  ask,
  type Campaigner,
  confirmed,
  lookAt,
  postsOf,
  progressOf,
  startCampaigner,
} from '../../support/features/campaign-work.ts';
import { planned, targetsOf } from '../../support/features/campaign-plans.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { connectWithPlaces } from '../../support/google/places-read.ts';
import { HOUR_MS, MINUTE_MS } from '../../support/features/publishing.ts';

const SUSPENDED = 'location-suspended';
const DAY_MS = 24 * HOUR_MS;

let setting: Campaigner;
let { mirela, locationIds, inMs, atGoogle } = {} as Campaigner;
/** The location that is left out at first. */
let away: string;
beforeAll(async () => {
  setting = await startCampaigner();
  ({ mirela, locationIds, inMs, atGoogle } = setting);
  away = locationIds[0]!;
});
afterEach(async () => {
  await sql(`update mirror_locations set id = '${away}' where id = 'elsewhere'`);
  await suspend(false);
  await setting.forget();
});
afterAll(() => setting.close());

const sql = (text: string) => setting.served.database.executeSql(text);
const suspend = (isSuspended: boolean) =>
  sql(
    `update mirror_locations set state = '${isSuspended ? 'SUSPENDED' : 'VERIFIED'}' where id = '${locationIds[0]}'`,
  );
let written = 0;
/** A confirmed campaign for three locations, one of which is left out as Google has suspended it; two posts are made. */
async function withoutOne(time: object = { publishAt: inMs(HOUR_MS) }): Promise<CampaignDto> {
  await suspend(true);
  const campaign = await confirmed(mirela, {
    choice: { locationIds: locationIds.slice(0, 3) },
    time,
    summary: `Later ${(written += 1)} at {name}.`,
  });
  await setting.work();
  expect(await progressOf(mirela, campaign)).toEqual({ left_out: 1, scheduled: 2 });
  return lookAt(mirela, campaign);
}
const takeIn = (
  { id, version }: Pick<CampaignDto, 'id' | 'version'>,
  body: object = {},
  by: SignedInClient = mirela,
) => by.send('post', `/api/campaigns/${id}/targets/take-in`, { rule: SUSPENDED, version, ...body });
const leftOut = async ({ id }: CampaignDto) =>
  ((await mirela.send('get', `/api/campaigns/${id}/left-out`).expect(200)).body as LeftOutListDto).groups;
const postThere = async (campaign: CampaignDto) =>
  (await postsOf(setting.served, campaign)).filter(({ locationId }) => locationId === away);
const sentThere = () => atGoogle().filter(({ locationId }) => locationId === away);

describe('a location that was left out', () => {
  it('is taken in once its reason is gone, and its post goes out once, with the others', async () => {
    const campaign = await withoutOne();
    expect(await leftOut(campaign)).toMatchObject([
      {
        ...{ rule: SUSPENDED, title: 'Suspended', count: 1, ready: 0 },
        items: [
          { locationId: away, isReady: false, isDue: false, publishAt: null, findings: [{ id: SUSPENDED }] },
        ],
      },
    ]);
    await suspend(false);
    expect(await leftOut(campaign)).toMatchObject([
      {
        ready: 1,
        items: [{ isReady: true, isDue: false, publishAt: campaign.publishAt, findings: [] }],
      },
    ]);
    const taken = await takeIn(campaign).expect(200);
    expect(taken.body).toMatchObject({ state: 'scheduling', posts: 3, version: campaign.version + 1 });
    expect(await leftOut(campaign)).toEqual([]);
    await setting.work();
    expect(await progressOf(mirela, campaign)).toEqual({ scheduled: 3 });
    await setting.passAndWorkAll(HOUR_MS);
    await setting.passAndWorkAll(MINUTE_MS);
    expect(await progressOf(mirela, campaign)).toEqual({ published: 3 });
    expect(sentThere()).toHaveLength(1);
  });

  it('is refused with its reason as long as that is there, and so is one that the person has lost since', async () => {
    const campaign = await withoutOne();
    const refused = async (reason: string) => {
      for (const body of [{}, { locationIds: [away] }]) {
        const { body: answer } = await takeIn(campaign, body).expect(400);
        expect(answer).toMatchObject({
          code: 'validation_failed',
          errors: [{ field: 'choice', message: expect.stringContaining(reason) }],
        });
      }
    };
    await refused('Google has suspended this location');
    await sql(`update mirror_locations set id = 'elsewhere' where id = '${away}'`);
    await refused('You no longer manage this location on Google.');
    expect(await leftOut(campaign)).toMatchObject([
      { ready: 0, items: [{ findings: [{ id: 'location-gone' }] }] },
    ]);
    expect(await progressOf(mirela, campaign)).toEqual({ left_out: 1, scheduled: 2 });
    expect(await lookAt(mirela, campaign)).toMatchObject({ version: campaign.version, state: 'scheduled' });
  });

  it('goes out right away where its time has passed, however long ago', async () => {
    const campaign = await withoutOne();
    await setting.passAndWorkAll(2 * DAY_MS);
    await suspend(false);
    const [group] = await leftOut(campaign);
    expect(group).toMatchObject({ ready: 1, items: [{ isReady: true, isDue: true }] });
    await takeIn(campaign, { locationIds: [away] }).expect(200);
    const { now } = setting.served.clock;
    const pressed = now.call(setting.served.clock).getTime();
    await setting.work();
    const [post] = await postThere(campaign);
    expect(Math.abs(post!.publishAt.getTime() - pressed)).toBeLessThan(MINUTE_MS);
    await setting.passAndWorkAll(MINUTE_MS);
    await setting.passAndWorkAll(MINUTE_MS);
    expect((await targetsOf(mirela, campaign)).find(({ locationId }) => locationId === away)).toMatchObject({
      state: 'published',
    });
    expect(sentThere()).toHaveLength(1);
  });

  it('goes out right away also where the campaign got another time that has passed by then', async () => {
    const campaign = await withoutOne();
    const time = { publishAt: inMs(2 * HOUR_MS), timeZone: 'Europe/London' };
    await mirela
      .send('patch', `/api/campaigns/${campaign.id}`, { version: campaign.version, time })
      .expect(200);
    await setting.passAndWorkAll(2 * DAY_MS);
    await suspend(false);
    await takeIn(await lookAt(mirela, campaign)).expect(200);
    await setting.passAndWorkAll(MINUTE_MS);
    await setting.passAndWorkAll(MINUTE_MS);
    expect(sentThere()).toHaveLength(1);
  });

  it('is not taken in on a day on which it is closed, where the campaign leaves closed days out', async () => {
    const day = (ms: number) =>
      new Date(inMs(ms)).toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' }).toUpperCase();
    const hours = JSON.stringify({
      periods: [HOUR_MS, 7 * DAY_MS].map((ms) => ({
        openDay: day(ms),
        openTime: { hours: 0 },
        closeDay: day(ms),
        closeTime: { hours: 24 },
      })),
    });
    const { rows } = await sql(`select data from mirror_locations where id = '${away}'`);
    const before = JSON.stringify((rows[0] as { data: object }).data).replaceAll("'", "''");
    await sql(
      `update mirror_locations set data = jsonb_set(data, '{regularHours}', '${hours}') - 'specialHours' where id = '${away}'`,
    );
    try {
      const campaign = await withoutOne({ publishAt: inMs(HOUR_MS), closedDays: 'skip' });
      await suspend(false);
      await setting.passAndWorkAll(3 * DAY_MS);
      const { body } = await takeIn(campaign).expect(400);
      expect(body.errors[0].message).toContain('This location is closed that day.');
    } finally {
      await sql(`update mirror_locations set data = '${before}' where id = '${away}'`);
    }
  });

  it('gets one post, though six people press at once and two processes make posts', async () => {
    const campaign = await withoutOne();
    await suspend(false);
    const other = await setting.replica();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => takeIn(campaign, index % 2 ? { locationIds: [away] } : {})),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    await Promise.all([setting.work(), setting.work(other)]);
    // A late press is no second one.
    await takeIn(campaign).expect(200);
    await setting.work();
    expect(await postThere(campaign)).toHaveLength(1);
    expect(await lookAt(mirela, campaign)).toMatchObject({
      version: campaign.version + 1,
      state: 'scheduled',
    });
    await setting.passAndWorkAll(HOUR_MS);
    await setting.passAndWorkAll(MINUTE_MS);
    expect(sentThere()).toHaveLength(1);
    await other.close();
  });

  it('waits with the others while the campaign is paused', async () => {
    const seen = await withoutOne();
    await suspend(false);
    const paused = await ask(mirela, 'pause', seen);
    // What was paused in another tab is another campaign than the one that was seen.
    expect((await takeIn(seen).expect(409)).body.code).toBe('campaign_changed');
    await takeIn(paused).expect(200);
    await setting.work();
    await setting.passAndWorkAll(HOUR_MS);
    expect(await progressOf(mirela, seen)).toEqual({ paused: 3 });
    await ask(mirela, 'resume', seen);
    await setting.passAndWorkAll(MINUTE_MS);
    await setting.passAndWorkAll(MINUTE_MS);
    expect(await progressOf(mirela, seen)).toEqual({ published: 3 });
  });

  it('is not taken in before the campaign is confirmed, or once it is undone, and is undone with it', async () => {
    const draft = await planned(mirela, { time: { publishAt: inMs(HOUR_MS) } });
    expect((await takeIn(draft).expect(409)).body.code).toBe('campaign_not_confirmed');
    const campaign = await withoutOne();
    await suspend(false);
    await takeIn(campaign).expect(200);
    await setting.work();
    const undoing = await ask(mirela, 'undo', campaign);
    expect(await leftOut(campaign)).toEqual([]);
    expect((await takeIn(undoing).expect(409)).body.code).toBe('campaign_undone');
    await setting.work();
    expect(await progressOf(mirela, campaign)).toEqual({ cancelled: 3 });
    expect((await takeIn(undoing).expect(409)).body.code).toBe('campaign_undone');
  });

  it('stays left out by an undo that comes first', async () => {
    const campaign = await withoutOne();
    await suspend(false);
    await ask(mirela, 'undo', campaign);
    expect(await leftOut(campaign)).toMatchObject([{ ready: 0, items: [{ findings: [{ id: SUSPENDED }] }] }]);
    expect((await takeIn(campaign).expect(409)).body.code).toBe('campaign_undone');
    await setting.work();
    expect(await progressOf(mirela, campaign)).toEqual({ left_out: 1, cancelled: 2 });
    const gone = await targetsOf(mirela, campaign, { state: 'gone' });
    expect(gone.map(({ state }) => state)).toEqual(['cancelled', 'cancelled']);
    expect(await postThere(campaign)).toEqual([]);
  });

  it('is of no concern to others, nor to another Google account of one’s own', async () => {
    const campaign = await withoutOne();
    await suspend(false);
    const eve = await setting.connected(PEOPLE.mirela);
    await takeIn(campaign, {}, eve).expect(404);
    await eve.send('get', `/api/campaigns/${campaign.id}/left-out`).expect(404);
    await connectWithPlaces(mirela, PEOPLE.tamsin);
    expect((await takeIn(campaign).expect(409)).body.code).toBe('other_account');
    await connectWithPlaces(mirela, PEOPLE.mirela);
    expect(await progressOf(mirela, campaign)).toMatchObject({ left_out: 1 });
  });

  it('by hand can be taken in as long as nothing else is against it', async () => {
    const draft = await planned(mirela, {
      choice: { locationIds: locationIds.slice(0, 3) },
      time: { publishAt: inMs(HOUR_MS) },
      summary: `Later ${(written += 1)} at {name}.`,
    });
    const without = await mirela
      .send('patch', `/api/campaigns/${draft.id}/targets`, {
        version: draft.version,
        items: [{ locationId: away, isLeftOut: true }],
      })
      .expect(200);
    const campaign = await ask(mirela, 'confirm', draft, { version: (without.body as CampaignDto).version });
    await setting.work();
    const byHand = { rule: 'left-out', locationIds: [away] };
    await suspend(true);
    await takeIn(campaign, byHand).expect(400);
    await suspend(false);
    await takeIn(campaign, byHand).expect(200);
    await setting.work();
    expect(await progressOf(mirela, campaign)).toEqual({ scheduled: 3 });
  });

  it('is refused where too many posts of campaigns would wait', async () => {
    const campaign = await withoutOne();
    await suspend(false);
    const [post] = await postsOf(setting.served, campaign);
    await sql(
      `insert into posts (id, workspace_id, source, subject, account_id, location_id, location_name, time_zone, post_type,
         body, publish_at, status, campaign_id, created_at, updated_at)
       select gen_random_uuid(), workspace_id, source, subject, account_id, 'place-' || number, location_name, time_zone,
         post_type, body, publish_at + interval '9 days', status, campaign_id, created_at, updated_at
       from posts, generate_series(1, 19998) number where id = '${post!.id}'`,
    );
    expect((await takeIn(campaign).expect(409)).body.code).toBe('too_many_campaign_posts');
    expect(await postThere(campaign)).toEqual([]);
  });
});
