/** The first bytes of a PNG. */
export const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** What a chunk has beside its data: length, name and sum. */
const CHUNK_BYTES = 12;
/** Programs write them with 4 kB or more. */
const MAX_CHUNKS = 50_000;

/** What a picture is made of, its colours and how it is turned. */
const NEEDED = new Set(
  ['IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'eXIf', 'IDAT', 'IEND'].map(numberOf),
);
const PIXELS = numberOf('IDAT');

/**
 * A PNG with the chunks alone that its picture needs, each of them once except the pixels. A text of 8 kB unfolds to 8 MB
 * when a file is opened, and a file has room for hundreds of them. Undefined for what has too many chunks to be a picture.
 */
export function pictureOf(png: Buffer): Buffer | undefined {
  const seen = new Set<number>();
  const kept: Buffer[] = [PNG_SIGNATURE];
  let count = 0;
  for (let at = PNG_SIGNATURE.length; at + CHUNK_BYTES <= png.length; count += 1) {
    if (count === MAX_CHUNKS) return undefined;
    const name = png.readUInt32BE(at + 4);
    const end = at + CHUNK_BYTES + png.readUInt32BE(at);
    if (NEEDED.has(name) && (name === PIXELS || !seen.has(name))) kept.push(png.subarray(at, end));
    seen.add(name);
    at = end;
  }
  return Buffer.concat(kept);
}

function numberOf(name: string): number {
  return Buffer.from(name).readUInt32BE();
}
