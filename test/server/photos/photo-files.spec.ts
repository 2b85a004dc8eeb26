import { afterAll, beforeAll, beforeEach, describe, expect, it } from '../../support/jest.ts';
import { createHash, randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import sharp from 'sharp';
import { PhotoConversion } from '../../../dist/server/photos/photo-conversion.js';
import { PIECE_BYTES } from '../../../dist/server/photos/photo-pieces.js';
import { type SignedInClient, startTestApp, type TestApp } from '../../support/app.ts';
import { holdBack, workOff } from '../../support/due-work.ts';
import { addPhoto, jpegPhoto, noise } from '../../support/features/photo-files.ts';
import { noteStatements, watchStatements } from '../../support/database/statements.ts';

let served: TestApp;
let robin: SignedInClient;
beforeAll(async () => {
  served = await startTestApp({}, undefined, { prepare: (app) => holdBack(app.get(PhotoConversion)) });
});
afterAll(() => served.close());
beforeEach(async () => {
  robin = await served.signUp();
});

const read = (id: string, client = robin) => client.send('get', `/api/photos/${id}`);
const preview = (id: string, client = robin) => client.send('get', `/api/photos/${id}/preview`);
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** A JPEG of more than 2 MB. */
const largePhoto = (): Promise<Buffer> => noise(2400, 2000).jpeg({ quality: 85 }).toBuffer();

/** A photo as versions stored it that kept the whole file in one value. */
async function addOlder(file: Buffer): Promise<string> {
  const id = randomUUID();
  await served.database.executeSql(
    `insert into photos (id, workspace_id, sha256, type, width, height, size, bytes, created_at, last_needed_at)
     values ($1, $2, $3, 'image/jpeg', 800, 600, $4::integer, decode($5, 'base64'), now(), now())`,
    [id, robin.uid, sha256(file), file.length, file.toString('base64')],
  );
  return id;
}

async function storedOf(id: string): Promise<unknown> {
  const { rows } = await served.database.executeSql(
    `select octet_length(bytes) as whole, octet_length(preview) > 0 as preview,
       (select array_agg(octet_length(p.bytes) order by number) from photo_pieces p where photo_id = photos.id) as pieces
     from photos where id = $1`,
    [id],
  );
  return rows[0];
}

/** The turns of the loop in which statements on a table are sent while something is done, in order. */
async function turnsOf(table: string, work: () => Promise<unknown>): Promise<number[]> {
  const turns: number[] = [];
  let current = 0;
  let isOver = false;
  const counting = (async () => {
    for (; !isOver; current += 1) await turn();
  })();
  const end = watchStatements(served.database, ({ text }) => {
    if (text.includes(`"${table}"`)) turns.push(current);
  });
  await work().finally(() => {
    end();
    isOver = true;
  });
  await counting;
  return turns;
}

const inTurnsOfTheirOwn = (turns: readonly number[]) => expect([...new Set(turns)]).toEqual(turns);

describe('the file of a photo', () => {
  it('is stored and read in pieces, between which others are served', async () => {
    const file = await largePhoto();
    let id = '';
    const adding = await turnsOf('photo_pieces', async () => (id = await addPhoto(robin, file)));
    const { rows } = await served.database.executeSql(
      `select max(octet_length(bytes)) as longest, sum(octet_length(bytes))::integer as bytes, count(*)::integer as pieces
       from photo_pieces where photo_id = $1`,
      [id],
    );
    const [stored] = rows as { longest: number; bytes: number; pieces: number }[];
    expect(stored).toMatchObject({ longest: PIECE_BYTES, pieces: Math.ceil(stored!.bytes / PIECE_BYTES) });
    expect(stored!.bytes).toBeGreaterThan(2_000_000);
    let bytes: Buffer = Buffer.alloc(0);
    // The statement that finds the photo is one of them.
    const reading = await turnsOf(
      'photos',
      async () => (bytes = (await read(id).expect(200)).body as Buffer),
    );
    expect([bytes.length, (await sharp(bytes).metadata()).width]).toEqual([stored!.bytes, 2400]);
    expect([adding.length, reading.length]).toEqual([stored!.pieces, 1 + stored!.pieces]);
    inTurnsOfTheirOwn(adding);
    inTurnsOfTheirOwn(reading);
  });

  it('is not read for a browser that has it, which asks with the session each time', async () => {
    const id = await addPhoto(robin);
    for (const [ask, bytes] of [
      [read, 1],
      [preview, 1],
    ] as const) {
      const first = await ask(id).expect(200);
      expect(first.headers).toMatchObject({ 'cache-control': 'private, no-cache' });
      const { etag } = first.headers as { etag: string };
      const statements = noteStatements(served.database);
      await ask(id).set('If-None-Match', etag).expect(304);
      const asked = statements.take().filter(({ text }) => text.includes('photos'));
      expect(asked).toHaveLength(bytes);
      expect(asked[0]?.text).not.toContain('encode');
      await ask(id, await served.signUp())
        .set('If-None-Match', etag)
        .expect(404);
      await ask(id, served.visitor() as SignedInClient)
        .set('If-None-Match', etag)
        .expect(401);
      await ask(id).set('If-None-Match', '"another"').expect(200);
    }
    expect((await read(id)).headers.etag).not.toBe((await preview(id)).headers.etag);
  });

  it('is shown on pages as a small JPEG, however large it is', async () => {
    for (const file of [
      await largePhoto(),
      await jpegPhoto(260, 300),
      await noise(400, 400).png().toBuffer(),
    ]) {
      const { body, headers } = await preview(await addPhoto(robin, file)).expect(200);
      const { format, width, height } = await sharp(body as Buffer).metadata();
      expect(headers['content-type']).toBe('image/jpeg');
      expect(format).toBe('jpeg');
      expect(Math.max(width, height)).toBeLessThanOrEqual(400);
      expect((body as Buffer).length).toBeLessThanOrEqual(40_000);
    }
    const { width, height } = await sharp(
      (await preview(await addPhoto(robin, await jpegPhoto(1200, 600)))).body as Buffer,
    ).metadata();
    expect([width, height]).toEqual([400, 200]);
  });

  it('goes with its photo', async () => {
    const id = await addPhoto(robin);
    await served.database.executeSql('delete from photos where id = $1', [id]);
    const { rows } = await served.database.executeSql('select 1 from photo_pieces where photo_id = $1', [id]);
    expect(rows).toEqual([]);
  });
});

describe('a photo of an older version', () => {
  it('is read as before, and put into pieces with a preview in the background', async () => {
    const file = await noise(1200, 900).jpeg({ quality: 90 }).toBuffer();
    expect(file.length).toBeGreaterThan(PIECE_BYTES);
    const id = await addOlder(file);
    expect(sha256((await read(id).expect(200)).body as Buffer)).toBe(sha256(file));
    // It is shown whole until then.
    expect(((await preview(id).expect(200)).body as Buffer).length).toBe(file.length);
    await workOff(served.app.get(PhotoConversion));
    const last = file.length % PIECE_BYTES;
    const whole = Array<number>(Math.floor(file.length / PIECE_BYTES)).fill(PIECE_BYTES);
    expect(await storedOf(id)).toEqual({ whole: null, preview: true, pieces: [...whole, last] });
    expect(sha256((await read(id).expect(200)).body as Buffer)).toBe(sha256(file));
    const { width } = await sharp((await preview(id).expect(200)).body as Buffer).metadata();
    expect(width).toBe(400);
    await workOff(served.app.get(PhotoConversion));
    expect(await storedOf(id)).toEqual({ whole: null, preview: true, pieces: [...whole, last] });
  });

  it('that cannot be decoded is put into pieces all the same, and the next ones follow', async () => {
    const broken = await addOlder(Buffer.alloc(20_000, 'x'));
    const next = await addOlder(await jpegPhoto());
    await workOff(served.app.get(PhotoConversion));
    expect(await storedOf(broken)).toEqual({ whole: null, preview: null, pieces: [20_000] });
    expect(await storedOf(next)).toMatchObject({ whole: null, preview: true });
    expect(((await preview(broken).expect(200)).body as Buffer).length).toBe(20_000);
  });
});
