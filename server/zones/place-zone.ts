import tzLookup from '@photostructure/tz-lookup';
import { rawTimeZones } from '@vvo/tzdb';
import { toSearchText } from '../business-profile/port/search-text.js';
import type { PlaceOnMap } from '../business-profile/port/location.js';
import { POSTAL_CODE_ZONES, REGION_ZONES, TERRITORIES } from './region-zones.js';

/** What an address says of the time zone of a place. */
export interface PlaceZone {
  /** IANA name; null where the country has several zones, or is not known. */
  timeZone: string | null;
  /** What a person is asked to confirm. Never a zone outside the country. */
  suggestion: { timeZone: string; source: SuggestionSource } | null;
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

/** By country: the zone of a state or province, by its code or name in the form that searches compare. */
const REGIONS: ReadonlyMap<string, ReadonlyMap<string, string>> = readRegions();

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
  const found = coordinates && lookUp(coordinates);
  if (found && zones.some((names) => names.includes(found)))
    return { timeZone: null, suggestion: { timeZone: found, source: 'coordinates' }, choices };
  const ofRegion =
    REGIONS.get(country)?.get(toSearchText(administrativeArea ?? '')) ??
    fitting(POSTAL_CODE_ZONES, country, postalCode);
  return {
    timeZone: null,
    suggestion: ofRegion === undefined ? null : { timeZone: ofRegion, source: 'region' },
    choices,
  };
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

function readRegions(): Map<string, Map<string, string>> {
  return new Map(
    Object.entries(REGION_ZONES).map(([country, zones]) => [
      country,
      new Map(
        Object.entries(zones).flatMap(([timeZone, regions]) =>
          regions.flatMap((region) => {
            const [code = '', ...name] = region.split(' ');
            return [code, name.join(' ')].map((text) => [toSearchText(text), timeZone] as const);
          }),
        ),
      ),
    ]),
  );
}
