import { customType, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant, workspaces } from './schema.js';

/** Bytes as they are; the two stores answer different classes of them. */
const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });

export const PHOTO_TYPES = Object.freeze(['image/jpeg', 'image/png'] as const);

/** Photos for posts, checked and cleaned. `posts.body.photoId` refers to them. */
export const photos = pgTable(
  'photos',
  {
    id: uuid().primaryKey(),
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    /** SHA-256 (hex) of the bytes: the same photo is stored once. */
    sha256: text().notNull(),
    type: text().$type<(typeof PHOTO_TYPES)[number]>().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    /** The length of the bytes. */
    size: integer().notNull(),
    bytes: bytea().notNull(),
    createdAt: instant('created_at').notNull(),
    /** When it was last added or chosen. */
    lastNeededAt: instant('last_needed_at').notNull(),
  },
  (table) => [
    uniqueIndex('photos_sha256').on(table.workspaceId, table.sha256),
    index('photos_last_needed_at').on(table.lastNeededAt),
  ],
);
