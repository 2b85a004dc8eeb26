import { afterAll, afterEach, beforeAll, describe, expect, it } from '../../support/jest.ts';
import type { CampaignDto } from '../../../dist/server/campaigns/campaign.dto.js';
import type { TargetDto } from '../../../dist/server/campaigns/campaign-target.dto.js';
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
import { before, HOUR_MS, MINUTE_MS, schedule, SECOND_MS } from '../../support/features/publishing.ts';

const DAY_MS = 24 * HOUR_MS;

let setting: Campaigner;
let { mirela, locationIds, inMs } = {} as Campaigner;
beforeAll(async () => {
  setting = await startCampaigner();
  ({ mirela, locationIds, inMs } = setting);
});
afterEach(() => setting.forget());
afterAll(() => setting.close());

let written = 0;
const newText = () => `Season ${(written += 1)} begins at {name}.`;
const first = (count: number) => ({ locationIds: locationIds.slice(0, count) });
/** A confirmed campaign for so many locations, by default in an hour. */
const some = (count: number, given: Record<string, unknown> = {}): Promise<CampaignDto> =>
  confirmed(mirela, {
    choice: first(count),
    time: { publishAt: inMs(HOUR_MS) },
    summary: newText(),
    ...given,
  });
const refusal = async (path: string, body: object, method: 'post' | 'patch' = 'post') => {
  const answer = await mirela.send(method, `/api/campaigns/${path}`, body);
  expect(answer.status).toBeGreaterThanOrEqual(400);
  return (answer.body as { code: string }).code;
};
const change = async ({ id }: CampaignDto, fields: object): Promise<CampaignDto> => {
  const { version } = await lookAt(mirela, { id });
  const answer = await mirela.send('patch', `/api/campaigns/${id}`, { version, ...fields }).expect(200);
  return answer.body as CampaignDto;
};
const textOf = (summary: string) => ({ languageCode: 'en-US', topicType: 'STANDARD', summary });
const texts = async (campaign: CampaignDto) =>
  (await postsOf(setting.served, campaign)).map(({ body }) => body.summary.replace(/ at .*/, ''));
const at = (targets: TargetDto[], index: number) =>
  targets.find(({ locationId }) => locationId === locationIds[index])!;
const sql = (text: string) => setting.served.database.executeSql(text);

describe('confirming', () => {
  it('promises the plan in one row, and makes each post once, in slices of 250', async () => {
    const draft = await planned(mirela, { time: { publishAt: inMs(HOUR_MS) }, summary: newText() });
    expect(await progressOf(mirela, draft)).toEqual({ waiting: 500 });
    const campaign = await ask(mirela, 'confirm', draft, { version: draft.version });
    expect(campaign).toMatchObject({ state: 'scheduling', posts: 500, confirmedAt: expect.any(String) });
    expect(await postsOf(setting.served, campaign)).toHaveLength(0);
    expect(await setting.slice(campaign)).toBe(true);
    expect(await progressOf(mirela, campaign)).toEqual({ scheduled: 250, waiting: 250 });
    await setting.work();
    expect(await lookAt(mirela, campaign)).toMatchObject({
      state: 'scheduled',
      progress: { scheduled: 500 },
      times: [{ count: 500 }],
    });
    const made = await postsOf(setting.served, campaign);
    expect(new Set(made.map(({ locationId }) => locationId)).size).toBe(500);
    const [target] = await targetsOf(mirela, campaign, { search: 'Bristol 1' });
    expect(made.find(({ id }) => id === target!.postId)).toMatchObject({
      status: 'SCHEDULED',
      body: { summary: target!.summary },
      locationName: target!.locationName,
      publishAt: new Date(campaign.publishAt!),
      nextStepAt: new Date(campaign.publishAt!),
    });
  });

  it('twice does no harm', async () => {
    const campaign = await some(3);
    await ask(mirela, 'confirm', campaign, { version: 1 });
    await setting.work();
    await ask(mirela, 'confirm', campaign, { version: 1 });
    await setting.work();
    expect(await postsOf(setting.served, campaign)).toHaveLength(3);
  });

  it('is refused for a plan that is another one by now, whose time has passed, or that has no post', async () => {
    const draft = await planned(mirela, { choice: first(2), time: { publishAt: inMs(MINUTE_MS) } });
    expect(await refusal(`${draft.id}/confirm`, { version: 7 })).toBe('plan_outdated');
    await setting.pass(MINUTE_MS);
    expect(await refusal(`${draft.id}/confirm`, { version: draft.version })).toBe('plan_outdated');
    const empty = await planned(mirela, {
      choice: { search: 'no such place' },
      time: { publishAt: inMs(MINUTE_MS) },
    });
    expect(await refusal(`${empty.id}/confirm`, { version: empty.version })).toBe('campaign_empty');
  });

  it('is refused when too many posts of campaigns would wait, and those do not count as single ones', async () => {
    const campaign = await some(2);
    await setting.work();
    const [post] = await postsOf(setting.served, campaign);
    await setting.served.database.executeSql(
      `insert into posts (id, workspace_id, source, subject, account_id, location_id, location_name, time_zone, post_type,
         body, publish_at, status, campaign_id, created_at, updated_at)
       select gen_random_uuid(), workspace_id, source, subject, account_id, 'place-' || number, location_name, time_zone,
         post_type, body, publish_at + interval '9 days', status, campaign_id, created_at, updated_at
       from posts, generate_series(1, 19996) number where id = '${post!.id}'`,
    );
    const fits = await planned(mirela, { choice: first(2), time: { publishAt: inMs(HOUR_MS) } });
    const tooMany = await planned(mirela, { choice: first(1), time: { publishAt: inMs(HOUR_MS) } });
    await ask(mirela, 'confirm', fits, { version: fits.version });
    expect(await refusal(`${tooMany.id}/confirm`, { version: tooMany.version })).toBe(
      'too_many_campaign_posts',
    );
    await schedule(setting, mirela, { locationId: locationIds[0]! });
  });
});

