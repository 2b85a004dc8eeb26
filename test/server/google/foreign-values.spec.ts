import { afterAll, beforeAll, beforeEach, describe, expect, it } from '../../support/jest.ts';
import type { Operation } from 'gbp-simulator';
import type { MirrorDto } from '../../../dist/server/business-profile/mirror/mirror.dto.js';
import type { SignedInClient } from '../../support/app.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { placesRead } from '../../support/google/places-read.ts';
import { look, MINUTE_MS, schedule, SECOND_MS } from '../../support/features/publishing.ts';
import { type Reviewing, startReviewing } from '../../support/features/reviews.ts';
import { forgetEveryone } from '../../support/users.ts';

const BOOKS = 'Riverside Books';
const SCRIPT = 'javascript:alert(1)';

let setting: Reviewing;
let idris: SignedInClient;
beforeAll(async () => {
  setting = await startReviewing();
});
afterAll(() => setting.close());
beforeEach(async () => {
  await forgetEveryone(setting.served.database);
  setting.google.reset();
  // A second ahead, so that no post has to wait for Google's time.
  setting.google.clock.set(new Date(setting.served.clock.now().getTime() + SECOND_MS));
  idris = await setting.connected(PEOPLE.idris);
});

const world = () => setting.google.world;
const place = () => world().location({ location: BOOKS }).id;

/** From now on Google's answers have these values, by the end of the name of the object that they belong to. */
const odd = (operation: Operation, values: Record<string, Record<string, unknown>>) =>
  setting.google.faults.rate(operation, 'odd-values', 1, 1, { values });

async function get(path: string): Promise<Record<string, unknown>> {
  return (await idris.send('get', path).expect(200)).body as Record<string, unknown>;
}

async function namesOf(): Promise<string[]> {
  const { items } = (await get('/api/locations?limit=100')) as { items: { id: string; name: string }[] };
  return items.map(({ id, name }) => `${id} ${name}`);
}

/** Has all locations read again. */
async function refreshed(): Promise<MirrorDto> {
  await idris.send('post', '/api/mirror').expect(202);
  await placesRead(idris);
  return (await get('/api/mirror')) as unknown as MirrorDto;
}

describe('a name that cannot be one of Google’s', () => {
  it.each(['/../../accounts', '/4 2', '/4/5', '/', '/4\u202e2', `/${'4'.repeat(129)}`, ''])(
    'counts as none: %j',
    async (end) => {
      const before = await namesOf();
      const account = world().accounts({ email: PEOPLE.idris })[1]!.id;
      odd('accounts.list', { [`accounts/${account}`]: { name: `accounts${end}` } });
      odd('locations.list', { [`locations/${place()}`]: { name: `locations${end}` } });
      expect(await refreshed()).toMatchObject({
        problem: null,
        unreadableAccounts: 1,
        unreadableLocations: 1,
      });
      expect(await namesOf()).toEqual(before);
      setting.google.faults.clear();
      expect(await refreshed()).toMatchObject({ unreadableAccounts: 0, unreadableLocations: 0 });
    },
  );
});

describe('an address of Google’s that is none of the web', () => {
  it('of a location is left out', async () => {
    const metadata = { hasVoiceOfMerchant: true, mapsUri: SCRIPT, newReviewUri: SCRIPT };
    for (const operation of ['locations.list', 'locations.get'] as const)
      odd(operation, { [`locations/${place()}`]: { metadata } });
    await refreshed();
    expect(await get(`/api/locations/${place()}`)).toMatchObject({ mapsUrl: null, newReviewUrl: null });
    expect(await setting.summaryOf(idris, `?locationId=${place()}`)).toMatchObject({
      newReviewUrl: null,
      reviewsUrl: null,
    });
  });

  it('of an attribute is left out', async () => {
    const uriValues = [{ uri: SCRIPT }, { uri: 'https://books.example.com/menu' }];
    odd('locations.getAttributes', { '': { attributes: [{ name: 'attributes/url_menu', uriValues }] } });
    const { items } = await get(`/api/locations/${place()}/attributes`);
    expect(items).toMatchObject([{ id: 'url_menu', values: ['https://books.example.com/menu'] }]);
  });

  it('of a review is left out', async () => {
    const { id } = world().addReview({ location: BOOKS, stars: 5, comment: 'Lovely.' });
    const thumbnailUrl = 'https://photos.example.com/1.jpg';
    odd('reviews.list', {
      [`reviews/${id}`]: {
        reviewer: { displayName: 'Ann', profilePhotoUrl: SCRIPT },
        reviewMediaItems: [{ thumbnailUrl: SCRIPT }, { thumbnailUrl, videoUrl: SCRIPT }],
        reviewReplyUrl: SCRIPT,
      },
    });
    await setting.read(idris);
    expect(await setting.shown(idris, id)).toMatchObject({
      reviewerPhotoUrl: null,
      media: [{ thumbnailUrl, videoUrl: null }],
      googleUrl: null,
    });
  });

  it('of a post is left out', async () => {
    const post = await schedule(setting, idris, { locationId: place() });
    for (const operation of ['localPosts.create', 'localPosts.get', 'localPosts.list'] as const)
      odd(operation, { '': { searchUrl: SCRIPT } });
    await setting.passAndWork(MINUTE_MS);
    await setting.passAndWork(MINUTE_MS);
    expect(await look(idris, post)).toMatchObject({ status: 'PUBLISHED', googleUrl: null });
  });

  it('is left out, too, where an earlier version has stored it', async () => {
    const { id } = world().addReview({ location: BOOKS, stars: 5, comment: 'Lovely.' });
    await setting.read(idris);
    const post = await schedule(setting, idris, { locationId: place() });
    const { database } = setting.served;
    const media = JSON.stringify([{ label: null, thumbnailUrl: SCRIPT, videoUrl: SCRIPT }]);
    await database.executeSql('update posts set google_url = $1', [SCRIPT]);
    await database.executeSql(
      'update reviews set google_url = $1, reviewer_photo_url = $1, media = $2::jsonb',
      [SCRIPT, media],
    );
    expect(await setting.shown(idris, id)).toMatchObject({
      reviewerPhotoUrl: null,
      media: [],
      googleUrl: null,
    });
    expect(await look(idris, post)).toMatchObject({ googleUrl: null });
  });
});

it('names that Google sends are one line, in the direction in which they are read', async () => {
  const before = await refreshed();
  const account = world().accounts({ email: PEOPLE.idris })[1]!.id;
  odd('accounts.list', { [`accounts/${account}`]: { accountName: 'Book\u0007s\u202e & more' } });
  odd('locations.list', { [`locations/${place()}`]: { title: 'Riverside\r\nBooks\u0085\u2066!' } });
  odd('locations.get', { [`locations/${place()}`]: { title: 'Riverside\r\nBooks\u0085\u2066!' } });
  const { id } = world().addReview({ location: BOOKS, stars: 5, comment: 'Line 1.\nLine 2.' });
  odd('reviews.list', { [`reviews/${id}`]: { reviewer: { displayName: 'Ann\u202eeeL\u0000 \tLee' } } });
  expect(await refreshed()).toMatchObject({ unreadableLocations: before.unreadableLocations });
  await setting.read(idris);
  const { items } = (await get('/api/accounts')) as { items: { id: string; name: string }[] };
  expect(items.find((each) => each.id === account)?.name).toBe('Books & more');
  expect((await get(`/api/locations/${place()}`)).name).toBe('Riverside Books !');
  expect(await setting.shown(idris, id)).toMatchObject({
    reviewerName: 'AnneeL\ufffd Lee',
    text: 'Line 1.\nLine 2.',
  });
});
