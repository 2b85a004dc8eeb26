import type { Metadata } from 'sharp';
import { AppError } from '../errors/app-error.js';
import { MIN_PHOTO_EDGE } from './google-photo-limits.js';

/** More than any camera of a telephone has: 8,000 x 6,000 px. Only plain JPEGs may have as many, which are made smaller while they are read. */
const MAX_PIXELS = 50_000_000;
/** The pixels of a PNG as they are in memory before they are made smaller: 25 million with 8 bits for each of four channels. */
const MAX_PNG_BYTES = 100_000_000;
/** An interlaced PNG is put together in seven passes, each over the whole picture. */
const MAX_INTERLACED_BYTES = 50_000_000;
/** A progressive JPEG is in memory as coefficients of two bytes, until its last pass. */
const MAX_COEFFICIENT_BYTES = 100_000_000;
/** Pixels times passes: 16 million with the ten passes that most programs write, and a small picture beside it. */
const MAX_PASSED_PIXELS = 200_000_000;
/** With this ratio the long edge of a photo as it is stored is bounded, while the short one has what Google needs. */
const MAX_RATIO = 9;

/** The type of a tag of a colour profile that chains calculations: `multiProcessElementsType`. */
const CHAIN = Buffer.from('mpet');
const START_OF_SCAN = Buffer.from([0xff, 0xda]);

/** The edges of the upright photo. */
export interface Edges {
  width: number;
  height: number;
}

/**
 * Refuses what Google would not take, and what would take too long or too much memory to decode, by what the head of the
 * file says. Errors: `validation_failed`.
 */
export function refuseUnfit(given: Buffer, seen: Metadata): Edges {
  const { width, height } = seen.autoOrient;
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  const pixels = width * height;
  if (pixels > MAX_PIXELS) throw refused('This photo is too large: it may have at most 50 million pixels.');
  if (short < MIN_PHOTO_EDGE)
    throw refused(
      `This photo has ${width} × ${height} px. Google needs at least ${MIN_PHOTO_EDGE} px on each side.`,
    );
  if (long > MAX_RATIO * short)
    throw refused(
      `This photo is too narrow: its long side may be at most ${MAX_RATIO} times as long as its short side.`,
    );
  if (seen.format === 'png') refuseCostlyPng(pixels, seen);
  else if (seen.isProgressive) refuseCostlyJpeg(given, pixels, seen.channels);
  return { width, height };
}

function refuseCostlyPng(pixels: number, { channels, depth, isProgressive }: Metadata): void {
  const bytes = pixels * channels * (depth === 'uchar' ? 1 : 2);
  if (bytes > MAX_PNG_BYTES)
    throw refused(
      'This PNG has too many pixels. Save it as JPEG, or with fewer pixels or 8 bits per colour.',
    );
  if (isProgressive && bytes > MAX_INTERLACED_BYTES)
    throw refused('This interlaced PNG has too many pixels. Save it without interlacing, or as JPEG.');
}

function refuseCostlyJpeg(given: Buffer, pixels: number, channels: number): void {
  if (2 * pixels * channels > MAX_COEFFICIENT_BYTES || pixels * scansIn(given) > MAX_PASSED_PIXELS)
    throw refused(
      'This progressive JPEG has too many pixels. Save it as a plain JPEG, or with fewer pixels.',
    );
}

/**
 * Whether the colour profile of a photo may take long to apply: it may chain any number of calculations, of eight bytes
 * each, and each takes a third of a millisecond. Hardly any profile does.
 */
export function hasCostlyProfile({ icc }: Metadata): boolean {
  return icc?.includes(CHAIN) ?? false;
}

/** How many passes a JPEG has at most: within its pictures these two bytes mean nothing else. */
function scansIn(jpeg: Buffer): number {
  let scans = 0;
  for (let at = jpeg.indexOf(START_OF_SCAN); at >= 0; at = jpeg.indexOf(START_OF_SCAN, at + 2)) scans += 1;
  return scans;
}

/** A 400 about the photo, in a sentence. */
export function refused(message: string): AppError {
  return AppError.invalid([{ field: 'photo', message }]);
}