describe('making the posts', () => {
  it('is shared by processes without doubling any', async () => {
    const other = await setting.replica();
    const draft = await planned(mirela, { time: { publishAt: inMs(HOUR_MS) }, summary: newText() });
    const campaign = await ask(mirela, 'confirm', draft, { version: draft.version });
    await Promise.all([setting.work(), setting.work(other)]);
    await setting.work(other);
    expect(await progressOf(mirela, campaign)).toEqual({ scheduled: 500 });
    expect(await postsOf(setting.served, campaign)).toHaveLength(500);
    await other.close();
  });

  it('leaves out what can no longer have a post, by name', async () => {
    const campaign = await some(4);
    await sql(`update mirror_locations set state = 'SUSPENDED' where id = '${locationIds[1]}'`);
    await sql(`update mirror_locations set id = 'elsewhere' where id = '${locationIds[2]}'`);
    await setting.work();
    await sql(`update mirror_locations set state = 'VERIFIED' where id = '${locationIds[1]}'`);
    await sql(`update mirror_locations set id = '${locationIds[2]}' where id = 'elsewhere'`);
    expect(await lookAt(mirela, campaign)).toMatchObject({ state: 'scheduled', posts: 2 });
    const targets = await targetsOf(mirela, campaign);
    expect(targets.slice(0, 2).map(({ state, findings }) => [state, findings[0]!.id])).toEqual([
      ['left_out', 'location-suspended'],
      ['left_out', 'location-gone'],
    ]);
    expect(await progressOf(mirela, campaign)).toEqual({ left_out: 2, scheduled: 2 });
  });

  it('waits until the locations are read', async () => {
    const campaign = await some(2);
    await sql('update mirror_imports set as_of = null');
    await setting.work();
    expect(await progressOf(mirela, campaign)).toEqual({ waiting: 2 });
    await sql('update mirror_imports set as_of = now()');
    await setting.work();
    expect(await progressOf(mirela, campaign)).toEqual({ scheduled: 2 });
  });

  it('makes late ones all the same: they go out at once, or end as missed', async () => {
    const campaign = await some(2, { time: { publishAt: inMs(MINUTE_MS) } });
    await setting.passAndWorkAll(HOUR_MS);
    await setting.passAndWorkAll(MINUTE_MS);
    expect(await progressOf(mirela, campaign)).toEqual({ published: 2 });
    const missed = await some(2, { time: { publishAt: inMs(MINUTE_MS) } });
    await setting.passAndWorkAll(25 * HOUR_MS);
    expect(await progressOf(mirela, missed)).toEqual({ failed: 2 });
  });
});

