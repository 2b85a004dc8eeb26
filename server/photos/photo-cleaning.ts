import type { Metadata, Sharp, SharpInput, SharpOptions } from 'sharp';
import type { photos } from '../database/photos.schema.js';
import { AppError } from '../errors/app-error.js';

/** Google's own limits for a photo (google-apis-2.md, c). */
export const MIN_PHOTO_BYTES = 10_240;
export const MAX_PHOTO_BYTES = 5 * 1024 * 1024;
export const MIN_PHOTO_EDGE = 250;

/** More than any camera of a telephone has: 8,000 x 6,000 px. A larger one would take too much memory to decode. */
const MAX_PIXELS = 50_000_000;
/** Twice what Google recommends for a post, so that it stays sharp on every screen. */
const LONG_EDGE = 2400;
/** A photo with hardly any detail is stored without compression, and for that within this edge. */
const PLAIN_EDGE = 1200;
const WITHIN_SECONDS = 20;

const SIGNATURES = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
];
const NO_PHOTO = 'This file isn’t a JPEG or PNG photo, or it’s damaged. Choose another one.';

/** A photo that is fit to be stored and shown. */
export type CleanPhoto = Pick<typeof photos.$inferSelect, 'type' | 'width' | 'height' | 'bytes'>;

/**
 * Decodes a photo, turns it upright and encodes its pixels again, so that nothing else of the file is left: no metadata,
 * no position, nothing hidden behind its end. The work is done in another thread.
 * Errors: `validation_failed` for what is no photo, or none that Google takes.
 */
export async function cleanPhoto(given: Buffer): Promise<CleanPhoto> {
  if (given.length < MIN_PHOTO_BYTES) throw refused('This photo is too small: Google needs at least 10 kB.');
  if (!SIGNATURES.some((bytes) => bytes.every((byte, index) => given[index] === byte)))
    throw refused(NO_PHOTO);
  const sharp = await loadSharp();
  const open = (): Sharp => sharp(given, { limitInputPixels: false, failOn: 'error' });
  try {
    const seen = await open().metadata();
    const edges = edgesOf(seen);
    const upright = open().timeout({ seconds: WITHIN_SECONDS }).autoOrient();
    const image = upright.resize({ ...fitting(edges, LONG_EDGE), fit: 'fill' }).toColourspace('srgb');
    return await encode(image, { isPng: seen.format === 'png', edges });
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw AppError.invalid([{ field: 'photo', message: NO_PHOTO }]);
  }
}

interface Edges {
  width: number;
  height: number;
}

/** The edges of the upright photo. Errors: `validation_failed` for a size that is not accepted. */
function edgesOf({ autoOrient: { width, height } }: Metadata): Edges {
  if (width * height > MAX_PIXELS)
    throw refused('This photo is too large: it may have at most 50 million pixels.');
  if (Math.min(width, height) < MIN_PHOTO_EDGE)
    throw refused(
      `This photo has ${width} × ${height} px. Google needs at least ${MIN_PHOTO_EDGE} px on each side.`,
    );
  return { width, height };
}

/** The edges within a longest one, but never below what Google takes. */
function fitting({ width, height }: Edges, longest: number): Edges {
  const least = MIN_PHOTO_EDGE / Math.min(width, height);
  const scale = Math.min(1, Math.max(longest / Math.max(width, height), least));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** Google takes files from 10,240 bytes to 5 MB: what compresses too well or not enough is encoded in another way. */
async function encode(image: Sharp, { isPng, edges }: { isPng: boolean; edges: Edges }): Promise<CleanPhoto> {
  const onWhite = (): Sharp => image.clone().flatten({ background: 'white' });
  const ways = [
    ...(isPng ? [() => image.clone().png()] : []),
    () => onWhite().jpeg({ quality: 85 }),
    () =>
      onWhite()
        .resize({ ...fitting(edges, PLAIN_EDGE), fit: 'fill' })
        .png({ compressionLevel: 0 }),
  ];
  for (const way of ways) {
    const { data, info } = await way().toBuffer({ resolveWithObject: true });
    if (data.length < MIN_PHOTO_BYTES || data.length > MAX_PHOTO_BYTES) continue;
    const type = info.format === 'png' ? 'image/png' : 'image/jpeg';
    return { type, width: info.width, height: info.height, bytes: data };
  }
  throw refused('This photo can’t be brought to the size that Google takes. Choose another one.');
}

type MakeSharp = (input: SharpInput, options: SharpOptions) => Sharp;

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

function refused(message: string): AppError {
  return AppError.invalid([{ field: 'photo', message }]);
}
