import { type GoogleError, v4Invalid } from '../errors.js';
import type { FetchedPhoto } from '../model.js';

/** What Google documents for photos; the largest size is a third party's figure. */
const MIN_BYTES = 10_240;
const MAX_BYTES = 5 * 1024 * 1024;
const MIN_EDGE = 250;
const WITHIN_MS = 10_000;

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
/** Markers of JPEG before a frame's height and width; C4, C8 and CC are no frames. */
const FRAMES = [0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf];

/** Whether a value is an address that a photo may be fetched from. */
export function isFetchAddress(value: unknown): value is string {
  return (
    typeof value === 'string' && value.length <= 2048 && /^https?:\/\/[^/]/.test(value) && URL.canParse(value)
  );
}

/**
 * Fetches the photo of a post, as Google does when the post is made. The simulator leaves this machine for nothing, so
 * only its own addresses answer.
 * @throws GoogleError PHOTO_FETCH_FAILED for whatever is not there or no photo that Google takes.
 */
export async function fetchPhoto(address: string): Promise<FetchedPhoto> {
  const { hostname, protocol } = new URL(address);
  if (protocol !== 'http:' || !LOOPBACK.includes(hostname)) throw photoNotFetched();
  const bytes = await bytesAt(address);
  const photo = bytes && readPhoto(bytes);
  if (!photo || photo.bytes < MIN_BYTES || Math.min(photo.width, photo.height) < MIN_EDGE)
    throw photoNotFetched();
  return photo;
}

/** The error of a photo that cannot be fetched, or that Google does not take. */
export function photoNotFetched(): GoogleError {
  return v4Invalid([{ code: 'PHOTO_FETCH_FAILED', field: 'media', message: 'Fetching image failed.' }]);
}

/** Undefined unless there is a whole answer of a size that Google takes. */
async function bytesAt(address: string): Promise<Buffer | undefined> {
  try {
    const answer = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(WITHIN_MS) });
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
      length += chunk.length;
      if (length > MAX_BYTES) return undefined;
      chunks.push(chunk);
    }
    return answer.ok ? Buffer.concat(chunks) : undefined;
  } catch {
    return undefined;
  }
}

/** The type and the edges, as the bytes themselves say; undefined for what is neither JPEG nor PNG. */
function readPhoto(bytes: Buffer): FetchedPhoto | undefined {
  if (bytes.length >= 24 && bytes.subarray(0, 8).equals(PNG))
    return {
      type: 'image/png',
      bytes: bytes.length,
      width: bytes.readUInt32BE(16),
      height: bytes.readUInt32BE(20),
    };
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2))
    if (FRAMES.includes(bytes[at + 1] ?? 0))
      return {
        type: 'image/jpeg',
        bytes: bytes.length,
        width: bytes.readUInt16BE(at + 7),
        height: bytes.readUInt16BE(at + 5),
      };
  return undefined;
}
