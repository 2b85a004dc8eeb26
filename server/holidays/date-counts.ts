import type { HolidayDateDto, HolidayDatesDto } from './holiday.dto.js';
import type { LocationHolidays } from './location-holidays.js';

interface Counted {
  names: Map<string, number>;
  locations: number;
  notSaid: number;
}

/** Counts, by date, how many locations have said what they do. */
export class DateCounts {
  private readonly dates = new Map<string, Counted>();
  private locations = 0;
  private regionUnknown = 0;

  /** @param added the dates that count for all locations */
  constructor(private readonly added: readonly string[]) {}

  add(location: LocationHolidays): void {
    this.locations += 1;
    if (!location.region.isWhole) this.regionUnknown += 1;
    for (const date of location.asked) {
      const counted = this.dates.get(date) ?? { names: new Map<string, number>(), locations: 0, notSaid: 0 };
      this.dates.set(date, counted);
      counted.locations += 1;
      if (location.specialOn(date).length === 0) counted.notSaid += 1;
      const name = location.holidays.get(date);
      if (name !== undefined) counted.names.set(name, (counted.names.get(name) ?? 0) + 1);
    }
  }

  result(): Omit<HolidayDatesDto, 'countries'> {
    const items = [...this.dates]
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([date, { names, locations, notSaid }]): HolidayDateDto => ({
        date,
        names: [...names].sort(([, one], [, other]) => other - one).map(([name]) => name),
        isAdded: this.added.includes(date),
        locations,
        notSaid,
      }));
    const notSaid = items.reduce((sum, item) => sum + item.notSaid, 0);
    return { items, locations: this.locations, notSaid, regionUnknown: this.regionUnknown };
  }
}
