import { afterAll, beforeAll, beforeEach, describe, expect, it } from '../../support/jest.ts';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import supertest from 'supertest';
import { eq } from 'drizzle-orm';
import { photos } from '../../../dist/server/database/photos.schema.js';
import { PhotosService } from '../../../dist/server/photos/photos.service.js';
import { ORIGIN, type SignedInClient, startTestApp, type TestApp } from '../../support/app.ts';
import { TestClock } from '../../support/clock.ts';
import { addPhoto, jpegPhoto, noise } from '../../support/features/photo-files.ts';

const HOUR_S = 3600;

let served: TestApp;
let robin: SignedInClient;
beforeAll(async () => {
  served = await startTestApp();
});
afterAll(() => served.close());
beforeEach(async () => {
  robin = await served.signUp();
});

const add = (file: Buffer, type = 'image/jpeg', client: { cookie: string } = robin) =>
  supertest(`http://${served.address}`)
    .post('/api/photos')
    .set({ Host: new URL(ORIGIN).host, Origin: ORIGIN, Cookie: client.cookie, 'Content-Type': type })
    .send(file);
const read = (id: string, client = robin) => client.send('get', `/api/photos/${id}`);
const bytesOf = async (id: string): Promise<Buffer> => (await read(id).expect(200)).body as Buffer;
const draft = (photoId: string) => ({
  locationId: 'sample-101',
  publishAt: new Date(served.clock.now().getTime() + 2 * HOUR_S * 1000).toISOString(),
  postBody: { languageCode: 'en-US', summary: 'Fresh bread.', topicType: 'STANDARD', photoId },
});

