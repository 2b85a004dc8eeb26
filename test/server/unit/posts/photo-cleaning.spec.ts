import { describe, expect, it } from '@jest/globals';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { cleanPhoto } from '../../../../dist/server/photos/photo-cleaning.js';
import { pictureOf } from '../../../../dist/server/photos/png-chunks.js';
import { chainedProfile } from '../../../support/features/colour-profiles.ts';
import { jpegPhoto, noise } from '../../../support/features/photo-files.ts';

const EXPANDED = 200_000_000;
const PNG_START = Buffer.from('89504e470d0a1a0a', 'hex');
const SCRIPT = '<script>alert(1)</script>';

function chunk(name: string, ...data: Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from(name), ...data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - name.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** What a picture needs, and how large it is on paper. */
const PICTURE_CHUNKS = ['IHDR', 'PLTE', 'tRNS', 'pHYs', 'IDAT', 'IEND'];

/** The names of all chunks up to the end of a file. */
function chunkNames(png: Buffer): string[] {
  const names: string[] = [];
  for (let at = PNG_START.length; at < png.length; at += 12 + png.readUInt32BE(at))
    names.push(png.toString('latin1', at + 4, at + 8));
  return names;
}

/** Of what kind the pixels of a PNG are: bits of a channel, the number of its colour type, whether it is interlaced. */
interface PixelKind {
  depth?: number;
  colour?: number;
  interlaced?: boolean;
}

/** The chunk of a PNG that says its edges, in eight bits of grey unless it is said otherwise. */
function pngHead(
  width: number,
  height: number,
  { depth = 8, colour = 0, interlaced = false }: PixelKind = {},
): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([depth, colour, 0, 0, Number(interlaced)], 8);
  return chunk('IHDR', head);
}

/** The head of a PNG that says what it is, and hardly any pixels: more than it takes to be refused. */
function headOf(width: number, height: number, kind: PixelKind): Buffer {
  return Buffer.concat([
    PNG_START,
    pngHead(width, height, kind),
    chunk('tEXt', Buffer.alloc(11_000, 'a')),
    chunk('IDAT', deflateSync(Buffer.alloc(100_000))),
    chunk('IEND'),
  ]);
}

/** A PNG of one colour: few bytes, however many pixels it says that it has. */
function flatPng(width: number, height: number, pixels = Math.min(height * (width + 1), 60_000_000)): Buffer {
  return Buffer.concat([
    PNG_START,
    pngHead(width, height),
    chunk('tEXt', Buffer.alloc(11_000, 'a')),
    chunk('IDAT', deflateSync(Buffer.alloc(pixels))),
    chunk('IEND'),
  ]);
}

const pngPhoto = (): Promise<Buffer> => noise(400, 300).png().toBuffer();

/** A photo with these chunks behind its head. */
async function pngWith(...chunks: Buffer[]): Promise<Buffer> {
  const png = await pngPhoto();
  const head = PNG_START.length + pngHead(0, 0).length;
  return Buffer.concat([png.subarray(0, head), ...chunks, png.subarray(head)]);
}

/** A chunk whose data take up 200 MB once they are read. */
const bomb = (name: string, start: string): Buffer =>
  chunk(name, Buffer.from(start, 'latin1'), deflateSync(Buffer.alloc(EXPANDED)));

/** A photo that moves: its first picture, and a second one behind it. */
async function animatedPng(): Promise<Buffer> {
  const png = await pngPhoto();
  const end = png.length - chunk('IEND').length;
  const frames = Buffer.from('0000000200000000', 'hex');
  const frame = (number: number) => {
    const control = Buffer.alloc(26);
    control.writeUInt32BE(number, 0);
    control.writeUInt32BE(400, 4);
    control.writeUInt32BE(300, 8);
    return chunk('fcTL', control);
  };
  const second = chunk('fdAT', Buffer.from([0, 0, 0, 2]), deflateSync(Buffer.alloc(300 * 1201)));
  const still = await pngWith(chunk('acTL', frames), frame(0));
  const added = still.length - png.length;
  return Buffer.concat([still.subarray(0, end + added), frame(1), second, chunk('IEND')]);
}

type Segment = [marker: number, data: Buffer];

/** A photo with these segments behind its first bytes. */
const jpegWith = async (...segments: Segment[]): Promise<Buffer> =>
  withSegments(await jpegPhoto(), ...segments);

