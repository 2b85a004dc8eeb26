import { sql } from 'drizzle-orm';
import {
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant, workspaceColumn } from './workspaces.schema.js';

/**
 * Bytes. Both drivers write and read them byte by byte, which holds the event loop: `photo-pieces.ts` gives them and asks for
 * them as base64, and nothing else may.
 */
const bytea = customType<{ data: never }>({ dataType: () => 'bytea' });

export const PHOTO_TYPES = Object.freeze(['image/jpeg', 'image/png'] as const);

/** Photos for posts, checked and cleaned. `posts.body.photoId` refers to them. */
export const photos = pgTable(
  'photos',
  {
    id: uuid().primaryKey(),
    workspaceId: workspaceColumn(),
    /** SHA-256 (hex) of the file: the same photo is stored once. */
    sha256: text().notNull(),
    type: text().$type<(typeof PHOTO_TYPES)[number]>().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    /** The length of the file, in bytes. */
    size: integer().notNull(),
    /** A small JPEG for pages; null for a photo of an older version that is still to be converted, or cannot be decoded. */
    preview: bytea(),
    /** The whole file of a photo of an older version, until it is in pieces. */
    bytes: bytea(),
    createdAt: instant('created_at').notNull(),
    /** When it was last added or chosen. */
    lastNeededAt: instant('last_needed_at').notNull(),
  },
  (table) => [
    uniqueIndex('photos_sha256').on(table.workspaceId, table.sha256),
    index('photos_last_needed_at').on(table.lastNeededAt),
    index('photos_unconverted')
      .on(table.workspaceId, table.createdAt)
      .where(sql`${table.bytes} is not null`),
  ],
);

/** The files of photos, in pieces of `PIECE_BYTES`. */
export const photoPieces = pgTable(
  'photo_pieces',
  {
    photoId: uuid('photo_id')
      .notNull()
      .references(() => photos.id, { onDelete: 'cascade' }),
    /** From 0. */
    number: integer().notNull(),
    bytes: bytea().notNull(),
  },
  (table) => [primaryKey({ columns: [table.photoId, table.number] })],
);
