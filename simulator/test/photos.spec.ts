import { afterAll, beforeAll, beforeEach, describe, expect, it } from '../../test/support/jest.ts';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { GoogleSimulator } from 'gbp-simulator';
import { CERAMICS, callerOf, connect, PEOPLE, startSimulator } from './support.ts';

// MediaItem (v4 reference): `sourceUrl` is fetched when the item is created; photos have at least 250 px on the short edge
// and at least 10,240 bytes. A third party has seen code 1000 with "Fetching image failed.".

/** The head of a PNG of that size, and as many bytes: enough for whoever reads no pixels. */
function png(width: number, height: number, length = 10_240): Buffer {
  const bytes = Buffer.alloc(length);
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(bytes);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

/** A JPEG with a comment before its frame. */
function jpeg(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(20_000);
  Buffer.from('ffd8fffe0004abcdffc0001108', 'hex').copy(bytes);
  bytes.writeUInt16BE(height, 13);
  bytes.writeUInt16BE(width, 15);
  return bytes;
}

const FILES: Record<string, Buffer> = {
  '/good.png': png(400, 300),
  '/good.jpg': jpeg(250, 4000),
  '/low.png': png(400, 249),
  '/small.png': png(400, 300, 10_239),
  '/large.png': png(400, 300, 5 * 1024 * 1024 + 1),
  '/page.html': Buffer.alloc(20_000, '<p>'),
};

let google: GoogleSimulator;
let files: Server;
let origin: string;
let asked: string[];
let v4: ReturnType<typeof callerOf>;
beforeAll(async () => {
  google = await startSimulator();
  files = createServer(({ url = '' }, response) => {
    asked.push(url);
    const file = FILES[url];
    response.writeHead(file ? 200 : url === '/moved' ? 302 : 404, { Location: '/good.png' });
    response.end(file);
  });
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;
});
afterAll(async () => {
  files.close();
  await google.close();
});
beforeEach(async () => {
  asked = [];
  google.reset();
  google.configure({ editsPerMinute: 1000 });
  v4 = callerOf(google.addresses.GBP_V4_URL, (await connect(google, PEOPLE.tamsin)).access_token);
});

const create = (path: string) =>
  v4('POST', `/${CERAMICS}/localPosts`, {
    languageCode: 'en-GB',
    topicType: 'STANDARD',
    summary: 'The kiln is open.',
    media: [{ mediaFormat: 'PHOTO', sourceUrl: `${origin}${path}` }],
  });

describe('the photo of a post', () => {
  it.each([
    ['/good.png', { type: 'image/png', bytes: 10_240, width: 400, height: 300 }],
    ['/good.jpg', { type: 'image/jpeg', bytes: 20_000, width: 250, height: 4000 }],
  ])('is fetched once, while the post is made: %s', async (path, photo) => {
    const { status, body } = await create(path);
    expect(status).toBe(200);
    expect(asked).toEqual([path]);
    const sourceUrl = `${origin}${path}`;
    expect(body.media).toEqual([{ mediaFormat: 'PHOTO', sourceUrl, googleUrl: sourceUrl }]);
    expect(google.world.posts({ location: CERAMICS.split('/')[3] ?? '' })).toMatchObject([
      { name: body.name, photo },
    ]);
    google.configure({ postSourceUrls: false });
    const { body: listed } = await v4('GET', `/${CERAMICS}/localPosts`);
    expect(listed.localPosts[0].media).toEqual([{ mediaFormat: 'PHOTO', googleUrl: sourceUrl }]);
  });

  it.each(['/none.png', '/moved', '/low.png', '/small.png', '/large.png', '/page.html'])(
    'that Google cannot fetch or does not take is refused with the post: %s',
    async (path) => {
      const { status, body } = await create(path);
      expect(status).toBe(400);
      expect(body.error.details[0].errorDetails).toEqual([
        { code: 1000, field: 'media', message: 'Fetching image failed.' },
      ]);
      expect(google.world.posts({ location: CERAMICS.split('/')[3] ?? '' })).toEqual([]);
    },
  );

  it('is not fetched when a test says so', async () => {
    google.faults.next('localPosts.create', 'photo-not-fetched');
    expect((await create('/good.png')).status).toBe(400);
    expect(asked).toEqual([]);
    expect((await create('/good.png')).status).toBe(200);
  });
});