function withSegments(jpeg: Buffer, ...segments: Segment[]): Buffer {
  const added = segments.map(([marker, data]) => {
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(data.length + 2, 2);
    return Buffer.concat([head, data]);
  });
  return Buffer.concat([jpeg.subarray(0, 2), ...added, jpeg.subarray(2)]);
}

const COMMENT = 0xfe;
const EXIF = 0xe1;
/** A part of a colour profile. */
const profile = (part: number, parts: number, data: Buffer): Segment => [
  0xe2,
  Buffer.concat([Buffer.from('ICC_PROFILE\0'), Buffer.from([part, parts]), data]),
];

/** A JPEG whose frame says other edges than its picture has. */
async function jpegThatSays(width: number, height: number): Promise<Buffer> {
  const jpeg = await jpegPhoto();
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  jpeg.writeUInt16BE(height, frame + 5);
  jpeg.writeUInt16BE(width, frame + 7);
  return jpeg;
}

/** A JPEG whose last pass over the picture comes a thousand times. */
async function jpegWithManyScans(): Promise<Buffer> {
  const jpeg = await noise(400, 400).jpeg({ progressive: true }).toBuffer();
  const [pictures, end] = [jpeg.subarray(0, -2), jpeg.subarray(-2)];
  const scan = pictures.subarray(pictures.lastIndexOf(Buffer.from([0xff, 0xda])));
  const times = Math.min(1000, Math.floor((5_000_000 - jpeg.length) / scan.length));
  return Buffer.concat([pictures, ...Array<Buffer>(times).fill(scan), end]);
}

const flatJpeg = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#abc' } });

/** A JPEG whose last pass over the picture comes so many times more. */
async function jpegWithScans(width: number, height: number, more: number): Promise<Buffer> {
  const jpeg = await flatJpeg(width, height).jpeg({ progressive: true }).toBuffer();
  const [pictures, end] = [jpeg.subarray(0, -2), jpeg.subarray(-2)];
  const scan = pictures.subarray(pictures.lastIndexOf(Buffer.from([0xff, 0xda])));
  return Buffer.concat([pictures, ...Array<Buffer>(more).fill(scan), end]);
}

async function damaged(png: Buffer): Promise<Buffer> {
  const at = png.indexOf('IDAT') + 100;
  png[at] = ~png[at]! & 0xff;
  return Promise.resolve(png);
}

const POSITION = {
  IFD0: { Make: 'Secret Camera' },
  IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' },
};
const XMP =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="51,30N"/></rdf:RDF></x:xmpmeta>';