describe('a pause', () => {
  it('holds what is due, and resuming lets it go', async () => {
    const campaign = await some(3, { time: { publishAt: inMs(MINUTE_MS) } });
    await setting.work();
    expect(await ask(mirela, 'pause', campaign)).toMatchObject({ isPaused: true });
    expect(await progressOf(mirela, campaign)).toEqual({ paused: 3 });
    await setting.passAndWorkAll(2 * MINUTE_MS);
    await setting.passAndWorkAll(HOUR_MS);
    expect(await progressOf(mirela, campaign)).toEqual({ paused: 3 });
    expect(await ask(mirela, 'resume', campaign)).toMatchObject({ isPaused: false });
    await setting.passAndWorkAll(SECOND_MS);
    await setting.passAndWorkAll(MINUTE_MS);
    expect(await progressOf(mirela, campaign)).toEqual({ published: 3 });
  });

  it('reaches what was claimed before and has not left', async () => {
    const campaign = await some(1, { time: { publishAt: inMs(MINUTE_MS) } });
    await setting.work();
    // Its process has read the campaign, and is about to send.
    before(setting.served, 'intend', async () => {
      await ask(mirela, 'pause', campaign);
    });
    await setting.passAndWork(MINUTE_MS);
    await setting.passAndWork(MINUTE_MS);
    expect(await progressOf(mirela, campaign)).toEqual({ paused: 1 });
  });

  it('that lasts too long makes posts miss their time, by name', async () => {
    const campaign = await some(2, { time: { publishAt: inMs(MINUTE_MS) } });
    await setting.work();
    await ask(mirela, 'pause', campaign);
    await setting.passAndWorkAll(MINUTE_MS);
    await setting.passAndWorkAll(25 * HOUR_MS);
    expect(await progressOf(mirela, campaign)).toEqual({ paused: 2 });
    await ask(mirela, 'resume', campaign);
    await setting.passAndWorkAll(SECOND_MS);
    const [target] = await targetsOf(mirela, campaign, { state: 'failed' });
    expect(target!.errorDetails).toContain(
      'couldn’t be sent to Google for more than 24 hours after its time',
    );
  });

  it('is for confirmed campaigns', async () => {
    const draft = await planned(mirela, { choice: first(1), time: { publishAt: inMs(HOUR_MS) } });
    for (const action of ['pause', 'resume', 'undo', 'targets/retry'])
      expect(await refusal(`${draft.id}/${action}`, {})).toBe('campaign_not_confirmed');
  });
});

