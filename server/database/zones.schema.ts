import { sql } from 'drizzle-orm';
import { check, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant, ownerColumns } from './workspaces.schema.js';

/** What people have said of locations of their Google accounts, which Google does not know. */
export const locationSettings = pgTable(
  'location_settings',
  {
    ...ownerColumns(),
    locationId: text('location_id').notNull(),
    /** IANA name of the zone whose time the location keeps. */
    timeZone: text('time_zone').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.subject, table.locationId] })],
);

/** One row: the newest time zone data that any server has had, by its version, such as `2026c`. */
export const zoneData = pgTable(
  'zone_data',
  {
    id: integer().primaryKey().default(1),
    version: text().notNull(),
  },
  (table) => [check('zone_data_one', sql`${table.id} = 1`)],
);
