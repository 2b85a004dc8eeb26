import type { Location } from '../model.js';
import { ACCOUNT_IDS } from './people.js';
import { open } from './hours.js';
import { place } from './place.js';

/** Town, country, postal code, state or province, and the coordinates where the owner has set them. */
type Town = readonly [
  locality: string,
  regionCode: string,
  postalCode: string,
  administrativeArea?: string,
  latlng?: [latitude: number, longitude: number],
];

/** 26 towns of 20 countries, as Google writes their addresses. Most have no coordinates, as at Google. */
const TOWNS: readonly Town[] = [
  ['Bristol', 'GB', 'BS1 4RB'],
  ['Galway', 'IE', 'H91 K3T5', 'Co. Galway'],
  ['Lisboa', 'PT', '1100-148', 'Lisboa'],
  ['Ponta Delgada', 'PT', '9500-150', 'Açores'],
  ['Madrid', 'ES', '28013', 'Madrid'],
  ['Las Palmas', 'ES', '35001', 'Las Palmas'],
  ['Berlin', 'DE', '10115', 'Berlin'],
  ['Helsinki', 'FI', '00100'],
  ['Athina', 'GR', '105 57'],
  ['İstanbul', 'TR', '34110', 'İstanbul'],
  ['Dubai', 'AE', '', 'Dubai'],
  ['Mumbai', 'IN', '400001', 'Maharashtra'],
  ['Kathmandu', 'NP', '44600'],
  ['Bangkok', 'TH', '10200', 'Krung Thep Maha Nakhon'],
  ['Singapore', 'SG', '018956'],
  ['Denpasar', 'ID', '80112', 'Bali'],
  ['Tokyo', 'JP', '100-0005', 'Tokyo'],
  ['Brisbane', 'AU', '4000', 'QLD'],
  ['Wellington', 'NZ', '6011'],
  ['New York', 'US', '10001', 'NY'],
  ['Pensacola', 'US', '32501', 'FL', [30.4213, -87.2169]],
  ['Orlando', 'US', '32801', 'FL'],
  ['Denver', 'US', '80202', 'CO'],
  ['Toronto', 'CA', 'M5A 3C4', 'ON'],
  ['São Paulo', 'BR', '01001-000', 'SP'],
  ['Cancún', 'MX', '77500', 'Q.R.'],
];
const COUNT = 500;
const WEEK = open('MONDAY', 'FRIDAY', '09:00-18:00');

/** A chain of 500 desks all over the world. */
export function placesOfMirela(): Location[] {
  return Array.from({ length: COUNT }, (_, index) => travelDesk(index));
}

function travelDesk(index: number): Location {
  const [locality, regionCode, postalCode, administrativeArea, latlng] = TOWNS[index % TOWNS.length]!;
  const number = Math.floor(index / TOWNS.length) + 1;
  const code = `TD-${String(index + 1).padStart(3, '0')}`;
  return place({
    id: String(4_400_000_001 + index),
    accountIds: [ACCOUNT_IDS.desks],
    title: `Fairlead Travel ${locality} ${number}`,
    storeCode: code,
    categories: ['travel_agency'],
    website: `https://fairlead-travel.example.com/${code.toLowerCase()}`,
    address: [`${number} Station Road`, locality, postalCode, administrativeArea],
    regionCode,
    hours: WEEK,
    description: `Flights, trains and rooms, booked in person in ${locality}.`,
    opened: '2016-04-01',
    labels: ['travel', regionCode.toLowerCase()],
    ...(latlng && { latlng }),
  });
}
