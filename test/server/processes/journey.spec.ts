import { afterAll, beforeAll, describe, expect, it } from '../../support/jest.ts';
import sharp from 'sharp';
import { StatisticsReadingsRepository } from '../../../dist/server/statistics/reading/statistics-readings.repository.js';
import { CampaignDispatcher } from '../../../dist/server/campaigns/work/campaign-dispatcher.js';
import type { ChangeListDto } from '../../../dist/server/changes/change.dto.js';
import { StatisticsDispatcher } from '../../../dist/server/statistics/reading/statistics-dispatcher.js';
import type { NoticeListDto } from '../../../dist/server/notices/events/notice.dto.js';
import { NoticeGatherer } from '../../../dist/server/notices/events/notice-gatherer.js';
import { NoticeDeliveries } from '../../../dist/server/notices/delivery/notice-deliveries.js';
import { PASSWORD, type SignedInClient } from '../../support/app.ts';
import { confirmed, lookAt, postsOf } from '../../support/features/campaign-work.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { addPhoto, jpegPhoto } from '../../support/features/photo-files.ts';
import { freePort } from '../../support/processes/program.ts';
import { HOUR_MS, look, MINUTE_MS, newText, schedule } from '../../support/features/publishing.ts';
import { type Replying, startReplying } from '../../support/features/replies.ts';
import { workOff } from '../../support/due-work.ts';

/**
 * One person's way through all that the product does, on either database: each step reads and writes what its capability
 * keeps. What a step promises in full is held by the spec of its capability, on Postgres.
 */
let setting: Replying;
let idris: SignedInClient;
let locationId: string;
beforeAll(async () => {
  const port = await freePort();
  // Google fetches the photo of a post from here.
  setting = await startReplying({ PORT: String(port), PUBLIC_ORIGIN: `http://localhost:${port}` });
  idris = await setting.connected(PEOPLE.idris);
  const { items } = (await get('/api/locations?search=riverside')) as {
    items: { id: string; name: string }[];
  };
  expect(items.map(({ name }) => name)).toEqual([BOOKS]);
  locationId = items[0]!.id;
});
afterAll(() => setting.close());

const BOOKS = 'Riverside Books';
/** Lets time pass until posts are due, and until Google has looked at them. */
const goOut = async (ms: number): Promise<void> => {
  await setting.passAndWork(ms);
  await setting.passAndWork(MINUTE_MS);
};
const get = async (path: string) => (await idris.send('get', path).expect(200)).body as unknown;

describe('on either database a person', () => {
  it('changes a location, finds that in the log, and takes it back', async () => {
    const { basis, phoneNumber } = (await get(`/api/locations/${locationId}`)) as Record<string, string>;
    const changed = { phoneNumber: '+44 1632 960777', basedOn: basis };
    await idris.send('patch', `/api/locations/${locationId}`, changed).expect(200);
    const { items } = (await get('/api/changes')) as ChangeListDto;
    expect(items).toMatchObject([
      { before: { text: phoneNumber }, after: { text: '+44 1632 960777' }, origin: 'here', state: 'public' },
    ]);
    await idris.send('post', `/api/changes/${items[0]!.id}/undo`).expect(204);
    expect(setting.google.world.location({ location: BOOKS }).fields.phoneNumbers?.primaryPhone).toBe(
      phoneNumber,
    );
    expect(((await get('/api/changes')) as ChangeListDto).counts).toMatchObject({ all: 2, here: 2 });
  });

  it('adds a photo, which comes back whole, and publishes it with a post', async () => {
    const photoId = await addPhoto(idris, await jpegPhoto(800, 600));
    const stored = (await idris.send('get', `/api/photos/${photoId}`).expect(200)).body as Buffer;
    expect(await sharp(stored).stats()).toMatchObject({ isOpaque: true });
    expect(await sharp(stored).metadata()).toMatchObject({ format: 'jpeg', width: 800, height: 600 });
    const post = await schedule(setting, idris, { locationId, photoId });
    await goOut(MINUTE_MS);
    expect(await look(idris, post)).toMatchObject({ status: 'PUBLISHED' });
    const atGoogle = setting.google.world.posts({ location: locationId });
    expect(atGoogle).toMatchObject([{ photo: { type: 'image/jpeg', width: 800, height: 600 } }]);
    const found = (await get(`/api/posts?search=${encodeURIComponent(post.summary)}`)) as {
      items: unknown[];
    };
    expect(found.items).toHaveLength(1);
  });

  it('publishes a campaign at all locations that may have posts', async () => {
    const publishAt = new Date(setting.served.clock.now().getTime() + HOUR_MS).toISOString();
    const campaign = await confirmed(idris, { time: { publishAt }, summary: `${newText()} at {name}` });
    await workOff(setting.served.app.get(CampaignDispatcher));
    await goOut(HOUR_MS);
    await workOff(setting.served.app.get(CampaignDispatcher));
    const made = await postsOf(setting.served, campaign);
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set(['PUBLISHED']));
    expect(made.length).toBeGreaterThan(1);
    expect((await lookAt(idris, campaign)).progress).toMatchObject({ published: made.length });
  });

  it('reads reviews, and a reply becomes public', async () => {
    const review = await setting.reviewed(idris, BOOKS);
    await setting.reply(idris, review, 'We are sorry, and have a new oven.');
    await setting.sendReplies();
    expect(setting.atGoogle(review)?.comment).toBe('We are sorry, and have a new oven.');
    expect(await setting.summaryOf(idris)).toMatchObject({ total: expect.any(Number) });
  });

  it('reads figures over time, by location, and search words', async () => {
    await setting.served.app.get(StatisticsReadingsRepository).addNew(setting.served.clock.now());
    await workOff(setting.served.app.get(StatisticsDispatcher));
    const statistics = (await get('/api/statistics?metrics=CALLS')) as {
      locationsToRead: number;
      metrics: { total: number | null }[];
    };
    expect(statistics).toMatchObject({ locationsToRead: 0, metrics: [{ total: expect.any(Number) }] });
    expect(await get('/api/statistics/locations?metric=CALLS')).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ locationId })]),
    });
    expect(await get('/api/statistics/keywords')).toMatchObject({ items: expect.any(Array) });
  });

  it('hears of a post that failed, and takes all data along before the account goes', async () => {
    setting.google.faults.next('localPosts.create', 'forbidden');
    await schedule(setting, idris, { locationId });
    await setting.passAndWork(MINUTE_MS);
    await setting.served.app.get(NoticeGatherer).gather();
    await setting.served.app.get(NoticeDeliveries).makeImmediate();
    const notices = (await get('/api/notices')) as NoticeListDto;
    expect(notices.items.map(({ kind }) => kind)).toContain('post_failed');

    const { text } = await idris.send('get', '/api/account/export').expect(200);
    const { posts, locations } = JSON.parse(text) as Record<string, unknown[]>;
    expect([posts!.length > 0, locations!.length > 0]).toEqual([true, true]);
    await idris.send('delete', '/api/account', { confirmation: idris.email, password: PASSWORD }).expect(200);
    const { rows } = await setting.served.database.executeSql(
      'select count(*)::int as count from workspaces where id = $1',
      [idris.uid],
    );
    expect(rows).toEqual([{ count: 0 }]);
  });
});
