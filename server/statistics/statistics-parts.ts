import type { StatisticsColumn } from './reading/statistics-columns.js';
import { frozen } from '../config/frozen.js';

/** Our statistics, each with the columns of Google’s metrics that it adds up. Google counts a person once a day for each of these. */
export const PARTS = frozen({
  IMPRESSIONS: ['desktopMaps', 'desktopSearch', 'mobileMaps', 'mobileSearch'],
  IMPRESSIONS_SEARCH: ['desktopSearch', 'mobileSearch'],
  IMPRESSIONS_MAPS: ['desktopMaps', 'mobileMaps'],
  IMPRESSIONS_DESKTOP: ['desktopMaps', 'desktopSearch'],
  IMPRESSIONS_MOBILE: ['mobileMaps', 'mobileSearch'],
  CALLS: ['calls'],
  WEBSITE_CLICKS: ['websiteClicks'],
  DIRECTIONS: ['directions'],
  BOOKINGS: ['bookings'],
  FOOD_MENU_CLICKS: ['menuClicks'],
} as const satisfies Record<string, readonly StatisticsColumn[]>);

export type Statistic = keyof typeof PARTS;
export const STATISTICS = Object.freeze(Object.keys(PARTS) as Statistic[]);
