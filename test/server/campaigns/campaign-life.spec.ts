import { afterAll, afterEach, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PhotosService } from '../../../dist/server/photos/photos.service.js';
import type { CampaignDto } from '../../../dist/server/campaigns/campaign.dto.js';
import { writeBackup } from '../../../dist/server/database/backup-write.js';
import { PASSWORD, type SignedInClient } from '../../support/app.ts';
import { restore } from '../../support/database/backup.ts';
import { planned, targetsOf } from '../../support/features/campaign-plans.ts';
import {
  ask,
  type Campaigning,
  confirmed,
  lookAt,
  postsOf,
  progressOf,
  startCampaigning,
} from '../../support/features/campaign-work.ts';
import { openTestDatabase } from '../../support/database/database.ts';
import { connectProfile, loseConnection } from '../../support/google/google-connection.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { jpegPhoto } from '../../support/features/photo-files.ts';
import { connectWithPlaces } from '../../support/google/places-read.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../support/features/publishing.ts';

const DAY_MS = 24 * HOUR_MS;

let setting: Campaigning;
let idris: SignedInClient;
beforeAll(async () => {
  setting = await startCampaigning();
  idris = await setting.connected(PEOPLE.idris);
});
afterEach(async () => {
  setting.google.faults.clear();
  await connectWithPlaces(idris, PEOPLE.idris);
  await setting.served.database.executeSql('delete from campaigns');
  await setting.served.database.executeSql('delete from posts');
  await setting.served.database.executeSql('update sessions set last_seen_at = shingle_now()');
});
afterAll(() => setting.close());

const inMs = (ms: number) => new Date(setting.served.clock.now().getTime() + ms).toISOString();
let written = 0;
/** A confirmed campaign for the locations that can have a post, in a minute. */
const begun = (client: SignedInClient, ms = MINUTE_MS): Promise<CampaignDto> =>
  confirmed(client, { time: { publishAt: inMs(ms) }, summary: `Life ${(written += 1)} at {name}.` });
/** The same, its posts made. */
async function made(client = idris, ms = MINUTE_MS): Promise<CampaignDto> {
  const campaign = await begun(client, ms);
  await setting.work();
  return lookAt(client, campaign);
}
/** What Google has of a campaign. */
const sentOf = ({ summary }: CampaignDto) =>
  setting.google.world
    .posts({ email: PEOPLE.idris })
    .filter(({ resource }) => String(resource.summary).startsWith(summary.replace('{name}.', '')));
const without = async (campaign: CampaignDto, client = idris) => {
  const { left_out: _leftOut, ...others } = (await progressOf(client, campaign)) as Record<string, number>;
  return others;
};

describe('without a connection', () => {
  it('targets are held, and go out once it is back', async () => {
    const campaign = await made();
    const { posts } = campaign;
    await loseConnection(setting.served, idris.uid);
    await setting.passAndWorkAll(MINUTE_MS);
    expect(await without(campaign)).toEqual({ held: posts });
    await connectWithPlaces(idris, PEOPLE.idris);
    await setting.passAndWorkAll(SECOND_MS);
    await setting.passAndWorkAll(MINUTE_MS);
    expect(await without(campaign)).toEqual({ published: posts });
  });

  it('those past the lateness limit end as missed, by name', async () => {
    const campaign = await made();
    await loseConnection(setting.served, idris.uid);
    await setting.passAndWorkAll(MINUTE_MS);
    await setting.passAndWorkAll(25 * HOUR_MS);
    expect(await without(campaign)).toEqual({ failed: campaign.posts });
    const [first] = await targetsOf(idris, campaign, { state: 'failed' });
    expect(first).toMatchObject({
      locationName: expect.any(String),
      errorDetails: expect.stringContaining('for more than 24 hours after its time'),
    });
  });

  it('the posts of a campaign are made all the same', async () => {
    const campaign = await begun(idris, HOUR_MS);
    await loseConnection(setting.served, idris.uid);
    await setting.work();
    expect(await without(campaign)).toEqual({ scheduled: campaign.posts });
  });
});

describe('with another Google account', () => {
  it('a campaign is held and can only be looked at; nothing moves to other locations', async () => {
    const campaign = await begun(idris, HOUR_MS);
    const scheduled = await made(idris, HOUR_MS);
    await setting.served.database.executeSql(
      `update campaigns set state = 'scheduling' where id = '${campaign.id}'`,
    );
    await connectWithPlaces(idris, PEOPLE.tamsin);
    for (const action of ['pause', 'resume', 'undo', 'targets/retry', 'confirm'])
      expect(
        (
          await idris
            .send(
              'post',
              `/api/campaigns/${scheduled.id}/${action}`,
              action === 'confirm' ? { version: 1 } : {},
            )
            .expect(409)
        ).body.code,
      ).toBe('other_account');
    const change = { version: 2, postBody: { languageCode: 'en-US', topicType: 'STANDARD', summary: 'x' } };
    expect((await idris.send('patch', `/api/campaigns/${scheduled.id}`, change).expect(409)).body.code).toBe(
      'other_account',
    );
    await setting.passAndWorkAll(2 * HOUR_MS);
    expect(await lookAt(idris, scheduled)).toMatchObject({ isOfOtherAccount: true, state: 'scheduled' });
    expect(await without(scheduled)).toEqual({ held: scheduled.posts });
    expect(sentOf(scheduled)).toEqual([]);
    const { body } = await idris.send('get', '/api/campaigns').expect(200);
    expect(body.items.map(({ id }: CampaignDto) => id)).toContain(scheduled.id);
    await connectWithPlaces(idris, PEOPLE.idris);
    await setting.passAndWorkAll(SECOND_MS);
    await setting.passAndWorkAll(MINUTE_MS);
    expect(await without(scheduled)).toEqual({ published: scheduled.posts });
    expect(sentOf(scheduled)).toHaveLength(scheduled.posts);
  });

  it('one that is not made yet waits until its own is back', async () => {
    const campaign = await begun(idris, HOUR_MS);
    await connectProfile(idris, PEOPLE.wilhelmina);
    await setting.work();
    expect(await without(campaign)).toEqual({ waiting: campaign.posts });
    await connectWithPlaces(idris, PEOPLE.idris);
    await setting.work();
    expect(await without(campaign)).toEqual({ scheduled: campaign.posts });
  });

  it('disconnecting lists the posts that stop', async () => {
    const campaign = await made(idris, HOUR_MS);
    const held = async () =>
      (await idris.send('get', '/api/posts?held=true').expect(200)).body as { counts: { all: number } };
    expect((await held()).counts.all).toBe(0);
    await idris.send('delete', '/api/auth/gbp-connection').expect(200);
    expect((await held()).counts.all).toBe(campaign.posts);
    expect(await without(campaign)).toEqual({ held: campaign.posts });
    expect((await idris.send('post', `/api/campaigns/${campaign.id}/undo`, {}).expect(409)).body.code).toBe(
      'other_account',
    );
  });
});

