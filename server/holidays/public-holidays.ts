import { Injectable } from '@nestjs/common';
import type Holidays from 'date-holidays';
import { LRUCache } from 'lru-cache';
import { dayAfter, type DayRange } from '../config/days.js';
import { frozen } from '../config/frozen.js';
import type { PlaceOnMap } from '../business-profile/port/location.js';
import { type HolidayRegion, holidayRegionOf, type RegionNames } from './holiday-regions.js';

/** A day on which a country or a part of it has a public holiday. */
export interface PublicHoliday {
  /** `YYYY-MM-DD` */
  date: string;
  /** In English, where it has an English name. */
  name: string;
}

/**
 * Days that `date-holidays` 3.37.0 does not have, each with the source that has it. `rule`: every year, or a day of one.
 */
const ADDED = frozen([
  {
    country: 'CA',
    region: 'BC',
    rule: '09-30',
    name: 'National Day for Truth and Reconciliation',
    source: 'National Day for Truth and Reconciliation Act of British Columbia, 2023',
  },
  {
    country: 'US',
    region: null,
    rule: '2028-11-10',
    name: 'Veterans Day (substitute day)',
    source: '5 U.S.C. 6103(b): a holiday on a Saturday is kept on the Friday before',
  },
] as const);

/** How many years of regions are kept: about 15 days each. A chain has locations in some tens of regions. */
const MAX_YEARS = 400;
const ENGLISH = 'en';
const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;

/** The holidays of all countries. Its methods do not wait: it has everything in memory. */
export class HolidayCalendar {
  private readonly years = new LRUCache<string, readonly PublicHoliday[]>({ max: MAX_YEARS });
  private readonly regions = new Map<string, RegionNames | undefined>();
  private readonly countries: ReadonlySet<string>;

  /** @param data the class of the package, with its data */
  constructor(private readonly data: typeof Holidays) {
    this.countries = new Set(Object.keys(new data().getCountries()));
  }

  /** Where the holidays of an address are kept. */
  regionOf(place: Omit<PlaceOnMap, 'coordinates' | 'timeZone'>): HolidayRegion {
    return holidayRegionOf(place, (country) => this.regionsOf(country));
  }

  /** The public holidays of a region in their order, each day once; none where the country is not known. */
  between({ country, region }: HolidayRegion, { from, to }: DayRange): PublicHoliday[] {
    if (country === null || !this.countries.has(country)) return [];
    const holidays: PublicHoliday[] = [];
    // A holiday of several days may begin in the year before.
    for (let year = Number(from.slice(0, 4)) - 1; year <= Number(to.slice(0, 4)); year++)
      holidays.push(...this.yearOf(country, region, year));
    const days = new Map<string, PublicHoliday>();
    for (const each of holidays)
      if (each.date >= from && each.date <= to && !days.has(each.date)) days.set(each.date, each);
    return [...days.values()].sort((a, b) => a.date.localeCompare(b.date));
  }

  private yearOf(country: string, region: string | null, year: number): readonly PublicHoliday[] {
    const key = `${country} ${region ?? ''} ${year}`;
    const known = this.years.get(key);
    if (known) return known;
    const holidays = this.of(country, region);
    for (const added of ADDED)
      if (added.country === country && (added.region === null || added.region === region))
        holidays.setHoliday(added.rule, { name: { [ENGLISH]: added.name }, type: 'public' });
    const found = holidays
      .getHolidays(year, ENGLISH)
      .filter(({ type }) => type === 'public')
      .flatMap(({ date, name, start, end }) => {
        // A half day is a day of its own; of a longer holiday that begins at noon or in the evening, the whole days.
        const hours = Math.round((end.getTime() - start.getTime()) / HOUR_MS) + 1;
        const days = Math.max(1, Math.floor(hours / DAY_HOURS));
        return Array.from({ length: days }, (_, index) => ({
          date: dayAfter(date.slice(0, 10), index),
          name,
        }));
      });
    this.years.set(key, found);
    return found;
  }

  private regionsOf(country: string): RegionNames | undefined {
    if (!this.countries.has(country)) return undefined;
    if (!this.regions.has(country)) this.regions.set(country, this.readRegions(country));
    return this.regions.get(country);
  }

  private readRegions(country: string): RegionNames {
    const holidays = this.of(country, null);
    const names: Record<string, string[]> = {};
    for (const language of new Set([ENGLISH, ...holidays.getLanguages()]))
      for (const [code, name] of Object.entries(holidays.getStates(country, language) ?? {}))
        (names[code] ??= []).push(name);
    return names;
  }

  private of(country: string, region: string | null): Holidays {
    const Data = this.data;
    return region === null ? new Data(country) : new Data(country, region);
  }
}

/**
 * The calendar of public holidays (`date-holidays`, offline). It is loaded when it is first needed: its data is about 40 MB in
 * memory, of which most servers need none.
 */
@Injectable()
export class PublicHolidays {
  private calendar: Promise<HolidayCalendar> | undefined;

  /** Loads the data once, in about 0.2 s. */
  load(): Promise<HolidayCalendar> {
    this.calendar ??= import('date-holidays').then(({ default: data }) => new HolidayCalendar(data));
    return this.calendar;
  }
}