describe('a change', () => {
  it('reaches what is not out yet, and by default leaves exceptions alone', async () => {
    const campaign = await some(4, { time: { publishAt: inMs(2 * HOUR_MS) } });
    await setting.work();
    const [own, ...others] = await postsOf(setting.served, campaign);
    const edited = textOf('A text of its own at last.');
    await mirela.send('patch', `/api/posts/${own!.id}`, { postBody: edited }).expect(200);
    expect(await lookAt(mirela, campaign)).toMatchObject({ exceptions: 1 });
    const changed = await change(campaign, { postBody: textOf('All is new at {name}.') });
    expect(changed).toMatchObject({ state: 'scheduling', postBody: { summary: 'All is new at {name}.' } });
    await setting.work();
    expect(await lookAt(mirela, campaign)).toMatchObject({ state: 'scheduled' });
    expect((await texts(campaign)).sort()).toEqual(['A text of its own', ...others.map(() => 'All is new')]);
    await change(campaign, { postBody: textOf('Newer still at {name}.'), withExceptions: true });
    await setting.work();
    expect(await texts(campaign)).toEqual(Array(4).fill('Newer still'));
    expect(await lookAt(mirela, campaign)).toMatchObject({ exceptions: 0 });
    const versions = (await postsOf(setting.served, campaign)).map(({ version }) => version);
    expect(Math.min(...versions)).toBe(3);
  });

  it('of the time moves what waits', async () => {
    const campaign = await some(3);
    await setting.work();
    const publishAt = inMs(5 * HOUR_MS);
    await change(campaign, { time: { publishAt, timeZone: 'UTC' } });
    await setting.work();
    expect(await lookAt(mirela, campaign)).toMatchObject({ firstAt: publishAt, lastAt: publishAt });
    for (const post of await postsOf(setting.served, campaign))
      expect(post).toMatchObject({ publishAt: new Date(publishAt), nextStepAt: new Date(publishAt) });
  });

  it('of the time reaches all that waits, also when the new time has passed by then', async () => {
    const campaign = await some(3);
    await setting.work();
    await change(campaign, { time: { publishAt: inMs(MINUTE_MS), timeZone: 'UTC' } });
    await setting.pass(2 * MINUTE_MS);
    await setting.work();
    expect(await progressOf(mirela, campaign)).toEqual({ scheduled: 3 });
  });

  it('is waited for by what is due, so that no old text goes out after it', async () => {
    const campaign = await some(2, { time: { publishAt: inMs(MINUTE_MS) } });
    await setting.work();
    await change(campaign, { postBody: textOf('Only this at {name}.') });
    await setting.passAndWork(MINUTE_MS);
    expect(await progressOf(mirela, campaign)).toEqual({ scheduled: 2 });
    await setting.passAndWorkAll(3 * SECOND_MS);
    const sent = setting.google.world
      .posts({ email: PEOPLE.mirela })
      .map(({ resource }) => String(resource.summary));
    expect(sent.filter((text) => text.startsWith('Only this at'))).toHaveLength(2);
  });

  it('leaves what is out as it is, and reaches what failed', async () => {
    const campaign = await some(2, { time: { publishAt: inMs(MINUTE_MS) } });
    await setting.work();
    setting.google.faults.next('localPosts.create', 'forbidden');
    await setting.passAndWork(MINUTE_MS);
    await setting.passAndWork(MINUTE_MS);
    expect(await progressOf(mirela, campaign)).toEqual({ published: 1, failed: 1 });
    await change(campaign, { postBody: textOf('Another try at {name}.') });
    await setting.work();
    await ask(mirela, 'targets/retry', campaign);
    await setting.passAndWorkAll(SECOND_MS);
    await setting.passAndWorkAll(MINUTE_MS);
    expect(await progressOf(mirela, campaign)).toEqual({ published: 2 });
    expect((await texts(campaign)).filter((text) => text === 'Another try')).toHaveLength(1);
  });

  it('that a location cannot have is refused whole, with its name', async () => {
    const campaign = await some(3);
    await setting.work();
    await sql(
      `update mirror_locations set data = data - 'websiteUri' where id in ('${locationIds[0]}', '${locationIds[1]}')`,
    );
    const { version } = await lookAt(mirela, campaign);
    const answer = await mirela
      .send('patch', `/api/campaigns/${campaign.id}`, {
        version,
        postBody: textOf('See {website} of {name}.'),
      })
      .expect(400);
    expect(answer.body).toMatchObject({
      code: 'validation_failed',
      errors: [{ message: expect.stringMatching(/^2 locations can’t have this, Fairlead .* among them: /) }],
    });
    expect(await lookAt(mirela, campaign)).toMatchObject({ version, state: 'scheduled' });
  });

  it('is refused after another one, for locations, and when it is undone', async () => {
    const campaign = await some(1);
    await setting.work();
    const path = campaign.id;
    expect(await refusal(path, { version: 1, postBody: textOf('x') }, 'patch')).toBe('campaign_changed');
    const { version } = await lookAt(mirela, campaign);
    expect(await refusal(path, { version, choice: {} }, 'patch')).toBe('validation_failed');
    await ask(mirela, 'undo', campaign);
    expect(await refusal(path, { version: version + 1, postBody: textOf('x') }, 'patch')).toBe(
      'campaign_undone',
    );
  });
});

