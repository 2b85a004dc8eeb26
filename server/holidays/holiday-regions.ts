import { frozen } from '../config/frozen.js';
import { TERRITORIES } from '../zones/region-zones.js';
import { toSearchText } from '../business-profile/port/search-text.js';
import type { PlaceOnMap } from '../business-profile/port/location.js';

/** Where holidays are kept: a country, and the part of it that has some of its own. */
export interface HolidayRegion {
  /** ISO 3166-1; null: not known. */
  country: string | null;
  /** As `date-holidays` calls it; null: not known, or holidays are the same in the whole country. */
  region: string | null;
  /** Whether all holidays there are known: else only those of the whole country are. */
  isWhole: boolean;
}

/** The parts of a country that have holidays of their own, by their code, each with its names. */
export type RegionNames = Readonly<Record<string, readonly string[]>>;

type PostalCodes = readonly (readonly [RegExp, string])[];

/**
 * Countries whose addresses have no state, or one that keeps no holidays (a province of Spain), by how the postal code
 * begins; the first that fits.
 */
const BY_POSTAL_CODE: Readonly<Record<string, PostalCodes>> = frozen({
  // England and Wales keep the same holidays. Around Berwick and Cornhill the codes of Scotland are mostly English.
  GB: [
    [/^BT/i, 'NIR'],
    [/^TD(12|15)/i, 'ENG'],
    [/^(AB|DD|DG|EH|FK|G\d|HS|IV|K[AWY]|ML|PA|PH|TD|ZE)/i, 'SCT'],
    [/^[A-Z]/i, 'ENG'],
  ],
  FR: [
    [/^57/, '57'],
    [/^67/, '67'],
    [/^68/, '68'],
    [/^\d{5}$/, ''],
  ],
  ES: [
    [/^(04|11|14|18|21|23|29|41)/, 'AN'],
    [/^(22|44|50)/, 'AR'],
    [/^33/, 'AS'],
    [/^39/, 'CB'],
    [/^51/, 'CE'],
    [/^(05|09|24|34|37|40|42|47|49)/, 'CL'],
    [/^(02|13|16|19|45)/, 'CM'],
    [/^(35|38)/, 'CN'],
    [/^(08|17|25|43)/, 'CT'],
    [/^(06|10)/, 'EX'],
    [/^(15|27|32|36)/, 'GA'],
    [/^07/, 'IB'],
    [/^30/, 'MC'],
    [/^28/, 'MD'],
    [/^52/, 'ML'],
    [/^31/, 'NC'],
    [/^(01|20|48)/, 'PV'],
    [/^26/, 'RI'],
    [/^(03|12|46)/, 'VC'],
  ],
});

/** Names of states in English that `date-holidays` does not have. */
const MORE_NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = frozen({
  DE: {
    BY: 'Bavaria',
    HE: 'Hesse',
    MV: 'Mecklenburg-Western Pomerania',
    NI: 'Lower Saxony',
    NW: 'North Rhine-Westphalia',
    RP: 'Rhineland-Palatinate',
    SN: 'Saxony',
    ST: 'Saxony-Anhalt',
    TH: 'Thuringia',
  },
});

/** What stands before the name of a state and is left out of many addresses. */
const GENERIC =
  /^(kanton|canton|cantone|hansestadt|freie und hansestadt|freistaat|land|state|province|comunidad( foral| autonoma)?)( (of|de|di|du|d))? /;

/**
 * Where the holidays of an address are kept.
 * @param regionsOf the parts of a country that have holidays of their own; undefined: nothing is known of the country
 */
export function holidayRegionOf(
  { regionCode, administrativeArea, postalCode }: Omit<PlaceOnMap, 'coordinates' | 'timeZone'>,
  regionsOf: (country: string) => RegionNames | undefined,
): HolidayRegion {
  const code = postalCode?.trim() ?? '';
  const territory = TERRITORIES[regionCode ?? '']?.find(([pattern]) => pattern.test(code))?.[1];
  const country = territory ?? regionCode;
  const regions = country === null ? undefined : regionsOf(country);
  if (country === null || regions === undefined) return { country, region: null, isWhole: false };
  if (Object.keys(regions).length === 0) return { country, region: null, isWhole: true };
  const byCode = BY_POSTAL_CODE[country]?.find(([pattern]) => pattern.test(code))?.[1];
  if (byCode === '') return { country, region: null, isWhole: true };
  const region = byCode ?? named(country, administrativeArea ?? '', regions);
  return { country, region: region ?? null, isWhole: region !== undefined };
}

/** The region that an address names by its code, alone or after that of the country, or by one of its names. */
function named(country: string, area: string, regions: RegionNames): string | undefined {
  const wanted = plain(area);
  if (wanted === '') return undefined;
  const more = MORE_NAMES[country] ?? {};
  return Object.keys(regions).find((code) =>
    [code, `${country}-${code}`, ...(regions[code] ?? []), more[code] ?? code].some(
      (name) => plain(name) === wanted,
    ),
  );
}

function plain(name: string): string {
  return toSearchText(name).replace(GENERIC, '');
}
