import { afterAll, beforeAll, beforeEach, describe, expect, it } from '../../support/jest.ts';
import { request } from 'node:http';
import { eq, sql } from 'drizzle-orm';
import { photos } from '../../../dist/server/database/photos.schema.js';
import { posts } from '../../../dist/server/database/schema.js';
import { PhotoAddresses, type PostPhoto } from '../../../dist/server/photos/photo-addresses.js';
import type { SignedInClient } from '../../support/app.ts';
import { newKey } from '../../support/google/google-connection.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { addPhoto } from '../../support/features/photo-files.ts';
import { freePort } from '../../support/processes/program.ts';
import { noteStatements } from '../../support/database/statements.ts';
import {
  HOUR_MS,
  look,
  MINUTE_MS,
  type Publishing,
  schedule,
  startPublishing,
} from '../../support/features/publishing.ts';

const DAY_MS = 24 * HOUR_MS;

let setting: Publishing;
let origin: string;
let tamsin: SignedInClient;
let locationId: string;
beforeAll(async () => {
  const port = await freePort();
  origin = `http://localhost:${port}`;
  setting = await startPublishing({ PORT: String(port), PUBLIC_ORIGIN: origin });
  tamsin = await setting.connected(PEOPLE.tamsin);
  locationId = setting.google.world.location({ location: 'Okonjo Ceramics' }).id;
});
afterAll(() => setting.close());
beforeEach(() => {
  setting.google.faults.clear();
  setting.google.configure({ postSourceUrls: true });
});

/** A post with a photo that is due in a minute. */
async function postWithPhoto() {
  const photoId = await addPhoto(tamsin);
  const { id } = await schedule(setting, tamsin, { locationId, photoId });
  const address = setting.served.app.get(PhotoAddresses).of({ postId: id, photoId })!;
  return { id, photoId, address };
}
/** Reads the answer whole: the server would wait for it before it closes. */
async function statusAt(address: string): Promise<number> {
  const answer = await fetch(address);
  await answer.arrayBuffer();
  return answer.status;
}

/** Asks for a path as it is written, which `fetch` would tidy up. */
function statusOf(method: string, path: string, at = setting.served): Promise<number | undefined> {
  const [host, port] = at.address.split(':');
  const headers = { Host: new URL(origin).host };
  return new Promise((resolve, reject) => {
    request({ host, port, method, path, headers }, (answer) => resolve(answer.resume().statusCode))
      .on('error', reject)
      .end();
  });
}
const atGoogle = (summary: string) =>
  setting.google.world.posts({ location: locationId }).filter((post) => post.summary === summary);