describe('retrying', () => {
  it('touches only what failed', async () => {
    const campaign = await some(4, { time: { publishAt: inMs(MINUTE_MS) } });
    await setting.work();
    setting.google.faults.next('localPosts.create', 'forbidden', { times: 2 });
    await setting.passAndWork(MINUTE_MS);
    await setting.passAndWork(MINUTE_MS);
    expect(await progressOf(mirela, campaign)).toEqual({ published: 2, failed: 2 });
    const failed = await targetsOf(mirela, campaign, { state: 'failed' });
    setting.google.calls.clear();
    await ask(mirela, 'targets/retry', campaign, { locationIds: [failed[0]!.locationId] });
    await setting.passAndWork(SECOND_MS);
    expect(setting.google.calls.count({ operation: 'localPosts.create' })).toBe(1);
    await ask(mirela, 'targets/retry', campaign);
    await setting.passAndWork(SECOND_MS);
    await setting.passAndWork(MINUTE_MS);
    expect(await progressOf(mirela, campaign)).toEqual({ published: 4 });
    expect(setting.google.calls.count({ operation: 'localPosts.create' })).toBe(2);
  });
});

describe('a day on which a location is closed', () => {
  /** The locations close on the days around this one, or are open every day. */
  const close = (closed: boolean) =>
    sql(
      `update mirror_locations set data = data - 'regularHours' || jsonb_build_object('specialHours', jsonb_build_object('specialHourPeriods',
        ${closed ? `jsonb_build_array(${[-1, 0, 1, 2].map(closedDay).join()})` : "'[]'::jsonb"}))
       where id in ('${locationIds[0]}', '${locationIds[1]}')`,
    );
  const closedDay = (days: number) => {
    const day = new Date(setting.served.clock.now().getTime() + days * DAY_MS);
    return `jsonb_build_object('startDate', jsonb_build_object('year', ${day.getUTCFullYear()}, 'month', ${day.getUTCMonth() + 1}, 'day', ${day.getUTCDate()}), 'closed', true)`;
  };

  beforeAll(() => close(false));

  it('is learned when the post is to be sent: it is left out', async () => {
    const campaign = await some(2, {
      time: { publishAt: inMs(MINUTE_MS), closedDays: 'skip', timeZone: 'UTC' },
    });
    await setting.work();
    await close(true);
    await setting.passAndWorkAll(MINUTE_MS);
    await close(false);
    const targets = await targetsOf(mirela, campaign, { state: 'failed' });
    expect(targets.map(({ errorDetails }) => errorDetails)).toEqual(
      Array(2).fill(expect.stringContaining('its location is closed on this day')),
    );
    // A person wants it all the same.
    await ask(mirela, 'targets/retry', campaign);
    await setting.passAndWorkAll(SECOND_MS);
    await setting.passAndWorkAll(MINUTE_MS);
    expect(await progressOf(mirela, campaign)).toEqual({ published: 2 });
  });

  it('or it is moved to the next open day, and says so', async () => {
    const campaign = await some(1, {
      time: { publishAt: inMs(MINUTE_MS), closedDays: 'move', timeZone: 'UTC' },
    });
    await setting.work();
    const [planned] = await postsOf(setting.served, campaign);
    await close(true);
    await setting.passAndWorkAll(MINUTE_MS);
    const [post] = await postsOf(setting.served, campaign);
    expect(post!.status).toBe('SCHEDULED');
    expect(post!.wallTime!.slice(10)).toBe(planned!.wallTime!.slice(10));
    expect(post!.publishAt.getTime() - planned!.publishAt.getTime()).toBeGreaterThanOrEqual(DAY_MS);
    const [target] = await targetsOf(mirela, campaign);
    expect(target).toMatchObject({
      state: 'scheduled',
      publishAt: post!.publishAt.toISOString(),
      findings: [
        { id: 'moved', reason: expect.stringMatching(/so its post goes out on \w+, [A-Z]\w+ \d+\.$/) },
      ],
    });
    await mirela.send('patch', '/api/auth/profile', { language: 'de-DE' }).expect(200);
    expect((await targetsOf(mirela, campaign))[0]).toMatchObject({
      findings: [{ reason: expect.stringMatching(/so its post goes out on (\w+tag|Mittwoch), \d+\. /) }],
    });
    await mirela.send('patch', '/api/auth/profile', { language: 'en-US' }).expect(200);
    await close(false);
  });
});

