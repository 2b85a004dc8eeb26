import { describe, expect, it } from '@jest/globals';
import { isTimeZone } from '../../../../dist/server/security/time-rules.js';
import { ONE_ZONE_COUNTRIES, regionName, zoneOfPlace } from '../../../../dist/server/zones/place-zone.js';
import {
  PARTED_REGIONS,
  POSTAL_CODE_ZONES,
  REGION_ZONES,
} from '../../../../dist/server/zones/region-zones.js';

const NOWHERE = {
  regionCode: null,
  administrativeArea: null,
  postalCode: null,
  coordinates: null,
  timeZone: null,
};
const zoneIn = (regionCode: string | null, rest: Partial<typeof NOWHERE> | object = {}) =>
  zoneOfPlace({ ...NOWHERE, regionCode, ...rest });
const suggested = (timeZone: string, source: 'region' | 'coordinates', reason: string | null = null) => ({
  timeZone,
  source,
  reason,
});

describe('the time zone of a place', () => {
  it.each([
    ['GB', 'Europe/London'],
    ['IE', 'Europe/Dublin'],
    ['FR', 'Europe/Paris'],
    ['IN', 'Asia/Kolkata'],
    ['JP', 'Asia/Tokyo'],
    ['ZA', 'Africa/Johannesburg'],
    // Zones of their own that keep the same time are one.
    ['DE', 'Europe/Berlin'],
    ['AR', 'America/Argentina/Buenos_Aires'],
    ['MY', 'Asia/Kuala_Lumpur'],
    ['KZ', 'Asia/Almaty'],
    ['PR', 'America/Puerto_Rico'],
  ])('is known in a country with one: %s', (country, timeZone) => {
    expect(zoneIn(country)).toEqual({ timeZone, suggestion: null, choices: [timeZone] });
  });

  it.each([
    'US',
    'CA',
    'BR',
    'MX',
    'AU',
    'RU',
    'ID',
    'CD',
    'MN',
    'ES',
    'PT',
    'EC',
    'CL',
    'NZ',
    'GL',
    'KI',
    'FM',
    'PG',
  ])('is a question in a country with several: %s', (country) => {
    const { timeZone, suggestion, choices } = zoneIn(country);
    expect([timeZone, suggestion]).toEqual([null, null]);
    expect(choices.length).toBeGreaterThan(1);
  });

  it.each([
    ['US', 'CO', 'America/Denver'],
    ['US', 'Washington', 'America/Los_Angeles'],
    ['BR', 'São Paulo', 'America/Sao_Paulo'],
    ['AU', 'qld', 'Australia/Brisbane'],
    ['MX', 'Q.R.', 'America/Cancun'],
    ['ID', 'Bali', 'Asia/Makassar'],
  ])('is suggested by a state that lies in one: %s, %s', (country, administrativeArea, timeZone) => {
    expect(zoneIn(country, { administrativeArea })).toMatchObject({
      timeZone: null,
      suggestion: suggested(timeZone, 'region'),
    });
  });

  it('is not suggested by a state alone in which places keep different times, or by the name of another country’s', () => {
    for (const administrativeArea of ['FL', 'Texas', 'AZ', 'Ontario', 'Jalisco', ''])
      expect(zoneIn('US', { administrativeArea }).suggestion).toBeNull();
  });

  it.each([
    ['AZ', '85001', 'America/Phoenix', null],
    ['Arizona', '86045', 'America/Denver', 'Navajo Nation: keeps daylight saving time'],
    ['OR', '97201', 'America/Los_Angeles', null],
    ['OR', '97914', 'America/Denver', 'Malheur County: Mountain Time'],
    ['TX', '78701', 'America/Chicago', null],
    ['TX', '79901-1234', 'America/Denver', 'Around El Paso: Mountain Time'],
    ['FL', '32801', 'America/New_York', null],
    ['FL', '32502', 'America/Chicago', 'West of the Apalachicola: Central Time'],
    ['FL', '32456', 'America/New_York', null],
  ])(
    'is suggested by the postal code in a state where some places keep another time: %s %s',
    (administrativeArea, postalCode, timeZone, reason) => {
      expect(zoneIn('US', { administrativeArea, postalCode }).suggestion).toEqual(
        suggested(timeZone, 'region', reason),
      );
    },
  );

  it('says why coordinates lead to another one than that of most of the state', () => {
    const ontario = { administrativeArea: 'OR', coordinates: { latitude: 44.03, longitude: -116.96 } };
    expect(zoneIn('US', ontario).suggestion).toEqual(
      suggested('America/Boise', 'coordinates', 'Malheur County: Mountain Time'),
    );
  });

  it('is in a state that has a name, as far as it is known', () => {
    const names = ['AZ', 'Arizona', 'co', 'TN', 'Jalisco', ' ', null].map((administrativeArea) =>
      regionName({ regionCode: 'US', administrativeArea }),
    );
    expect(names).toEqual(['Arizona', 'Arizona', 'Colorado', 'Tennessee', 'Jalisco', null, null]);
  });

  it.each([
    ['ES', '35001', 'Atlantic/Canary'],
    ['ES', '28013', 'Europe/Madrid'],
    ['PT', '9500-150', 'Atlantic/Azores'],
    ['PT', '9000-018', 'Europe/Lisbon'],
    ['PT', '1100-148', 'Europe/Lisbon'],
    ['NZ', '8942', 'Pacific/Chatham'],
    ['NZ', '6011', 'Pacific/Auckland'],
  ])(
    'is suggested by a postal code where islands keep another time: %s, %s',
    (country, postalCode, timeZone) => {
      expect(zoneIn(country, { postalCode }).suggestion).toEqual(suggested(timeZone, 'region'));
    },
  );

  it.each([
    ['FR', '75011', 'Europe/Paris'],
    ['FR', '97400', 'Indian/Reunion'],
    ['FR', '97150', 'America/Guadeloupe'],
    ['FR', '98800', 'Pacific/Noumea'],
    ['DK', '1050', 'Europe/Copenhagen'],
    // Greenland and French Polynesia have several.
    ['DK', '3900', null],
    ['FR', '98713', null],
  ])('is that of the territory which a postal code names: %s, %s', (country, postalCode, timeZone) => {
    expect(zoneIn(country, { postalCode }).timeZone).toBe(timeZone);
  });

  it('is suggested by coordinates before the state, and only within the country', () => {
    const pensacola = { latitude: 30.42, longitude: -87.22 };
    const florida = { administrativeArea: 'FL', coordinates: pensacola };
    expect(zoneIn('US', florida).suggestion).toEqual(
      suggested('America/Chicago', 'coordinates', 'West of the Apalachicola: Central Time'),
    );
    expect(zoneIn('CA', { administrativeArea: 'AB', coordinates: pensacola }).suggestion).toEqual(
      suggested('America/Edmonton', 'region'),
    );
    expect(zoneIn('GB', { coordinates: pensacola }).timeZone).toBe('Europe/London');
  });

  it('is a question without a country, and no coordinates make it fail', () => {
    const coordinates = { latitude: 99, longitude: 999 };
    expect(zoneIn(null)).toEqual({ timeZone: null, suggestion: null, choices: [] });
    expect(zoneIn('XK')).toEqual({ timeZone: null, suggestion: null, choices: [] });
    expect(zoneIn('US', { coordinates }).suggestion).toBeNull();
  });

  it('is always one that this server knows, of the country that it is told of', () => {
    for (const country of ONE_ZONE_COUNTRIES)
      expect([country, isTimeZone(zoneIn(country).timeZone)]).toEqual([country, true]);
    const told = [
      ...Object.entries(REGION_ZONES).flatMap(([country, zones]) =>
        Object.keys(zones).map((timeZone) => [country, timeZone] as const),
      ),
      ...Object.entries(PARTED_REGIONS).flatMap(([country, regions]) =>
        regions.flatMap(({ timeZone: most, apart }) =>
          [...(most === null ? [] : [most]), ...apart.map(({ timeZone }) => timeZone)].map(
            (timeZone) => [country, timeZone] as const,
          ),
        ),
      ),
      ...Object.entries(POSTAL_CODE_ZONES).flatMap(([country, zones]) =>
        zones.map(([, timeZone]) => [country, timeZone] as const),
      ),
    ];
    for (const [country, timeZone] of told)
      expect([country, timeZone, zoneIn(country).choices.includes(timeZone)]).toEqual([
        country,
        timeZone,
        true,
      ]);
  });
});