describe('the photo of a post', () => {
  it('is fetched by Google under an address that lives only as long as it is needed', async () => {
    const { id, address } = await postWithPhoto();
    expect(address).toMatch(new RegExp(`^${origin}/photos/[A-Za-z0-9_-]{86}$`));
    expect(await statusAt(address)).toBe(404);
    await setting.passAndWork(MINUTE_MS);
    const sent = await look(tamsin, { id });
    expect(atGoogle(sent.summary)).toMatchObject([
      {
        photo: { type: 'image/jpeg', width: 800, height: 600 },
        resource: { media: [{ sourceUrl: address }] },
      },
    ]);
    // Google may fetch it again while it looks at the post, and for a day.
    const answer = await fetch(address);
    expect([answer.status, Object.fromEntries(answer.headers)]).toEqual([
      200,
      expect.objectContaining({
        'content-type': 'image/jpeg',
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'x-robots-tag': 'noindex',
      }),
    ]);
    expect(answer.headers.has('set-cookie')).toBe(false);
    await answer.arrayBuffer();
    await setting.passAndWork(10 * MINUTE_MS);
    expect((await look(tamsin, { id })).status).toBe('PUBLISHED');
    expect(await statusAt(address)).toBe(200);
    await setting.passAndWork(DAY_MS);
    expect(await statusAt(address)).toBe(404);
  });

  it('is served under no other address', async () => {
    const { id, photoId, address } = await postWithPhoto();
    const other = await postWithPhoto();
    await setting.passAndWork(MINUTE_MS);
    for (const served of [address, other.address]) expect(await statusAt(served)).toBe(200);
    const signed = address.split('/').at(-1)!;
    const last = signed.at(-1) === 'A' ? 'B' : 'A';
    const signedFor = (photo: PostPhoto) =>
      setting.served.app.get(PhotoAddresses).of(photo)!.split('/').at(-1)!;
    const forged = new PhotoAddresses({ TOKEN_KEYS: newKey('k1'), publicOrigin: origin } as never);
    const paths = [
      signed.slice(0, -1) + last,
      `${signed.startsWith('A') ? 'B' : 'A'}${signed.slice(1)}`,
      `${signed}=`,
      `${signed}/`,
      `${signed}/x`,
      '',
      photoId,
      `%00${signed}`,
      `${signed}%00`,
      `%${signed.charCodeAt(0).toString(16)}${signed.slice(1)}`,
      `..%2fapi%2fphotos%2f${photoId}`,
      `..%5c..%5cpackage.json`,
      `%2e%2e%2fapi%2fhealth`,
      `/${signed}`,
      `x/../${signed}/..`,
      `${signed}${other.address.split('/').at(-1)}`,
      '%',
      'a'.repeat(86),
      forged.of({ postId: id, photoId })!.split('/').at(-1)!,
      signedFor({ postId: photoId, photoId: id }),
      signedFor({ postId: id, photoId: other.photoId }),
      signedFor({ postId: other.id, photoId }),
    ];
    for (const path of paths) expect([path, await statusOf('GET', `/photos/${path}`)]).toEqual([path, 404]);
    const target = new URL(address).pathname;
    expect(await statusOf('HEAD', target)).toBe(200);
    expect(await statusOf('POST', target)).toBe(404);
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])
      expect([404, 405]).toContain(await statusOf(method, target));
    await setting.passAndWork(10 * MINUTE_MS);
    expect(await statusAt(address)).toBe(200);
    await tamsin.send('delete', `/api/posts/${id}`).expect(204);
    expect(await statusAt(address)).toBe(404);
  });

  it('is served 30 times a minute, and HEAD reads none of it', async () => {
    const { address } = await postWithPhoto();
    await setting.passAndWork(MINUTE_MS);
    const statements = noteStatements(setting.served.database);
    expect((await fetch(address, { method: 'HEAD' })).headers.get('content-length')).toMatch(/^\d{5}/);
    expect(statements.take().filter(({ text }) => text.includes('encode('))).toEqual([]);
    const limited = await setting.replica({ THROTTLE: 'on', PORT: String(await freePort()) });
    try {
      const path = new URL(address).pathname;
      const begun = Date.now();
      let served = 0;
      let status: number | undefined = 200;
      for (; status === 200; served += 1) status = await statusOf('GET', path, limited);
      expect(status).toBe(429);
      // One more for each two seconds that they took.
      const more = Math.ceil((Date.now() - begun) / 2000);
      expect(served - 1).toBeGreaterThanOrEqual(30);
      expect(served - 1).toBeLessThanOrEqual(30 + more);
    } finally {
      await limited.close();
    }
  });

  it('is no longer served once the post has another one, or a day after the post failed', async () => {
    setting.google.faults.next('localPosts.create', 'photo-not-fetched');
    const { id, address } = await postWithPhoto();
    await setting.passAndWork(MINUTE_MS);
    const { body: failed } = await tamsin.send('get', `/api/posts/${id}`).expect(200);
    expect([failed.status, await statusAt(address)]).toEqual(['FAILED', 200]);
    const photoId = await addPhoto(tamsin);
    const publishAt = new Date(setting.served.clock.now().getTime() + HOUR_MS).toISOString();
    await tamsin
      .send('patch', `/api/posts/${id}`, { publishAt, postBody: { ...failed.postBody, photoId } })
      .expect(200);
    expect(await statusAt(address)).toBe(404);
    setting.google.faults.next('localPosts.create', 'photo-not-fetched');
    await setting.passAndWork(HOUR_MS);
    const next = setting.served.app.get(PhotoAddresses).of({ postId: id, photoId })!;
    expect([(await look(tamsin, { id })).status, await statusAt(next)]).toEqual(['FAILED', 200]);
    expect(await statusAt(address)).toBe(404);
    await setting.passAndWork(DAY_MS);
    expect(await statusAt(next)).toBe(404);
  });

  it('that Google cannot fetch fails the post in words, and Retry sends both again', async () => {
    setting.google.faults.next('localPosts.create', 'photo-not-fetched');
    const { id } = await postWithPhoto();
    await setting.passAndWork(MINUTE_MS);
    const refused = await look(tamsin, { id });
    expect(refused).toMatchObject({
      status: 'FAILED',
      errorDetails: expect.stringMatching(/couldn’t load the photo/),
    });
    await tamsin.send('post', `/api/posts/${id}/retry`).expect(200);
    await setting.passAndWork(MINUTE_MS);
    expect(atGoogle(refused.summary)).toMatchObject([{ photo: { width: 800 } }]);
  });

  it('that is no longer stored fails the post in words, and nothing is sent', async () => {
    const { id, photoId } = await postWithPhoto();
    await setting.served.database.orm.delete(photos).where(eq(photos.id, photoId));
    await setting.passAndWork(MINUTE_MS);
    const failed = await look(tamsin, { id });
    expect(failed).toMatchObject({
      status: 'FAILED',
      errorDetails: expect.stringMatching(/photo is no longer stored/),
    });
    expect(atGoogle(failed.summary)).toEqual([]);
  });

  it.each([true, false])(
    'does not keep a post from being found again, whether Google answers its address or not (%s)',
    async (postSourceUrls) => {
      setting.google.configure({ postSourceUrls });
      setting.google.faults.next('localPosts.create', 'reset-after');
      const { id } = await postWithPhoto();
      await setting.passAndWork(MINUTE_MS);
      await setting.passAndWork(5 * MINUTE_MS);
      await setting.passAndWork(30 * MINUTE_MS);
      const found = await look(tamsin, { id });
      expect([found.status, atGoogle(found.summary).length]).toEqual(['PUBLISHED', 1]);
    },
  );

  it('is found by an index', async () => {
    const plan = await setting.served.database.orm.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`);
      return tx.execute(
        sql`explain select id from ${posts} where ${posts.body} ->> 'photoId' = 'a'`,
      ) as unknown as Promise<{ rows: object[] }>;
    });
    expect(JSON.stringify(plan.rows)).toContain('posts_photo');
  });
});

describe('a server that Google cannot reach', () => {
  it.each([
    ['http://localhost:3000', 'https://mybusiness.googleapis.com/v4', false],
    ['https://10.0.0.7', 'https://mybusiness.googleapis.com/v4', false],
    ['https://shingle.example.com', 'https://mybusiness.googleapis.com/v4', true],
    ['http://localhost:3000', 'http://127.0.0.1:8085/mybusiness.googleapis.com/v4', true],
  ])('at %s, with Google at %s: %s', (publicOrigin, GBP_V4_URL, areReachable) => {
    expect(new PhotoAddresses({ publicOrigin, GBP_V4_URL } as never).areReachable).toBe(areReachable);
  });
});
