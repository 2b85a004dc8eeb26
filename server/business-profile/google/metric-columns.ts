import { sql, type SQL } from 'drizzle-orm';
import { metricDays } from '../../database/figures.schema.js';
import type { DAILY_METRICS } from './google-types.js';

/** The column of `metric_days` for each of Google’s metrics. */
export const COLUMN_OF = Object.freeze({
  BUSINESS_IMPRESSIONS_DESKTOP_MAPS: 'desktopMaps',
  BUSINESS_IMPRESSIONS_DESKTOP_SEARCH: 'desktopSearch',
  BUSINESS_IMPRESSIONS_MOBILE_MAPS: 'mobileMaps',
  BUSINESS_IMPRESSIONS_MOBILE_SEARCH: 'mobileSearch',
  BUSINESS_DIRECTION_REQUESTS: 'directions',
  CALL_CLICKS: 'calls',
  WEBSITE_CLICKS: 'websiteClicks',
  BUSINESS_BOOKINGS: 'bookings',
  BUSINESS_FOOD_MENU_CLICKS: 'menuClicks',
} as const satisfies Record<(typeof DAILY_METRICS)[number], string>);

export type MetricColumn = (typeof COLUMN_OF)[keyof typeof COLUMN_OF];
export const METRIC_COLUMNS = Object.freeze(Object.values(COLUMN_OF));

/** A piece of SQL for each metric, separated by commas; it gets the column’s name as the database has it. */
export function forEachMetric(piece: (name: SQL) => SQL): SQL {
  return sql.join(
    METRIC_COLUMNS.map((column) => piece(sql.raw(`"${metricDays[column].name}"`))),
    sql`, `,
  );
}
