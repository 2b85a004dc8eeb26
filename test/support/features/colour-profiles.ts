const u16 = (value: number): Buffer => number('UInt16', 2, value);
const u32 = (value: number): Buffer => number('UInt32', 4, value);
const f32 = (value: number): Buffer => number('Float', 4, value);
/** A number with 16 bits behind the point. */
const fixed = (value: number): Buffer => u32(Math.round(value * 65_536));
const name = (text: string): Buffer => Buffer.from(text, 'latin1');

function number(kind: 'UInt16' | 'UInt32' | 'Float', bytes: number, value: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer[`write${kind}BE`](value);
  return buffer;
}

const xyz = (...values: number[]): Buffer => Buffer.concat([name('XYZ '), u32(0), ...values.map(fixed)]);
const WHITE = [0.9642, 1, 0.8249];
const STRAIGHT = Buffer.concat([name('curv'), u32(0), u32(0)]);
const WORDS = Buffer.concat([name('mluc'), u32(0), u32(0), u32(12)]);

/** Turns colours a little: nine factors and three summands. */
const CALCULATION = Buffer.concat([
  name('matf'),
  u32(0),
  u16(3),
  u16(3),
  ...[0.9, 0.05, 0.05, 0.05, 0.9, 0.05, 0.05, 0.05, 0.9, 0.001, 0.001, 0.001].map(f32),
]);

/** A colour profile (ICC 4.4) by which each colour goes through so many calculations, which are all the same bytes. */
export function chainedProfile(calculations: number): Buffer {
  const begins = 16 + 8 * calculations;
  const places = Array<Buffer>(calculations).fill(Buffer.concat([u32(begins), u32(CALCULATION.length)]));
  const chain = [name('mpet'), u32(0), u16(3), u16(3), u32(calculations), ...places, CALCULATION];
  const tags: [string, Buffer][] = [
    ['desc', WORDS],
    ['cprt', WORDS],
    ['wtpt', xyz(...WHITE)],
    ['rXYZ', xyz(0.436, 0.222, 0.014)],
    ['gXYZ', xyz(0.385, 0.717, 0.097)],
    ['bXYZ', xyz(0.143, 0.061, 0.714)],
    ['rTRC', STRAIGHT],
    ['gTRC', STRAIGHT],
    ['bTRC', STRAIGHT],
    ['D2B0', Buffer.concat(chain)],
  ];
  const head = Buffer.alloc(128);
  const table: Buffer[] = [u32(tags.length)];
  let length = head.length + 4 + 12 * tags.length;
  for (const [tag, data] of tags) {
    table.push(name(tag), u32(length), u32(data.length));
    length += data.length;
  }
  head.writeUInt32BE(length, 0);
  head.writeUInt32BE(0x04_40_00_00, 8);
  head.write('mntrRGB XYZ ', 12);
  for (const [index, value] of [2020, 1, 1].entries()) head.writeUInt16BE(value, 24 + 2 * index);
  head.write('acsp', 36);
  Buffer.concat(WHITE.map(fixed)).copy(head, 68);
  return Buffer.concat([head, ...table, ...tags.map(([, data]) => data)]);
}
