import type { Location } from '../model.js';
import { ACCOUNT_IDS } from './people.js';
import type { CategoryKey } from './categories.js';
import { open, place } from './place.js';

const GROUPS = [
  { accountId: ACCOUNT_IDS.parcelsNorth, prefix: 'N', region: 'North', firstId: 4_300_001_000 },
  { accountId: ACCOUNT_IDS.parcelsSouth, prefix: 'S', region: 'South', firstId: 4_300_002_000 },
  { accountId: ACCOUNT_IDS.parcelsWest, prefix: 'W', region: 'West', firstId: 4_300_003_000 },
];
const PLACES_EACH = 1000;
const STREETS = [
  'Foundry Lane',
  'Canal Street',
  'Orchard Way',
  'Bridge Road',
  'Chapel Hill',
  'Mill Walk',
  'Park Row',
];
const TOWNS = [
  'Hollowford',
  'Saltmere',
  'Wexcombe',
  'Thornley Cross',
  'Ashmoor',
  'Little Denby',
  'Brackwater',
];
const CATEGORIES: CategoryKey[] = ['courier_service', 'shipping_and_mailing_service', 'stationery_store'];
const WEEK = open('MONDAY', 'FRIDAY', '08:00-18:00');
const LONG_WEEK = [...open('MONDAY', 'SATURDAY', '07:00-20:00'), ...open('SUNDAY', 'SUNDAY', '09:00-16:00')];

/** Three groups of a thousand parcel shops each. */
export function placesOfCasimir(): Location[] {
  return GROUPS.flatMap((group) =>
    Array.from({ length: PLACES_EACH }, (_, index) =>
      parcelShop(group, index, String(group.firstId + index + 1)),
    ),
  );
}

/** A shop of a chain, by its number from 0. */
export function parcelShop(
  { accountId, prefix, region }: { accountId: string; prefix: string; region: string },
  index: number,
  id: string,
): Location {
  const number = index + 1;
  const code = `${prefix}-${String(number).padStart(4, '0')}`;
  return place({
    id,
    accountIds: [accountId],
    title: `Underhay Parcels ${region} ${number}`,
    storeCode: code,
    categories: [pick(CATEGORIES, index)],
    phone: `+44 1632 960${String(index).padStart(3, '0')}`,
    website: `https://underhay-parcels.example.com/${code.toLowerCase()}`,
    address: [
      `${(index % 180) + 1} ${pick(STREETS, index)}`,
      pick(TOWNS, index),
      `UP${(index % 89) + 10} ${index % 10}AA`,
    ],
    hours: index % 3 === 0 ? LONG_WEEK : WEEK,
    verification: verificationOf(number),
  });
}

function verificationOf(number: number): Location['verification'] {
  if (number % 211 === 0) return 'SUSPENDED';
  return number % 97 === 0 ? 'UNVERIFIED' : 'VERIFIED';
}

function pick<T>(list: [T, ...T[]] | T[], index: number): T {
  return list[index % list.length] as T;
}
