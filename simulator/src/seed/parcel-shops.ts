import type { Location } from '../model.js';
import { ACCOUNT_IDS } from './people.js';
import type { CategoryKey } from './categories.js';
import { serviceTypesOf } from './category-details.js';
import { CHRISTMAS, open } from './hours.js';
import { place } from './place.js';
import type { Profile } from './profile-details.js';

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
  const category = pick(CATEGORIES, index);
  const [street, town] = [`${(index % 180) + 1} ${pick(STREETS, index)}`, pick(TOWNS, index)];
  const code = `${prefix}-${String(number).padStart(4, '0')}`;
  return place({
    id,
    accountIds: [accountId],
    title: `Underhay Parcels ${region} ${number}`,
    storeCode: code,
    categories: [category],
    phone: `+44 1632 960${String(index).padStart(3, '0')}`,
    website: `https://underhay-parcels.example.com/${code.toLowerCase()}`,
    address: [street, town, `UP${(index % 89) + 10} ${index % 10}AA`],
    hours: index % 3 === 0 ? LONG_WEEK : WEEK,
    verification: verificationOf(number),
    description: `Drop off and collect parcels at ${street} in ${town}.`,
    ...profileOf(Number(id.slice(-3)), town, category),
  });
}

/** Profiles of several kinds, by a number. */
function profileOf(number: number, town: string, category: CategoryKey): Profile {
  const [service] = serviceTypesOf([category]);
  const pad = (part: number) => String(part).padStart(2, '0');
  return {
    opened: `${2004 + (number % 20)}-${pad((number % 12) + 1)}${number % 2 ? `-${pad((number % 28) + 1)}` : ''}`,
    ...(number % 4 === 0 && { labels: ['parcels', town.toLowerCase()] }),
    ...(number % 2 === 0 && { special: CHRISTMAS }),
    ...(number % 3 === 0 && { moreHours: { PICKUP: open('MONDAY', 'FRIDAY', '07:00-19:00') } }),
    ...(number % 5 === 0 && service && { services: { [service.displayName]: null } }),
    ...(number % 7 === 0 && { latlng: [51 + number / 1000, -2 - number / 1000] }),
  };
}

function verificationOf(number: number): Location['verification'] {
  if (number % 211 === 0) return 'SUSPENDED';
  return number % 97 === 0 ? 'UNVERIFIED' : 'VERIFIED';
}

function pick<T>(list: [T, ...T[]] | T[], index: number): T {
  return list[index % list.length] as T;
}