describe('a photo', () => {
  it('is stored upright and without metadata, and only its owner sees it', async () => {
    const file = await noise(800, 600)
      .withExif({
        IFD0: { Make: 'Secret Camera' },
        IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(file.includes('Secret Camera')).toBe(true);
    const { status, body } = await add(file);
    expect([status, body]).toEqual([
      201,
      { id: expect.any(String), type: 'image/jpeg', width: 600, height: 800, size: expect.any(Number) },
    ]);
    const answer = await read(body.id).expect(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(body.size),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-cache',
    });
    const stored = answer.body as Buffer;
    expect(stored.includes('Secret Camera')).toBe(false);
    const { exif, icc, orientation, format } = await sharp(stored).metadata();
    expect({ exif, icc, orientation, format }).toEqual({
      exif: undefined,
      icc: undefined,
      orientation: undefined,
      format: 'jpeg',
    });
    await read(body.id, await served.signUp()).expect(404);
    await served.visitor().send('get', `/api/photos/${body.id}`).expect(401);
  });

  it('that is a large PNG is stored as a JPEG, and a drawing stays a PNG', async () => {
    const large = await noise(1300, 1000).png().toBuffer();
    expect(large.length).toBeGreaterThan(1024 * 1024);
    const { body: photo } = await add(large, 'image/png');
    expect(photo).toMatchObject({ type: 'image/jpeg', width: 1300, height: 1000 });
    const { body: drawing } = await add(await noise(400, 300).png().toBuffer(), 'image/png');
    expect(drawing).toMatchObject({ type: 'image/png', width: 400, height: 300 });
  });

  it('is stored once, and brought to 2,400 px', async () => {
    const file = await jpegPhoto(3000, 1500);
    const { body: first } = await add(file);
    expect(first).toMatchObject({ width: 2400, height: 1200 });
    const { body: second } = await add(file);
    expect(second).toEqual(first);
  });

  it('is taken for what its bytes are, whatever it is called', async () => {
    const { status, body } = await add(await jpegPhoto(), 'image/png');
    expect([status, body.type]).toEqual([201, 'image/jpeg']);
    expect((await sharp(await bytesOf(body.id as string)).metadata()).format).toBe('jpeg');
  });

  it.each<[string, Buffer, RegExp]>([
    [
      'SVG that is called PNG',
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${' '.repeat(20_000)}</svg>`),
      /isn’t a/,
    ],
    ['empty body', Buffer.alloc(0), /at least 10 kB/],
  ])('that is %s is refused at its field', async (_what, file, message) => {
    const { status, body } = await add(file, 'image/png');
    expect([status, body]).toEqual([
      400,
      expect.objectContaining({
        code: 'validation_failed',
        errors: [{ field: 'photo', message: expect.stringMatching(message) }],
      }),
    ]);
  });

  it('is refused before it is read, if it is too large, of another type, or from a stranger', async () => {
    const file = await jpegPhoto();
    expect((await add(Buffer.alloc(5 * 1024 * 1024 + 1))).body).toMatchObject({ code: 'payload_too_large' });
    expect((await add(file, 'image/gif')).body).toMatchObject({ code: 'unsupported_media_type' });
    expect((await add(file, 'application/json')).body).toMatchObject({ code: 'unsupported_media_type' });
    expect((await add(file, 'image/jpeg', { cookie: '' })).status).toBe(401);
    const elsewhere = await add(file).set('Origin', 'https://example.com');
    expect([elsewhere.status, elsewhere.body.code]).toEqual([403, 'foreign_origin']);
  });

  it('is kept while a post has it, and for a day without one', async () => {
    const used = (await add(await jpegPhoto())).body.id as string;
    const unused = (await add(await jpegPhoto())).body.id as string;
    const { body: post } = await robin.send('post', '/api/posts', draft(used)).expect(201);
    const service = served.app.get(PhotosService);
    // A day passes here, and people stay signed in.
    await served.database.executeSql("update sessions set ends_at = ends_at + interval '1 year'");
    served.clock.advance({ hours: 23 });
    await service.cleanUp();
    await read(unused).expect(200);
    served.clock.advance({ hours: 1 });
    await service.cleanUp();
    await read(unused).expect(404);
    await read(used).expect(200);
    await robin.send('delete', `/api/posts/${post.id}`).expect(204);
    await service.cleanUp();
    await read(used).expect(404);
  });

  it('is named in the export, and goes with the account', async () => {
    const { body: photo } = await add(await jpegPhoto());
    const { body } = await robin.send('get', '/api/account/export').expect(200);
    expect(body.photos).toEqual([{ ...photo, sha256: expect.any(String), createdAt: expect.any(String) }]);
    await robin
      .send('delete', '/api/account', { confirmation: robin.email, password: 'correct horse' })
      .expect(200);
    const left = await served.database.orm
      .select()
      .from(photos)
      .where(eq(photos.id, photo.id as string));
    expect(left).toEqual([]);
  });
});

describe('with limits', () => {
  let limited: TestApp;
  let tamsin: SignedInClient;
  beforeAll(async () => {
    // In time that stands still no place becomes free again.
    const clock = new TestClock(new Date().toISOString());
    limited = await startTestApp({ THROTTLE: 'on' }, { database: served.database, clock });
  });
  afterAll(() => limited.close());
  beforeEach(async () => {
    tamsin = await limited.signUp();
  });

  /** The different statuses of so many requests, one after another. */
  async function statusesOf(count: number, ask: () => PromiseLike<{ status: number }>): Promise<number[]> {
    const statuses = new Set<number>();
    for (let turn = 0; turn < count; turn += 1) statuses.add((await ask()).status);
    return [...statuses];
  }

  it.each([
    ['photos', '', 10, 60],
    ['previews', '/preview', 30, 1],
  ])('%s of a person are read only so often', async (_what, ending, limit, waitS) => {
    const path = `/api/photos/${await addPhoto(tamsin)}${ending}`;
    let count = 0;
    let answer = await tamsin.send('get', path).expect(200);
    for (; answer.status === 200; count += 1) answer = await tamsin.send('get', path);
    expect([answer.status, answer.headers['retry-after']]).toEqual([429, String(waitS)]);
    expect(count).toBe(limit);
    limited.clock.advance({ seconds: waitS });
    await tamsin.send('get', path).expect(200);
  });

  it('decoding is counted, whatever becomes of it and whether or not the photo is there already', async () => {
    const file = await jpegPhoto(260, 260);
    const send = (bytes: Buffer) =>
      tamsin.send('post', '/api/photos').set('Content-Type', 'image/jpeg').send(bytes);
    expect(await statusesOf(30, () => send(file))).toEqual([201]);
    expect(await statusesOf(30, () => send(Buffer.alloc(20_000)))).toEqual([400]);
    const { status, headers } = await send(file);
    expect([status, Number(headers['retry-after'])]).toEqual([429, 30]);
  });
});

describe('the photos as a file', () => {
  const download = (client = robin) =>
    client
      .send('get', '/api/account/export/photos')
      .buffer(true)
      .parse((answer, done) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => done(null, Buffer.concat(chunks)));
      });

  it('are all in one ZIP, under the ids that the export names', async () => {
    await addPhoto(await served.signUp());
    const drawing = await noise(400, 300).png().toBuffer();
    const ids = [await addPhoto(robin), await addPhoto(robin, drawing)];
    const { body, headers } = await download().expect(200);
    const day = served.clock.now().toISOString().slice(0, 10);
    expect(headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="shingle-photos-${day}.zip"`,
    });
    const files = unzip(body as Buffer);
    expect(files.map(({ name }) => name).sort()).toEqual(
      [`photos/${ids[0]}.jpg`, `photos/${ids[1]}.png`].sort(),
    );
    for (const { name, bytes } of files)
      expect(bytes.equals(await bytesOf(name.slice('photos/'.length, -'.jpg'.length)))).toBe(true);
  });

  it('are an empty ZIP for those who have none, and nothing for a visitor', async () => {
    expect(unzip((await download().expect(200)).body as Buffer)).toEqual([]);
    await served.visitor().send('get', '/api/account/export/photos').expect(401);
  });
});

