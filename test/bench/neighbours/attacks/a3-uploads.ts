import sharp, { type Sharp } from 'sharp';
import type { Attack } from '../neighbours-target.ts';

/** One more byte never comes. Those of ten people have just room in the 48 MB that the server keeps for them. */
const LARGE_BYTES = 4.75 * 1024 * 1024;

/** Ten people, each with a body that never arrives whole and with PNGs of few bytes that take long to decode. */
export const attack: Attack = async (target) => {
  const path = '/api/photos';
  const never = {
    method: 'POST',
    path,
    type: 'image/jpeg',
    body: Buffer.alloc(LARGE_BYTES, 0xff),
    missing: 1,
  };
  const pictures = [
    ['interlaced PNG of 16 bits', await interlaced(2_880)],
    ['interlaced PNG that is too large', await interlaced(4_000)],
    ['white PNG', await white()],
  ] as const;
  target.begun();
  await Promise.all(
    target.crowd.flatMap((person, index) => {
      const [name, body] = pictures[index % pictures.length]!;
      const upload = { method: 'POST', path, type: 'image/png', body };
      return [
        target.repeat('body that never arrives', person, () => never),
        target.repeat(name, person, () => upload),
      ];
    }),
  );
};

/** Three channels of so many pixels squared, put together in seven passes. */
function interlaced(edge: number): Promise<Buffer> {
  return plain(edge, edge).toColourspace('rgb16').png({ progressive: true }).toBuffer();
}

function white(): Promise<Buffer> {
  return plain(1200, 900).png({ compressionLevel: 1, adaptiveFiltering: false }).toBuffer();
}

function plain(width: number, height: number): Sharp {
  return sharp({ create: { width, height, channels: 3, background: '#fff' } });
}
