import { StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import { Readable } from 'node:stream';
import { Turns } from '../jobs/turns.js';
import { CSV_MARK, csvRow } from './csv.js';

/** About how many characters are sent at once. */
const PIECE = 65_536;

/** Texts, one after another, that may have to be read first. */
export type Parts<Part> = Iterable<Part> | AsyncIterable<Part>;

/**
 * A file that is written while the client reads it, in turns with other requests; so only a little of it is in memory. Half
 * a file must not look like a whole one: when its parts break off, the download fails.
 * @param type the media type, without its character set
 * @param onFault is called when that happens
 */
export function streamedFile(
  parts: Parts<string>,
  { type, name }: { type: string; name: string },
  onFault: (error: unknown) => void = () => undefined,
): StreamableFile {
  const content = Readable.from(inPieces(parts), { objectMode: false });
  return download(content, { type: `${type}; charset=utf-8`, name }, onFault);
}

/**
 * A file of any kind, as it is read. When the content breaks off, the download fails.
 * @param type the value of `Content-Type`
 * @param onFault is called when that happens
 */
export function download(
  content: Readable,
  { type, name }: { type: string; name: string },
  onFault: (error: unknown) => void,
): StreamableFile {
  const file = new StreamableFile(content, { type, disposition: `attachment; filename="${name}"` });
  return file.setErrorHandler((error, response) => {
    onFault(error);
    (response as unknown as Response).destroy();
  });
}

/** A table of comma-separated values (RFC 4180), with what spreadsheets need to see UTF-8. */
export function csvFile(
  name: string,
  rows: Parts<readonly string[]>,
  onFault?: (error: unknown) => void,
): StreamableFile {
  return streamedFile(csvLines(rows), { type: 'text/csv', name }, onFault);
}

async function* csvLines(rows: Parts<readonly string[]>): AsyncGenerator<string> {
  yield CSV_MARK;
  for await (const row of rows) yield csvRow(row);
}

/** The parts in pieces of a size that the network takes well. Between two of them others have their turn. */
async function* inPieces(parts: Parts<string>): AsyncGenerator<string> {
  const turns = new Turns();
  let piece = '';
  for await (const part of parts) {
    piece += part;
    if (piece.length >= PIECE) {
      yield piece;
      piece = '';
    }
    await turns.pass();
  }
  if (piece) yield piece;
}