/** The files of a ZIP that is not compressed, by its directory; each is compared with its sum. */
function unzip(archive: Buffer): { name: string; bytes: Buffer }[] {
  const end = archive.subarray(-22);
  expect(end.readUInt32LE(0)).toBe(0x06054b50);
  let at = end.readUInt32LE(16);
  return Array.from({ length: end.readUInt16LE(10) }, () => {
    expect(archive.readUInt32LE(at)).toBe(0x02014b50);
    const sum = archive.readUInt32LE(at + 16);
    const size = archive.readUInt32LE(at + 24);
    const named = archive.readUInt16LE(at + 28);
    const begins = archive.readUInt32LE(at + 42);
    const name = archive.toString('utf8', at + 46, at + 46 + named);
    at += 46 + named;
    expect(archive.readUInt32LE(begins)).toBe(0x04034b50);
    expect(archive.toString('utf8', begins + 30, begins + 30 + named)).toBe(name);
    const bytes = archive.subarray(begins + 30 + named, begins + 30 + named + size);
    expect(crc32(bytes)).toBe(sum);
    return { name, bytes };
  });
}

describe('a post with a photo', () => {
  it('needs one of its owner’s', async () => {
    const other = await served.signUp();
    const { body: photo } = await add(await jpegPhoto(), 'image/jpeg', other);
    for (const id of [photo.id as string, '7f0c9a52-3a4b-4c6d-8e9f-0a1b2c3d4e5f']) {
      const { body } = await robin.send('post', '/api/posts', draft(id)).expect(404);
      expect(body.message).toMatch(/photo is no longer stored/);
      const { body: checked } = await robin.send('post', '/api/posts/preflight', draft(id)).expect(200);
      expect(checked.findings).toMatchObject([{ id: 'photo-gone', field: 'postBody.photoId' }]);
    }
  });

  it('keeps it, loses it and gets it back by changes', async () => {
    const { body: photo } = await add(await jpegPhoto(300, 300));
    const { body: post } = await robin.send('post', '/api/posts', draft(photo.id as string)).expect(201);
    expect(post.postBody.photoId).toBe(photo.id);
    const { body: checked } = await robin
      .send('post', '/api/posts/preflight', draft(photo.id as string))
      .expect(200);
    expect(checked.findings.map(({ id }: { id: string }) => id)).toContain('photo-small');
    const { photoId: _, ...without } = post.postBody;
    const { body: bare } = await robin
      .send('patch', `/api/posts/${post.id}`, { postBody: without })
      .expect(200);
    expect(bare.postBody).not.toHaveProperty('photoId');
    const { body: back } = await robin
      .send('patch', `/api/posts/${post.id}`, { postBody: post.postBody })
      .expect(200);
    expect(back.postBody.photoId).toBe(photo.id);
  });
});
