import { crc32 } from 'node:zlib';

/** A file of an archive. Its name has no folders that lead out of it. */
export interface ZipFile {
  name: string;
  at: Date;
  bytes: Buffer;
}

const LOCAL_HEADER = 0x04034b50;
const DIRECTORY_ENTRY = 0x02014b50;
const END_OF_DIRECTORY = 0x06054b50;
/** The version of the format that a reader must know: 2.0. */
const VERSION = 20;
const NAMES_ARE_UTF8 = 0x0800;

/**
 * A ZIP of files as they are, without compression, written while it is read: one file is in memory at a time, and a line
 * about each. For at most 65,535 files and 4 GB, which the limits of photos keep.
 */
export async function* zip(files: AsyncIterable<ZipFile>): AsyncGenerator<Buffer, void, void> {
  const directory: Buffer[] = [];
  let written = 0;
  for await (const file of files) {
    const name = Buffer.from(file.name);
    const about = aboutOf(file, name);
    const head = Buffer.concat([numbers([LOCAL_HEADER, 4]), about, name]);
    directory.push(
      Buffer.concat([
        numbers([DIRECTORY_ENTRY, 4], [VERSION, 2]),
        about,
        // No comment, the first disk, no attributes; then where the file begins.
        numbers([0, 2], [0, 2], [0, 2], [0, 4], [written, 4]),
        name,
      ]),
    );
    written += head.length + file.bytes.length;
    yield head;
    yield file.bytes;
  }
  const count = directory.length;
  const entries = Buffer.concat(directory);
  yield entries;
  yield numbers(
    [END_OF_DIRECTORY, 4],
    [0, 2],
    [0, 2],
    [count, 2],
    [count, 2],
    [entries.length, 4],
    [written, 4],
    [0, 2],
  );
}

/** The part that the head of a file shares with its entry in the directory. */
function aboutOf({ at, bytes }: ZipFile, name: Buffer): Buffer {
  const [date, time] = inDos(at);
  return numbers(
    [VERSION, 2],
    [NAMES_ARE_UTF8, 2],
    // Not compressed.
    [0, 2],
    [time, 2],
    [date, 2],
    [crc32(bytes), 4],
    [bytes.length, 4],
    [bytes.length, 4],
    [name.length, 2],
    [0, 2],
  );
}

/** Date and time of day (UTC) as DOS kept them, in steps of two seconds. */
function inDos(at: Date): [date: number, time: number] {
  return [
    ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
    (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  ];
}

/** Numbers of so many bytes each, the lowest byte first. */
function numbers(...given: [value: number, bytes: number][]): Buffer {
  return Buffer.concat(
    given.map(([value, bytes]) => {
      const buffer = Buffer.alloc(bytes);
      buffer.writeUIntLE(value, 0, bytes);
      return buffer;
    }),
  );
}