describe('a file', () => {
  it.each<[string, () => Promise<Buffer>]>([
    ['in the colours of print', () => noise(400, 400).toColourspace('cmyk').jpeg().toBuffer()],
    ['that is progressive', () => noise(400, 400).jpeg({ progressive: true }).toBuffer()],
    ['of 16 bits', () => noise(400, 400).toColourspace('rgb16').png().toBuffer()],
    ['that is transparent', () => noise(400, 300).ensureAlpha(0.5).png().toBuffer()],
    ['of one colour', () => Promise.resolve(flatPng(400, 400))],
    ['that is long and narrow', () => jpegPhoto(700, 6000)],
    ['that moves', animatedPng],
    ['with a position', () => noise(400, 400).withExif(POSITION).jpeg().toBuffer()],
    ['with a position in a PNG', () => noise(400, 400).withExif(POSITION).png().toBuffer()],
    ['with a position in XMP', () => noise(400, 400).withXmp(XMP).jpeg().toBuffer()],
    [
      'with EXIF that cannot be read',
      () => jpegWith([EXIF, Buffer.from(`Exif\0\0${'\xff'.repeat(30_000)}`)]),
    ],
    ['with HTML in a comment', () => jpegWith([COMMENT, Buffer.from(SCRIPT)])],
    ['with HTML in a text', () => pngWith(chunk('tEXt', Buffer.from(`Comment\0${SCRIPT}`)))],
    ['with HTML behind its end', async () => Buffer.concat([await jpegPhoto(), Buffer.from(SCRIPT)])],
    [
      'with an archive behind its end',
      async () => Buffer.concat([await pngPhoto(), Buffer.from('PK\x03\x04 an archive')]),
    ],
    ['with a second photo behind its end', async () => Buffer.concat([await jpegPhoto(), await jpegPhoto()])],
    ['with a chunk that has to be understood', () => pngWith(chunk('ABCD', Buffer.from('a')))],
    ['with a second head', () => pngWith(pngHead(9000, 9000))],
    ['with 20,000 texts', () => pngWith(...Array<Buffer>(20_000).fill(chunk('tEXt', Buffer.from('a\0b'))))],
    ['with a text of 200 MB', () => pngWith(bomb('zTXt', 'Comment\0\0'))],
    ['with XMP of 200 MB', () => pngWith(bomb('iTXt', 'XML:com.adobe.xmp\0\x01\0\0\0'))],
    ['with a colour profile of 200 MB', () => pngWith(bomb('iCCP', 'bomb\0\0'))],
    ['with pixels for 200 MB', () => Promise.resolve(flatPng(400, 400, EXPANDED))],
    ['with a colour profile of its own', () => noise(400, 400).withIccProfile('p3').jpeg().toBuffer()],
    [
      'with a colour profile of 4 MB',
      () => jpegWith(...Array.from({ length: 70 }, (_, i) => profile(i + 1, 70, Buffer.alloc(60_000)))),
    ],
    ['with most of its colour profile missing', () => jpegWith(profile(1, 255, Buffer.alloc(6000, 'x')))],
  ])('%s becomes a photo of its pixels alone, of a size that Google takes', async (_what, file) => {
    const { bytes: result, preview, ...stored } = await cleanPhoto(await file());
    const bytes = Buffer.from(result);
    const shown = await sharp(preview).metadata();
    expect(preview.length).toBeLessThanOrEqual(40_000);
    expect([shown.format, Math.max(shown.width, shown.height) <= 400]).toEqual(['jpeg', true]);
    expect(bytes.length).toBeGreaterThanOrEqual(10_240);
    expect(bytes.length).toBeLessThanOrEqual(5 * 1024 * 1024);
    for (const hidden of [SCRIPT, 'Secret Camera', 'xmpmeta', 'an archive', 'ICC_PROFILE'])
      expect([hidden, bytes.includes(hidden)]).toEqual([hidden, false]);
    const { width, height, depth, space, format, ...seen } = await sharp(bytes).metadata();
    expect(stored).toEqual({ type: `image/${format}`, width, height });
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(250);
    expect(Math.max(width, height)).toBeLessThanOrEqual(2400);
    expect({ depth, isColour: ['srgb', 'b-w'].includes(space) }).toEqual({ depth: 'uchar', isColour: true });
    for (const metadata of ['exif', 'icc', 'iptc', 'xmp', 'comments', 'orientation', 'pages'])
      expect(seen).not.toHaveProperty(metadata);
    // Its end is the end of the photo.
    if (format === 'png') expect(PICTURE_CHUNKS).toEqual(expect.arrayContaining(chunkNames(bytes)));
    else expect(bytes.subarray(-2).toString('hex')).toBe('ffd9');
  });

  it.each<[string, () => Buffer | Promise<Buffer>, RegExp]>([
    ['that is text', () => Buffer.alloc(20_000, 'photo'), /isn’t a JPEG or PNG/],
    [
      'that is SVG',
      () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${' '.repeat(20_000)}</svg>`),
      /isn’t a/,
    ],
    ['that is WebP', () => noise(400, 400).webp().toBuffer(), /isn’t a/],
    ['that is GIF', () => noise(400, 400).gif().toBuffer(), /isn’t a/],
    ['that is TIFF', () => noise(400, 400).tiff().toBuffer(), /isn’t a/],
    [
      'that is PDF and a photo',
      async () => Buffer.concat([Buffer.from('%PDF-1.7\n'), await jpegPhoto()]),
      /isn’t a/,
    ],
    [
      'of HTML behind the start of a JPEG',
      () => Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(20_000, SCRIPT)]),
      /isn’t a/,
    ],
    [
      'of HTML behind the start of a PNG',
      () => Buffer.concat([PNG_START, Buffer.alloc(20_000, SCRIPT)]),
      /isn’t a/,
    ],
    ['with half of a JPEG', async () => (await jpegPhoto()).subarray(0, 30_000), /isn’t a/],
    ['with half of a PNG', async () => (await pngPhoto()).subarray(0, 30_000), /isn’t a/],
    ['with a wrong sum', async () => damaged(await pngPhoto()), /isn’t a/],
    ['with a thousand passes over its picture', jpegWithManyScans, /isn’t a/],
    ['of zero bytes', () => Buffer.alloc(20_000), /isn’t a/],
    ['without a width', () => flatPng(0, 400), /isn’t a/],
    ['of 60,000 chunks', () => pngWith(...Array<Buffer>(60_000).fill(chunk('tEXt'))), /isn’t a/],
    ['with 900 million pixels', () => flatPng(30_000, 30_000), /at most 50 million pixels/],
    ['with the largest edges of a PNG', () => flatPng(2 ** 31 - 1, 2 ** 31 - 1, 60_000_000), /./],
    ['with the largest edges of a JPEG', () => jpegThatSays(65_500, 65_500), /at most 50 million pixels/],
    ['of 249 px', () => jpegPhoto(249, 800), /249 × 800 px/],
    ['that is ten times as long as high', () => jpegPhoto(2600, 260), /at most 9 times as long/],
    [
      'with 16 bits for each of four channels of 15 million pixels',
      () => headOf(5000, 3000, { depth: 16, colour: 6 }),
      /This PNG has too many pixels/,
    ],
    [
      'that is interlaced, with 16 bits for each of three channels of 12 million pixels',
      () => headOf(4000, 3000, { depth: 16, colour: 2, interlaced: true }),
      /This interlaced PNG has too many pixels/,
    ],
    [
      'that is a progressive JPEG of 20 million pixels',
      () => flatJpeg(5000, 4000).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
      /This progressive JPEG has too many pixels/,
    ],
    ['with 60 passes over 4 million pixels', () => jpegWithScans(2000, 2000, 60), /progressive JPEG has too/],
    ['of 10,239 bytes', async () => (await jpegPhoto()).subarray(0, 10_239), /at least 10 kB/],
    ['that is empty', () => Buffer.alloc(0), /at least 10 kB/],
  ])('%s is refused in words', async (_what, file, message) => {
    const refusal = cleanPhoto(await file());
    await expect(refusal).rejects.toMatchObject({
      code: 'validation_failed',
      errors: [{ field: 'photo', message: expect.stringMatching(message) }],
    });
  });

  it('with hardly any detail has no more bytes than Google needs', async () => {
    for (const [width, height] of [
      [1200, 900],
      [2400, 1800],
      [300, 250],
    ] as const) {
      const { bytes, ...stored } = await cleanPhoto(flatPng(width, height));
      expect([width, height]).toEqual([stored.width, stored.height]);
      expect(bytes.length).toBeGreaterThanOrEqual(10_240);
      expect(bytes.length).toBeLessThan(250_000);
    }
  });

  it.each([
    [7000, 7000],
    [1000, 7000],
  ])('whose head says %d × %d px has at most 2,400 px on its long side', async (width, height) => {
    const { bytes, ...stored } = await cleanPhoto(await jpegThatSays(width, height));
    const scale = 2400 / Math.max(width, height);
    const edges = { width: Math.round(width * scale), height: Math.round(height * scale) };
    expect(stored).toMatchObject(edges);
    expect(await sharp(bytes).metadata()).toMatchObject(edges);
  });

  it('with texts of 300 MB is opened without them', async () => {
    const text = deflateSync(Buffer.alloc(7_900_000));
    const bare = pictureOf(await pngPhoto())!;
    for (const [name, start] of [
      ['zTXt', 'Comment\0\0'],
      ['iTXt', 'Comment\0\x01\0\0\0'],
    ] as const) {
      const file = await pngWith(...Array<Buffer>(40).fill(chunk(name, Buffer.from(start, 'latin1'), text)));
      expect(chunkNames(pictureOf(file)!)).toEqual(chunkNames(bare));
      await expect(cleanPhoto(file)).resolves.toMatchObject({ width: 400, height: 300 });
    }
  });

  it('has the colours that its profile says, unless that chains calculations, which could take minutes', async () => {
    const jpeg = await jpegPhoto();
    const bytesWith = async (icc: Buffer) => (await cleanPhoto(withSegments(jpeg, profile(1, 1, icc)))).bytes;
    const { icc } = await sharp(await noise(300, 300).withIccProfile('p3').jpeg().toBuffer()).metadata();
    const plain = (await cleanPhoto(jpeg)).bytes;
    expect((await bytesWith(icc!)).equals(plain)).toBe(false);
    expect((await bytesWith(chainedProfile(3))).equals(plain)).toBe(true);
  });
});
