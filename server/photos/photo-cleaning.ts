import type { Sharp, SharpInput, SharpOptions } from 'sharp';
import type { PHOTO_TYPES } from '../database/photos.schema.js';
import { AppError } from '../errors/app-error.js';
import { MAX_PHOTO_BYTES, MIN_PHOTO_BYTES, MIN_PHOTO_EDGE } from './google-photo-limits.js';
import { type Edges, hasCostlyProfile, refused, refuseUnfit } from './photo-cost.js';
import { pictureOf, PNG_SIGNATURE } from './png-chunks.js';

/** Twice what Google recommends for a post, so that it stays sharp on every screen. */
const LONG_EDGE = 2400;
/** A PNG above this becomes a JPEG: what has so many bytes is a photograph, which a JPEG of a tenth shows as well. */
const MAX_PNG_BYTES = 1024 * 1024;

/** The longest edge and the size of what pages show. */
const PREVIEW_EDGE = 400;
const MAX_PREVIEW_BYTES = 40_000;
/** Edge and quality of a preview; the first that is small enough is taken, and the last one always is. */
const PREVIEWS = [
  [PREVIEW_EDGE, 75],
  [PREVIEW_EDGE, 50],
  [PREVIEW_EDGE, 25],
  [PREVIEW_EDGE / 2, 25],
  [PREVIEW_EDGE / 4, 25],
] as const;

const JPEG_SIGNATURE = Buffer.from('ffd8ff', 'hex');
const NO_PHOTO = 'This file isn’t a JPEG or PNG photo, or it’s damaged. Choose another one.';

/** A photo that is fit to be stored and shown. */
export interface CleanPhoto extends Edges {
  type: (typeof PHOTO_TYPES)[number];
  bytes: Buffer;
  /** A JPEG of at most 400 px and 40,000 bytes. */
  preview: Buffer;
}

/** Makes a picture again from pixels that were decoded once. */
type Pixels = () => Sharp;

/**
 * Decodes a photo, turns it upright and encodes its pixels again, so that nothing else of the file is left: no metadata,
 * no position, nothing hidden behind its end. `PhotoDecoder` does this in a process of its own.
 * Errors: `validation_failed` for what is no photo, none that Google takes, or one that is too costly to decode.
 */
export async function cleanPhoto(given: Buffer): Promise<CleanPhoto> {
  if (given.length < MIN_PHOTO_BYTES) throw refused('This photo is too small: Google needs at least 10 kB.');
  const file = openable(given);
  if (!file) throw refused(NO_PHOTO);
  const sharp = await loadSharp();
  try {
    const seen = await open(sharp, file).metadata();
    const edges = fitting(refuseUnfit(file, seen));
    const opened = open(sharp, file, { ignoreIcc: hasCostlyProfile(seen) });
    const pixels = await decode(
      sharp,
      opened
        .autoOrient()
        .resize({ ...edges, fit: 'fill' })
        .toColourspace('srgb'),
    );
    const mayBePng = seen.format === 'png' && file.length <= MAX_PNG_BYTES;
    return { ...(await encode(pixels, mayBePng)), preview: await shrink(sharp, pixels) };
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw refused(NO_PHOTO);
  }
}

/** The preview of a photo that this server has stored; undefined when it cannot be decoded. */
export async function previewOf(stored: Buffer): Promise<Buffer | undefined> {
  const sharp = await loadSharp();
  const opened = open(sharp, stored);
  return shrink(sharp, () => opened).catch(() => undefined);
}

/** What of a file may be opened: a JPEG, or the picture of a PNG. Undefined for anything else. */
function openable(given: Buffer): Buffer | undefined {
  const beginsWith = (signature: Buffer) => given.subarray(0, signature.length).equals(signature);
  if (beginsWith(PNG_SIGNATURE)) return pictureOf(given);
  return beginsWith(JPEG_SIGNATURE) ? given : undefined;
}

/** The edges of the photo as it is stored. */
function fitting({ width, height }: Edges): Edges {
  const scale = Math.min(1, LONG_EDGE / Math.max(width, height));
  const within = (edge: number) => Math.max(MIN_PHOTO_EDGE, Math.round(edge * scale));
  return { width: within(width), height: within(height) };
}

/** The pixels of a picture, at most 23 MB, so that no way to encode them decodes the file once more. */
async function decode(sharp: MakeSharp, picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return () => sharp(data, { raw: { width, height, channels } });
}

/** A way to encode a picture, and how many bytes it may have. */
type Way = [make: () => Sharp, most: number];

/**
 * Google takes files from 10,240 bytes to 5 MB: what compresses too well or not enough is encoded in another way. The last
 * way is for small pictures with hardly any detail: a large one has enough bytes one way before.
 */
async function encode(pixels: Pixels, mayBePng: boolean): Promise<Omit<CleanPhoto, 'preview'>> {
  const onWhite = (): Sharp => pixels().flatten({ background: 'white' });
  const asPng: Way[] = mayBePng ? [[() => pixels().png(), MAX_PNG_BYTES]] : [];
  const ways: Way[] = [
    ...asPng,
    [() => onWhite().jpeg({ quality: 85 }), MAX_PHOTO_BYTES],
    [() => onWhite().jpeg({ quality: 60 }), MAX_PHOTO_BYTES],
    [
      () => onWhite().jpeg({ quality: 95, chromaSubsampling: '4:4:4', optimiseCoding: false }),
      MAX_PHOTO_BYTES,
    ],
    [() => onWhite().png({ compressionLevel: 0 }), MAX_PHOTO_BYTES],
  ];
  for (const [make, most] of ways) {
    const { data, info } = await make().toBuffer({ resolveWithObject: true });
    if (data.length < MIN_PHOTO_BYTES || data.length > most) continue;
    const type = info.format === 'png' ? 'image/png' : 'image/jpeg';
    return { type, width: info.width, height: info.height, bytes: data };
  }
  throw refused('This photo can’t be brought to the size that Google takes. Choose another one.');
}

/** A JPEG for pages. */
async function shrink(sharp: MakeSharp, pixels: Pixels): Promise<Buffer> {
  const inside = { fit: 'inside', withoutEnlargement: true } as const;
  const picture = pixels().resize({ ...inside, width: PREVIEW_EDGE, height: PREVIEW_EDGE });
  const small = await decode(sharp, picture.flatten({ background: 'white' }).toColourspace('srgb'));
  let preview = Buffer.alloc(0);
  for (const [edge, quality] of PREVIEWS) {
    const smaller = small().resize({ ...inside, width: edge, height: edge });
    preview = await smaller.jpeg({ quality }).toBuffer();
    if (preview.length <= MAX_PREVIEW_BYTES) break;
  }
  return preview;
}

type MakeSharp = (input: SharpInput, options: SharpOptions) => Sharp;

function open(sharp: MakeSharp, file: Buffer, how: SharpOptions = {}): Sharp {
  return sharp(file, { limitInputPixels: false, failOn: 'error', ...how });
}

/** The library is loaded with the first photo: most starts never need it. It reads nothing but JPEG and PNG. */
async function loadSharp(): Promise<MakeSharp> {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] });
  // Decoded pictures are large, and none is asked for twice.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}