describe('an account that is deleted', () => {
  it.each(['scheduling', 'undoing'] as const)('ends a campaign in %s', async (state) => {
    const robin = await setting.connected(PEOPLE.mirela);
    const campaign = await confirmed(robin, { time: { publishAt: inMs(HOUR_MS) } });
    await setting.slice(campaign);
    if (state === 'undoing') await ask(robin, 'undo', campaign);
    const { body } = await robin.send('get', '/api/account').expect(200);
    expect(body.scheduledPosts).toBe(state === 'scheduling' ? 500 : 250);
    await Promise.all([
      setting.work(),
      robin.send('delete', '/api/account', { confirmation: robin.email, password: PASSWORD }).expect(200),
    ]);
    await setting.work();
    for (const table of ['campaigns', 'campaign_targets', 'posts']) {
      const { rows } = await setting.served.database.executeSql(
        table === 'campaign_targets'
          ? `select 1 from campaign_targets where campaign_id = '${campaign.id}'`
          : `select 1 from ${table} where workspace_id = '${robin.uid}'`,
      );
      expect([table, rows]).toEqual([table, []]);
    }
  });
});

describe('the data of a person', () => {
  it('contain campaigns with their locations, and selections', async () => {
    const campaign = await made(idris, HOUR_MS);
    const choice = { search: 'museum' };
    await idris.send('post', '/api/selections', { name: 'Museums', isLive: true, choice }).expect(201);
    const { body } = await idris.send('get', '/api/account/export').expect(200);
    expect(body.campaigns).toMatchObject([
      { id: campaign.id, state: 'scheduled', postBody: { summary: campaign.summary } },
    ]);
    expect(body.campaignLocations).toHaveLength(campaign.plan.chosen);
    const own = body.posts.filter((post: { campaignId: string }) => post.campaignId === campaign.id);
    expect(own).toHaveLength(campaign.posts);
    expect(own[0]).toMatchObject({ isCampaignException: false });
    expect(body.selections).toMatchObject([{ name: 'Museums', isLive: true, choice }]);
  });

  it('keep the photo of a campaign as long as it is to make posts', async () => {
    const added = await idris
      .send('post', '/api/photos')
      .set('Content-Type', 'image/jpeg')
      .send(await jpegPhoto())
      .expect(201);
    const photoId = added.body.id as string;
    const draft = await planned(idris, { time: { publishAt: inMs(8 * DAY_MS) }, photoId });
    const photos = setting.served.app.get(PhotosService);
    await setting.pass(2 * DAY_MS);
    await photos.cleanUp();
    await setting.served.database.executeSql('update sessions set last_seen_at = shingle_now()');
    await idris.send('get', `/api/photos/${photoId}`).expect(200);
    await idris.send('delete', `/api/campaigns/${draft.id}`).expect(204);
    await photos.cleanUp();
    await idris.send('get', `/api/photos/${photoId}`).expect(404);
  });
});

describe('a restored backup', () => {
  it('lets no campaign make posts that may have gone out since, and says so', async () => {
    const mirela = await setting.connected(PEOPLE.mirela);
    const campaign = await confirmed(mirela, { time: { publishAt: inMs(MINUTE_MS) } });
    await setting.slice(campaign);
    const folder = await mkdtemp(join(tmpdir(), 'shingle-campaigns-'));
    const file = join(folder, 'backup.gz');
    await writeBackup(setting.served.database, file);
    const { database, drop } = await openTestDatabase();
    await database.executeSql('drop schema public cascade; create schema public');
    await database.executeSql('drop schema if exists pgboss cascade');
    await restore(database, file);
    const { rows } = await database.executeSql('select state, is_paused as "isPaused" from campaigns');
    expect(rows).toEqual([{ state: 'scheduling', isPaused: true }]);
    const replica = await setting.replica({}, database);
    await setting.work(replica);
    expect(await postsOf(replica, campaign)).toHaveLength(250);
    await database.executeSql("update campaigns set state = 'undoing', is_paused = false");
    await setting.work(replica);
    const { rows: outcomes } = await database.executeSql(
      `select undo, undo_error like 'A backup was restored%' as said, count(*)::int as count from campaign_targets group by 1, 2`,
    );
    expect(outcomes).toContainEqual({ undo: 'leftover', said: true, count: 250 });
    await replica.close();
    await database.close();
    await drop();
    await rm(folder, { recursive: true });
  });
});