describe('a post of a campaign', () => {
  it('that is deleted is never made again', async () => {
    const campaign = await some(3);
    await setting.work();
    const [post] = await postsOf(setting.served, campaign);
    await mirela.send('delete', `/api/posts/${post!.id}`).expect(204);
    await change(campaign, { postBody: textOf('Once more at {name}.') });
    await setting.work();
    expect(await progressOf(mirela, campaign)).toEqual({ removed: 1, scheduled: 2 });
    expect(await lookAt(mirela, campaign)).toMatchObject({ state: 'scheduled' });
  });

  it('is counted in the list of posts, and listed there unless campaigns are grouped, by either name of that', async () => {
    const campaign = await some(3, { time: { publishAt: inMs(HOUR_MS) } });
    await setting.work();
    const single = await schedule(setting, mirela, { locationId: locationIds[0]! });
    const period = `from=${inMs(0)}&to=${inMs(DAY_MS)}&limit=1000`;
    const { body: all } = await mirela.send('get', `/api/posts?${period}`).expect(200);
    expect(all.items).toHaveLength(4);
    expect(all.items.filter((post: { campaignId: string }) => post.campaignId === campaign.id)).toHaveLength(
      3,
    );
    for (const name of ['grouped', 'apart']) {
      const { body: grouped } = await mirela
        .send('get', `/api/posts?${period}&campaigns=${name}`)
        .expect(200);
      expect({ name, ids: grouped.items.map(({ id }: { id: string }) => id) }).toEqual({
        name,
        ids: [single.id],
      });
      expect(grouped.counts).toEqual(all.counts);
    }
  });
});

describe('the list', () => {
  it('shows campaigns with posts in a period, the latest first, with when they go out', async () => {
    const soon = await some(2, { time: { publishAt: inMs(HOUR_MS) } });
    const later = await some(3, { time: { publishAt: inMs(3 * DAY_MS), spreadMinutes: 60 } });
    const draft = await planned(mirela, { choice: first(1), time: { publishAt: inMs(HOUR_MS) } });
    await setting.work();
    const list = async (query: string) =>
      (await mirela.send('get', `/api/campaigns?${query}`).expect(200)).body as {
        items: CampaignDto[];
        nextCursor: string | null;
      };
    const ids = async (query: string) => (await list(query)).items.map(({ id }) => id);
    expect(await ids(`from=${inMs(0)}&to=${inMs(DAY_MS)}`)).toEqual([soon.id]);
    expect((await ids(`from=${inMs(0)}`)).slice(0, 2)).toEqual([later.id, soon.id]);
    expect(await ids(`from=${inMs(0)}&only=drafts`)).toEqual([draft.id]);
    const page = await list('limit=1');
    expect(page.items[0]).toMatchObject({ id: later.id, posts: 3, isOfOtherAccount: false });
    expect(page.items[0]!.times.length).toBeGreaterThan(1);
    expect((await list(`limit=1&cursor=${page.nextCursor}`)).items[0]).toMatchObject({ id: soon.id });
  });

  it('of locations has faults first, and can be searched', async () => {
    const campaign = await some(12, { time: { publishAt: inMs(MINUTE_MS) } });
    await setting.work();
    setting.google.faults.next('localPosts.create', 'forbidden', { match: { location: locationIds[9]! } });
    await setting.passAndWork(MINUTE_MS);
    const { body } = await mirela.send('get', `/api/campaigns/${campaign.id}/targets?limit=5`).expect(200);
    expect(body.matched).toBe(12);
    expect(body.items[0]).toMatchObject({ locationId: locationIds[9], state: 'failed' });
    const { body: next } = await mirela
      .send('get', `/api/campaigns/${campaign.id}/targets?limit=100&cursor=${body.nextCursor}`)
      .expect(200);
    expect(next.items).toHaveLength(7);
    const all = await targetsOf(mirela, campaign);
    expect(all.map(({ locationId }) => locationId).sort()).toEqual([...locationIds].sort());
    const words = at(all, 3).locationName.toUpperCase().split(' ').reverse();
    const found = await targetsOf(mirela, campaign, { search: words.join(' ') });
    expect(found.map(({ locationId }) => locationId)).toContain(at(all, 3).locationId);
    expect(found.length).toBeLessThan(all.length);
  });
});
