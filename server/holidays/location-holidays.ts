import { dayAfter } from '../config/days.js';
import { toWallText } from '../config/wall-time.js';
import type { SpecialPeriod } from '../business-profile/port/location.js';
import type { LocationZone } from '../zones/location-zones.js';
import type { HolidayRowDto } from './holiday.dto.js';
import type { HolidayPlace } from './holiday-places.js';
import type { HolidayRegion } from './holiday-regions.js';
import type { HolidayCalendar } from './public-holidays.js';
import { answerOf } from './usual-hours.js';

/** How many days ahead holidays are shown, today included. */
const DAYS_AHEAD = 90;
const UTC = 'UTC';

/** The days ahead of a location, by its own calendar: a day that has passed there is none of them. */
export class LocationHolidays {
  readonly region: HolidayRegion;
  /** The names of its public holidays by day, in their order. */
  readonly holidays: ReadonlyMap<string, string>;
  /** The added dates that have not passed there. */
  readonly added: readonly string[];
  private readonly range: { from: string; to: string };
  private readonly special = new Map<string, SpecialPeriod[]>();

  /** @param zone undefined: not known, which counts as UTC */
  constructor(
    readonly place: HolidayPlace,
    zone: LocationZone | undefined,
    calendar: HolidayCalendar,
    now: Date,
    added: readonly string[],
  ) {
    const timeZone = zone?.timeZone ?? zone?.suggestion?.timeZone ?? zone?.choices[0] ?? UTC;
    const today = toWallText(now, timeZone).slice(0, 10);
    this.range = { from: today, to: dayAfter(today, DAYS_AHEAD - 1) };
    this.region = calendar.regionOf(place.place);
    this.holidays = new Map(
      calendar.between(this.region, this.range).map(({ date, name }) => [date, name] as const),
    );
    this.added = added.filter((date) => date >= today);
    for (const period of place.specialHours?.periods ?? [])
      this.special.set(period.date, [...(this.special.get(period.date) ?? []), period]);
  }

  /** Its special hours of a day. */
  specialOn(date: string): SpecialPeriod[] {
    return this.special.get(date) ?? [];
  }

  /** Its public holidays and the added dates, in their order. */
  get asked(): string[] {
    return [...new Set([...this.holidays.keys(), ...this.added])].sort();
  }

  /** The days to show, in their order. */
  get days(): string[] {
    const { from, to } = this.range;
    const withHours = [...this.special.keys()].filter((date) => date >= from && date <= to);
    return [...new Set([...this.asked, ...withHours])].sort();
  }
}

/** The row of a location. */
export function toRow(location: LocationHolidays): HolidayRowDto {
  const { id, name, storeCode, regularHours } = location.place;
  return {
    locationId: id,
    locationName: name,
    storeCode,
    country: location.place.place.regionCode,
    isRegionKnown: location.region.isWhole,
    takesSpecialHours: regularHours !== null,
    days: location.days.map((date) => {
      const periods = location.specialOn(date);
      const holiday = location.holidays.get(date) ?? null;
      return { date, holiday, answer: answerOf(periods, regularHours, date), periods };
    }),
  };
}
