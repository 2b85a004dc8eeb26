import { afterAll, beforeAll, beforeEach, describe, expect, it } from '../../support/jest.ts';
import type { PostDetailsDto } from '../../../dist/server/posts/post.dto.js';
import { WallTimes } from '../../../dist/server/posts/wall-times.js';
import type { SignedInClient } from '../../support/app.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { eventsOf } from '../../support/features/notices.ts';
import { HOUR_MS, type Publishing, startPublishing } from '../../support/features/publishing.ts';

/** Six in the evening, all year round, in two zones: one that keeps daylight saving time, one that has given it up. */
const BERLIN = { timeZone: 'Europe/Berlin', publishAt: '2027-07-01T16:00:00.000Z' };
const MEXICO = { timeZone: 'America/Mexico_City', publishAt: '2027-07-02T00:00:00.000Z' };
/** The same under the rules that Mexico had until 2022. */
const MEXICO_BEFORE = { ...MEXICO, publishAt: '2027-07-01T23:00:00.000Z' };

let setting: Publishing;
let tamsin: SignedInClient;
beforeAll(async () => {
  setting = await startPublishing();
});
beforeEach(async () => {
  tamsin = await setting.connected(PEOPLE.tamsin);
  await setVersion('2000a');
});
afterAll(() => setting.close());

const sql = (text: string, values: unknown[] = []) => setting.served.database.executeSql(text, values);
const check = () => setting.served.app.get(WallTimes).check();
const setVersion = (version: string) =>
  sql('insert into zone_data (version) values ($1) on conflict (id) do update set version = $1', [version]);
const told = () => eventsOf(setting.served, tamsin, 'zone_changed');

async function scheduled(time: { timeZone: string; publishAt: string }): Promise<string> {
  const locationId = setting.google.world.location({ location: 'Okonjo Ceramics' }).id;
  const postBody = { languageCode: 'en-US', summary: `A text for ${time.timeZone}`, topicType: 'STANDARD' };
  const { body } = await tamsin.send('post', '/api/posts', { locationId, ...time, postBody }).expect(201);
  return (body as { id: string }).id;
}

/** As a server stored it that had the older rules of the zone. */
async function scheduledBefore(): Promise<string> {
  const id = await scheduled(MEXICO_BEFORE);
  await sql('update posts set wall_time = $2 where id = $1', [id, '2027-07-01T18:00']);
  return id;
}

async function timesOf(id: string) {
  const { body } = await tamsin.send('get', `/api/posts/${id}`).expect(200);
  const { rows } = await sql('select wall_time, next_step_at from posts where id = $1', [id]);
  const row = rows[0] as { wall_time: string | null; next_step_at: Date | string };
  return {
    publishAt: (body as PostDetailsDto).publishAt,
    wallTime: row.wall_time,
    nextStepAt: new Date(row.next_step_at).toISOString(),
  };
}

describe('the time of day of a post', () => {
  it('is stored with it, and anew with each change of its time', async () => {
    const id = await scheduled(BERLIN);
    expect(await timesOf(id)).toMatchObject({ wallTime: '2027-07-01T18:00' });
    const { publishAt, timeZone } = MEXICO;
    await tamsin.send('patch', `/api/posts/${id}`, { publishAt, timeZone }).expect(200);
    expect(await timesOf(id)).toMatchObject({ wallTime: '2027-07-01T18:00', publishAt });
  });

  it('is kept when the rules of its zone have changed, and its owner learns of it once', async () => {
    const [moved, stays] = [await scheduledBefore(), await scheduled(BERLIN)];
    await check();
    await check();
    const { publishAt } = MEXICO;
    expect(await timesOf(moved)).toEqual({ wallTime: '2027-07-01T18:00', publishAt, nextStepAt: publishAt });
    expect(await timesOf(stays)).toMatchObject({ publishAt: BERLIN.publishAt });
    expect(await told()).toMatchObject([{ cause: 'America/Mexico_City', subject: { postId: moved } }]);
  });

  it('is filled in for a post that is older than this record, which stays as it is', async () => {
    const id = await scheduled(BERLIN);
    await sql('update posts set wall_time = null where id = $1', [id]);
    await check();
    expect(await timesOf(id)).toMatchObject({ wallTime: '2027-07-01T18:00', publishAt: BERLIN.publishAt });
    expect(await told()).toEqual([]);
  });

  it('is left alone by a server with older zone data', async () => {
    const id = await scheduledBefore();
    await setVersion('2999a');
    await check();
    expect(await timesOf(id)).toMatchObject({ publishAt: MEXICO_BEFORE.publishAt });
    expect(await told()).toEqual([]);
    expect((await sql('select version from zone_data')).rows).toEqual([{ version: '2999a' }]);
  });

  it('is left alone while the post is being sent, and once its time has come', async () => {
    const [claimed, due] = [await scheduledBefore(), await scheduledBefore()];
    await sql(`update posts set lease_until = shingle_now() + interval '1 minute' where id = $1`, [claimed]);
    const past = new Date(setting.served.clock.now().getTime() - HOUR_MS).toISOString();
    await sql('update posts set publish_at = $2 where id = $1', [due, past]);
    await check();
    expect(await timesOf(claimed)).toMatchObject({ publishAt: MEXICO_BEFORE.publishAt });
    expect(await timesOf(due)).toMatchObject({ publishAt: past });
    await sql('update posts set lease_until = null where id = $1', [claimed]);
    await check();
    expect(await timesOf(claimed)).toMatchObject({ publishAt: MEXICO.publishAt });
  });

  it('is kept for every post, however many there are', async () => {
    const id = await scheduledBefore();
    const { rows } = await sql('select * from posts where id = $1', [id]);
    const columns = Object.keys(rows[0] as object).filter((name) => name !== 'search_text');
    await sql(
      `insert into posts (${columns.join()}) select ${columns
        .map((name) => (name === 'id' ? 'gen_random_uuid()' : name))
        .join()} from posts, generate_series(1, 450) where id = $1`,
      [id],
    );
    await check();
    const left = await sql('select count(*)::int as count from posts where publish_at = $1', [
      MEXICO_BEFORE.publishAt,
    ]);
    expect(left.rows).toEqual([{ count: 0 }]);
    expect(await told()).toHaveLength(451);
  });
});
