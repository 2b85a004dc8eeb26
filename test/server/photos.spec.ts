import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { deflateSync, crc32 } from 'node:zlib';
import sharp from 'sharp';
import supertest from 'supertest';
import { eq } from 'drizzle-orm';
import { photos } from '../../dist/server/database/photos.schema.js';
import { PhotosService } from '../../dist/server/photos/photos.service.js';
import { ORIGIN, type SignedInClient, startTestApp, type TestApp } from '../support/app.js';
import { jpegPhoto, noise } from '../support/photo-files.js';

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

/** A PNG of one colour: few bytes, however many pixels. */
function flatPng(width: number, height: number, padding = 0): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits of grey.
  head.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('tEXt', Buffer.alloc(padding, 'a')),
    chunk('IDAT', deflateSync(Buffer.alloc(Math.min(height * (width + 1), 60_000_000)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

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

  it('is stored once, and brought to 2,400 px', async () => {
    const file = await jpegPhoto(3000, 1500);
    const { body: first } = await add(file);
    expect(first).toMatchObject({ width: 2400, height: 1200 });
    const { body: second } = await add(file);
    expect(second).toEqual(first);
  });

  it.each<[string, () => Promise<Buffer>, string]>([
    ['CMYK', () => noise(400, 400).toColourspace('cmyk').jpeg().toBuffer(), 'image/jpeg'],
    ['progressive', () => noise(400, 400).jpeg({ progressive: true }).toBuffer(), 'image/jpeg'],
    ['of 16 bits', () => noise(400, 400).toColourspace('rgb16').png().toBuffer(), 'image/png'],
    [
      'with a hidden end',
      async () => Buffer.concat([await jpegPhoto(), Buffer.from('<script>')]),
      'image/jpeg',
    ],
    ['of one colour', () => Promise.resolve(flatPng(400, 400, 11_000)), 'image/png'],
    ['long and narrow', () => jpegPhoto(260, 6000), 'image/jpeg'],
    ['of another type than it says', () => jpegPhoto(), 'image/png'],
    ['transparent', () => noise(400, 300).ensureAlpha(0.5).png().toBuffer(), 'image/png'],
  ])('that is %s becomes one that Google takes', async (_what, file, type) => {
    const { status, body } = await add(await file(), type);
    expect([status, body.message]).toEqual([201, undefined]);
    const stored = await bytesOf(body.id as string);
    expect(stored.length).toBeGreaterThanOrEqual(10_240);
    expect(stored.length).toBeLessThanOrEqual(5 * 1024 * 1024);
    expect(stored.includes('<script>')).toBe(false);
    const { width, height, depth, space } = await sharp(stored).metadata();
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(250);
    expect({ depth, isColour: ['srgb', 'b-w'].includes(space) }).toEqual({ depth: 'uchar', isColour: true });
  });

  it.each<[string, () => Buffer | Promise<Buffer>, RegExp]>([
    ['text', () => Buffer.alloc(20_000, 'photo'), /isn’t a JPEG or PNG/],
    [
      'SVG',
      () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${' '.repeat(20_000)}</svg>`),
      /isn’t a/,
    ],
    ['WebP', () => noise(400, 400).webp().toBuffer(), /isn’t a/],
    ['GIF', () => noise(400, 400).gif().toBuffer(), /isn’t a/],
    [
      'HTML behind the start of a JPEG',
      () => Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(20_000, '<b>')]),
      /isn’t a/,
    ],
    ['half a JPEG', async () => (await jpegPhoto()).subarray(0, 30_000), /isn’t a/],
    ['half a PNG', async () => (await noise(400, 400).png().toBuffer()).subarray(0, 30_000), /isn’t a/],
    ['PNG with 900 million pixels', () => flatPng(30_000, 30_000), /at most 50 million pixels/],
    ['PNG with the largest edges there are', () => flatPng(2 ** 31 - 1, 2 ** 31 - 1, 11_000), /.+/],
    ['PNG without a width', () => flatPng(0, 400, 11_000), /isn’t a/],
    ['photo of 249 px', () => jpegPhoto(249, 800), /249 × 800 px/],
    ['photo of 10,239 bytes', async () => (await jpegPhoto()).subarray(0, 10_239), /at least 10 kB/],
    ['empty body', () => Buffer.alloc(0), /at least 10 kB/],
  ])('that is %s is refused', async (_what, file, message) => {
    const { status, body } = await add(await file());
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'validation_failed', errors: [{ field: 'photo' }] });
    expect(body.errors[0].message).toMatch(message);
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

  it('of many pixels does not hold up other requests', async () => {
    const file = await sharp({ create: { width: 8000, height: 6000, channels: 3, background: '#abc' } })
      .jpeg()
      .toBuffer();
    let longest = 0;
    let last = performance.now();
    const timer = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 1);
    const { status } = await add(file);
    clearInterval(timer);
    expect(status).toBe(201);
    // A loaded machine adds to it; decoding on this thread would take a second.
    expect(longest).toBeLessThan(400);
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
