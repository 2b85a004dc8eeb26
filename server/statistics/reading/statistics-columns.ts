import { sql, type SQL } from 'drizzle-orm';
import { statisticsDays } from '../../database/statistics.schema.js';
import type { DAILY_METRICS } from '../../business-profile/translation/google-types.js';

/** The column of `metric_days` for each of Google’s metrics. Their order is that of the bits of `metric_weeks.known`. */
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

export type StatisticsColumn = (typeof COLUMN_OF)[keyof typeof COLUMN_OF];
export const STATISTICS_COLUMNS = Object.freeze(Object.values(COLUMN_OF));

/** A column’s names in SQL: its own, that of `metric_totals` for the number of locations, and one for the difference. */
export interface ColumnNames {
  name: SQL;
  known: SQL;
  delta: SQL;
}

/** A piece of SQL for each column, separated by commas. */
export function forEachColumn(piece: (names: ColumnNames) => SQL): SQL {
  return sql.join(
    STATISTICS_COLUMNS.map((column) => {
      const { name } = statisticsDays[column];
      const named = (suffix: string) => sql.raw(`"${name}${suffix}"`);
      return piece({ name: named(''), known: named('_known'), delta: named('_delta') });
    }),
    sql`, `,
  );
}
