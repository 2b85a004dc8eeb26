import tzLookup from '@photostructure/tz-lookup';
import { rawTimeZones } from '@vvo/tzdb';
import { toSearchText } from '../business-profile/port/search-text.js';
import type { PlaceOnMap } from '../business-profile/port/location.js';
import {
  PARTED_REGIONS,
  type PartedRegion,
  POSTAL_CODE_ZONES,
  REGION_ZONES,
  TERRITORIES,
} from './region-zones.js';

/** A time zone that is likely. */
interface ZoneSuggestion {
  timeZone: string;
  source: SuggestionSource;
  /** Why it is another one than that of most places of its state, in a few words; null: it is the same, or that is not known. */
  reason: string | null;
}

/** What an address says of the time zone of a place. */
export interface PlaceZone {
  /** IANA name; null where the country has several zones, or is not known. */
  timeZone: string | null;
  /** What a person is asked to confirm. Never a zone outside the country. */
  suggestion: ZoneSuggestion | null;
  /** The zones of the country, one name for those that keep the same time; empty where the country is not known. */
  choices: readonly string[];
}

export const SUGGESTION_SOURCES = Object.freeze(['region', 'coordinates'] as const);
type SuggestionSource = (typeof SUGGESTION_SOURCES)[number];

/** By country: the names of zones that keep the same time, the best known first. */
const COUNTRY_ZONES: ReadonlyMap<string, readonly (readonly string[])[]> = readCountryZones();

/** Countries in which every place keeps the same time, by ISO 3166-1 code. */
export const ONE_ZONE_COUNTRIES: readonly string[] = Object.freeze(
  [...COUNTRY_ZONES].filter(([, zones]) => zones.length === 1).map(([code]) => code),
);

/** A state or province as the tables have it. */
interface Region extends Pick<PartedRegion, 'timeZone' | 'apart'> {
  name: string;
}

/** By country: its states and provinces, by code and by name in the form that searches compare. */
const REGIONS: ReadonlyMap<string, ReadonlyMap<string, Region>> = readRegions();

/**
 * The time zone of a place from its address: known where its country has one, else at most suggested. Coordinates count
 * where they lead to a zone of the country (`@photostructure/tz-lookup` is wrong near borders), and before the region.
 */
export function zoneOfPlace({
  regionCode,
  administrativeArea,
  postalCode,
  coordinates,
}: PlaceOnMap): PlaceZone {
  const country = fitting(TERRITORIES, regionCode, postalCode) ?? regionCode ?? '';
  const zones = COUNTRY_ZONES.get(country) ?? [];
  const choices = zones.flatMap(([name]) => name ?? []);
  if (choices.length === 1) return { timeZone: choices[0]!, suggestion: null, choices };
  const region = regionOf(country, administrativeArea);
  const suggest = (timeZone: string, source: SuggestionSource): PlaceZone => ({
    timeZone: null,
    suggestion: { timeZone, source, reason: reasonIn(region, timeZone, zones) },
    choices,
  });
  const found = coordinates && lookUp(coordinates);
  if (found && zones.some((names) => names.includes(found))) return suggest(found, 'coordinates');
  const ofRegion = zoneIn(region, postalCode) ?? fitting(POSTAL_CODE_ZONES, country, postalCode);
  return ofRegion === undefined ? { timeZone: null, suggestion: null, choices } : suggest(ofRegion, 'region');
}

/** The name of the state or province of an address, which may have its code; as it stands there where neither is known. */
export function regionName({
  regionCode,
  administrativeArea,
}: Pick<PlaceOnMap, 'regionCode' | 'administrativeArea'>): string | null {
  return regionOf(regionCode ?? '', administrativeArea)?.name ?? (administrativeArea?.trim() || null);
}

function regionOf(country: string, administrativeArea: string | null): Region | undefined {
  return REGIONS.get(country)?.get(toSearchText(administrativeArea ?? ''));
}

/** The zone of a place in a region; where not all places keep the same time, by its postal code alone. */
function zoneIn(region: Region | undefined, postalCode: string | null): string | undefined {
  if (!region || (region.apart.length > 0 && !postalCode)) return undefined;
  const apart = region.apart.find(({ postalCodes }) => postalCodes.test(postalCode ?? ''));
  return apart?.timeZone ?? region.timeZone ?? undefined;
}

/** Why a zone is not that of most places of the region. @param zones those of the country, each with all its names */
function reasonIn(
  region: Region | undefined,
  timeZone: string,
  zones: readonly (readonly string[])[],
): string | null {
  const names = zones.find((each) => each.includes(timeZone)) ?? [timeZone];
  if (!region?.timeZone || names.includes(region.timeZone)) return null;
  return region.apart.find((apart) => names.includes(apart.timeZone))?.why ?? null;
}

/** What a table has for a postal code of a country. */
function fitting(
  table: Readonly<Record<string, readonly (readonly [RegExp, string])[]>>,
  country: string | null,
  postalCode: string | null,
): string | undefined {
  return table[country ?? '']?.find(([pattern]) => pattern.test(postalCode ?? ''))?.[1];
}

/** Undefined where the coordinates are none. */
function lookUp({ latitude, longitude }: NonNullable<PlaceOnMap['coordinates']>): string | undefined {
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isOnEarth ? tzLookup(latitude, longitude) : undefined;
}

function readCountryZones(): Map<string, string[][]> {
  const all = new Map<string, string[][]>();
  for (const { countryCode, name, group } of rawTimeZones) {
    const names = [name, ...group.filter((other) => other !== name)];
    all.set(countryCode, [...(all.get(countryCode) ?? []), names]);
  }
  return all;
}

function readRegions(): Map<string, Map<string, Region>> {
  const steady = Object.entries(REGION_ZONES).map(([country, zones]) => {
    const regions = Object.entries(zones).flatMap(([timeZone, named]) =>
      named.map((region): PartedRegion => ({ region, timeZone, apart: [] })),
    );
    return [country, regions] as const;
  });
  const all = new Map<string, Map<string, Region>>();
  for (const [country, regions] of [...steady, ...Object.entries(PARTED_REGIONS)]) {
    const known = all.get(country) ?? new Map<string, Region>();
    all.set(country, known);
    for (const { region, ...rest } of regions) {
      const [code = '', ...words] = region.split(' ');
      const name = words.join(' ');
      for (const text of [code, name]) known.set(toSearchText(text), { ...rest, name });
    }
  }
  return all;
}
