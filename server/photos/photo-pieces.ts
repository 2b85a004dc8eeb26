import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Orm } from '../database/database.js';
import { photoPieces, photos } from '../database/photos.schema.js';
import { AppError } from '../errors/app-error.js';
import type { PeopleInTurns } from '../jobs/people-in-turns.js';
import { ownTurn } from '../jobs/turns.js';

/** The length of a piece, except for the last one of a photo. One is read or written in a few ms on both stores. */
export const PIECE_BYTES = 256 * 1024;

/** Bytes for a statement, as text: neither driver then looks at each of them. */
export function asBytes(bytes: Uint8Array): SQL<never> {
  return sql<never>`decode(${Buffer.from(bytes).toString('base64')}, 'base64')`;
}

/** The bytes of a column or an expression as base64. */
export function asBase64(bytes: AnyPgColumn | SQL): SQL<string | null> {
  return sql<string | null>`encode(${bytes}, 'base64')`;
}

/** Stores the file of a photo whose row was added in this transaction. Other requests go on between two pieces. */
export async function writePieces(tx: Orm, photoId: string, file: Uint8Array): Promise<void> {
  for (let number = 0; number * PIECE_BYTES < file.length; number += 1) {
    const piece = file.subarray(number * PIECE_BYTES, (number + 1) * PIECE_BYTES);
    await tx.insert(photoPieces).values({ photoId, number, bytes: asBytes(piece) });
    await ownTurn();
  }
}

/**
 * Reads the file of a photo in pieces, also of one that is not converted yet, or is at this moment. Other requests go on
 * between two pieces, and a piece is read when the one before was taken, and when it is the turn of its workspace: who reads
 * slowly keeps no turn.
 * Errors: `not_found` when the photo has been deleted.
 */
export async function* readPieces(
  orm: Orm,
  { id, workspaceId, size }: { id: string; workspaceId: string; size: number },
  readers: PeopleInTurns,
): AsyncGenerator<Buffer, void, void> {
  for (let number = 0; number * PIECE_BYTES < size; number += 1)
    yield await readers.run(workspaceId, () => readPiece(orm, id, number));
}

async function readPiece(orm: Orm, id: string, number: number): Promise<Buffer> {
  // The embedded database works in this thread and answers within the same turn of the loop.
  await ownTurn();
  const [row] = await orm
    .select({ base64: asBase64(sql`coalesce(${photoPieces.bytes}, ${sliceOfWhole(number)})`) })
    .from(photos)
    .leftJoin(photoPieces, and(eq(photoPieces.photoId, photos.id), eq(photoPieces.number, number)))
    .where(eq(photos.id, id));
  if (!row?.base64) throw AppError.of('not_found');
  return Buffer.from(row.base64, 'base64');
}

/**
 * Puts the file of an older photo into pieces, inside the database. The row must be locked. Other requests go on between
 * two pieces.
 */
export async function cutIntoPieces(tx: Orm, { id, size }: { id: string; size: number }): Promise<void> {
  for (let number = 0; number * PIECE_BYTES < size; number += 1) {
    await tx.execute(sql`
      insert into ${photoPieces} (photo_id, number, bytes)
      select ${photos.id}, ${number}::integer, ${sliceOfWhole(number)} from ${photos} where ${photos.id} = ${id}`);
    await ownTurn();
  }
  await tx.update(photos).set({ bytes: null }).where(eq(photos.id, id));
}

/** A piece of the column in which older versions kept the whole file. */
function sliceOfWhole(number: number): SQL {
  return sql`substring(${photos.bytes} from ${number * PIECE_BYTES + 1}::integer for ${PIECE_BYTES}::integer)`;
}
