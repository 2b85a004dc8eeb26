import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { ErrorCode } from '../errors/app-error.js';
import { claimColumns, instant, ownerColumns } from './workspaces.schema.js';

/** The readings of a location's statistics, and when the next are due. */
export const statisticsReadings = pgTable(
  'metric_readings',
  {
    id: uuid().primaryKey(),
    ...ownerColumns(),
    locationId: text('location_id').notNull(),
    /** The last day that is known to be counted; null: none yet. `metric_days` has no later one. */
    countedUntil: date('counted_until'),
    /** Whether Google’s last answer had any series. It has none for a location that is not verified. */
    hasSeries: boolean('has_series').notNull().default(false),
    /** When the last reading began; null before the first. */
    readAt: instant('read_at'),
    /** The same of the last that asked for the whole history. */
    wholeAt: instant('whole_at'),
    /** Why the last reading failed; null when it did not. */
    error: text().$type<ErrorCode>(),
    nextAt: instant('next_at').notNull(),
    /** When its search words are due. */
    wordsNextAt: instant('words_next_at').notNull(),
    /** Whether `metric_weeks` and `keyword_totals` hold it: not yet where it is from an older version or from a backup. */
    hasSums: boolean('has_sums').notNull().default(true),
    ...claimColumns(),
  },
  (table) => [
    uniqueIndex('metric_readings_location').on(table.workspaceId, table.subject, table.locationId),
    index('metric_readings_next_at').on(table.nextAt),
    index('metric_readings_words_next_at').on(table.wordsNextAt),
    index('metric_readings_without_sums')
      .on(table.workspaceId, table.subject)
      .where(sql`not has_sums`),
  ],
);

/** A day of a location, with a number for each statistic of Google; null: Google’s answer lacked the statistic. */
export const statisticsDays = pgTable(
  'metric_days',
  {
    readingId: uuid('reading_id')
      .notNull()
      .references(() => statisticsReadings.id, { onDelete: 'cascade' }),
    /** Google names no zone for its days. */
    day: date().notNull(),
    desktopMaps: integer('desktop_maps'),
    desktopSearch: integer('desktop_search'),
    mobileMaps: integer('mobile_maps'),
    mobileSearch: integer('mobile_search'),
    directions: integer(),
    calls: integer(),
    websiteClicks: integer('website_clicks'),
    bookings: integer(),
    menuClicks: integer('menu_clicks'),
  },
  (table) => [
    primaryKey({ columns: [table.readingId, table.day] }),
    // A few days of thousands of locations: those that are in no whole week.
    index('metric_days_day').on(table.day),
  ],
);

/**
 * The sums of a location's days by week, of those on which each number is known; null: of none. They change in the same
 * transaction as `metric_days`, from which they can always be added up again: 10,000 locations have millions of days.
 */
export const statisticsWeeks = pgTable(
  'metric_weeks',
  {
    readingId: uuid('reading_id')
      .notNull()
      .references(() => statisticsReadings.id, { onDelete: 'cascade' }),
    /** Its Monday. */
    week: date().notNull(),
    desktopMaps: integer('desktop_maps'),
    desktopSearch: integer('desktop_search'),
    mobileMaps: integer('mobile_maps'),
    mobileSearch: integer('mobile_search'),
    directions: integer(),
    calls: integer(),
    websiteClicks: integer('website_clicks'),
    bookings: integer(),
    menuClicks: integer('menu_clicks'),
    /** The sum of the four kinds of views, of the days on which all of these are known. */
    impressions: bigint({ mode: 'number' }),
    /** Which numbers are known on which days: a bit for each (`isKnown` in `statistics-weeks.ts`). */
    known: bigint({ mode: 'bigint' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.readingId, table.week] })],
);

const sumOf = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0);
const countOf = (name: string) => integer(name).notNull().default(0);

/**
 * The sums of all locations of an owner by day, and over how many locations each goes. They change in the same transaction
 * as `metric_days`: adding up 10,000 locations for each view of a year takes too long.
 */
export const statisticsTotals = pgTable(
  'metric_totals',
  {
    ...ownerColumns(),
    day: date().notNull(),
    desktopMaps: sumOf('desktop_maps'),
    desktopSearch: sumOf('desktop_search'),
    mobileMaps: sumOf('mobile_maps'),
    mobileSearch: sumOf('mobile_search'),
    directions: sumOf('directions'),
    calls: sumOf('calls'),
    websiteClicks: sumOf('website_clicks'),
    bookings: sumOf('bookings'),
    menuClicks: sumOf('menu_clicks'),
    desktopMapsKnown: countOf('desktop_maps_known'),
    desktopSearchKnown: countOf('desktop_search_known'),
    mobileMapsKnown: countOf('mobile_maps_known'),
    mobileSearchKnown: countOf('mobile_search_known'),
    directionsKnown: countOf('directions_known'),
    callsKnown: countOf('calls_known'),
    websiteClicksKnown: countOf('website_clicks_known'),
    bookingsKnown: countOf('bookings_known'),
    menuClicksKnown: countOf('menu_clicks_known'),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.subject, table.day] })],
);

/**
 * The last day on which any location of an owner has a value: Google counts a day some days later, and until then it looks
 * like one without events. Whatever stores statistics of the owner locks this row first.
 */
export const statisticsWatermarks = pgTable(
  'metric_watermarks',
  {
    ...ownerColumns(),
    /** Null: there is no value yet. */
    day: date(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.subject] })],
);

/** The months whose search words were read, also where there were none. `month` is its first day. */
export const keywordReadings = pgTable(
  'keyword_readings',
  {
    readingId: uuid('reading_id')
      .notNull()
      .references(() => statisticsReadings.id, { onDelete: 'cascade' }),
    month: date().notNull(),
    readAt: instant('read_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.readingId, table.month] })],
);

/** How many people found a location by a search word in a month: a number, or only that it was below one. */
export const keywordMonths = pgTable(
  'keyword_months',
  {
    readingId: uuid('reading_id')
      .notNull()
      .references(() => statisticsReadings.id, { onDelete: 'cascade' }),
    month: date().notNull(),
    word: text().notNull(),
    value: integer(),
    threshold: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.readingId, table.month, table.word] }),
    check('keyword_months_one', sql`(${table.value} is null) <> (${table.threshold} is null)`),
  ],
);

/**
 * The search words of all locations of an owner by month: at how many locations a word has a number, with their sum, and at
 * how many it is below each bound. They change in the same transaction as `keyword_months`.
 */
export const keywordTotals = pgTable(
  'keyword_totals',
  {
    ...ownerColumns(),
    month: date().notNull(),
    word: text().notNull(),
    /** The bound; -1: these locations have a number. */
    threshold: integer().notNull(),
    value: sumOf('value'),
    locations: countOf('locations'),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.subject, table.month, table.word, table.threshold] }),
  ],
);
