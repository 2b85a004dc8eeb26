/** A part of the picture that changes, and how long the result stays. `x` and `y` are even: the format demands it. */
export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
  /** A still WebP file of that part. */
  webp: Buffer;
  ms: number;
}

const HEADER_BYTES = 12;
const HAS_ANIMATION = 0x02;
/** Draw over what is there, and leave it there. */
const REPLACE = 0x02;

/** Joins still WebP pictures into one that moves (the container of the WebP specification). It repeats for ever. */
export function animatedWebp(width: number, height: number, frames: readonly Frame[]): Buffer {
  const canvas = Buffer.concat([
    Buffer.from([HAS_ANIMATION, 0, 0, 0]),
    uint24(width - 1),
    uint24(height - 1),
  ]);
  const anim = Buffer.alloc(6);
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    chunk('VP8X', canvas),
    chunk('ANIM', anim),
    ...frames.map((frame) => chunk('ANMF', frameContent(frame))),
  ]);
  return chunk('RIFF', body);
}

function frameContent({ x, y, width, height, webp, ms }: Frame): Buffer {
  const place = [x / 2, y / 2, width - 1, height - 1, ms].map(uint24);
  return Buffer.concat([...place, Buffer.from([REPLACE]), pictureChunks(webp)]);
}

/** The chunks of a still file that hold the picture itself. */
function pictureChunks(webp: Buffer): Buffer {
  const kept: Buffer[] = [];
  for (let at = HEADER_BYTES; at < webp.length;) {
    const end = at + 8 + padded(webp.readUInt32LE(at + 4));
    if (['ALPH', 'VP8 ', 'VP8L'].includes(webp.toString('latin1', at, at + 4)))
      kept.push(webp.subarray(at, end));
    at = end;
  }
  return Buffer.concat(kept);
}

function chunk(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(padded(content.length) - content.length)]);
}

const padded = (length: number): number => length + (length % 2);

function uint24(value: number): Buffer {
  const bytes = Buffer.alloc(3);
  bytes.writeUIntLE(value, 0, 3);
  return bytes;
}
