import type { AccountCounts, BusinessAccount } from '../../port/business-profile-provider.js';
import { DAYS, type Location, type OpeningPeriod } from '../../port/location.js';
import type { CategoryKey } from './sample-categories.js';

/** A location in the form of the sample files. */
interface SampleLocation extends Omit<
  Location,
  | 'accountId'
  | 'categories'
  | 'openStatus'
  | 'photos'
  | 'regularHours'
  | 'pendingFields'
  | 'isAddressEditable'
  | 'editUrl'
  | 'mapsUrl'
> {
  categories: CategoryKey[];
  /** Null: hours not set. */
  hours: OpeningPeriod[] | null;
}

/** An account with its locations, in the form of the sample files. */
export interface SampleAccount extends Omit<BusinessAccount, keyof AccountCounts | 'profilePhotoUrl'> {
  locations: SampleLocation[];
}

/**
 * Opening periods that are the same on each day from the first to the last.
 * @param spans `HH:mm-HH:mm`, one or several a day; one that ends no later than it starts closes on the next day.
 */
export function open(
  first: OpeningPeriod['openDay'],
  last: OpeningPeriod['openDay'],
  ...spans: `${string}-${string}`[]
): OpeningPeriod[] {
  return DAYS.slice(DAYS.indexOf(first), DAYS.indexOf(last) + 1).flatMap((openDay) =>
    spans.map((span) => {
      const [openTime = '', closeTime = ''] = span.split('-');
      return { openDay, openTime, closeDay: closeTime > openTime ? openDay : dayAfter(openDay), closeTime };
    }),
  );
}

function dayAfter(day: OpeningPeriod['openDay']): OpeningPeriod['openDay'] {
  return DAYS[DAYS.indexOf(day) + 1] ?? DAYS[0];
}
