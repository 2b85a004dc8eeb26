import { ACCOUNT_IDS } from './people.js';
import type { Location } from '../model.js';
import { frozen, open } from './place.js';
import { typesFor, withDetails, type Profile } from './profile-details.js';

const CHRISTMAS = frozen(['2026-12-24 09:00-13:00', '2026-12-25', '2026-12-26', '2027-01-01']);

/** The profiles by the id of the location. */
const PROFILES: Readonly<Record<string, Profile>> = frozen({
  '4200000000000000101': {
    services: { Commissions: null, 'Firing service': 24 },
    latlng: [51.4312, -2.1907],
    attributes: {
      has_wheelchair_accessible_entrance: true,
      url_instagram: 'https://instagram.com/okonjo.ceramics',
    },
  },
  '4200000000000000102': {
    description: 'Tuning and repair of uprights and grands, in Wexcombe and the villages around it.',
    opened: '2015-02',
    labels: ['mobile'],
    services: { 'Piano tuning': 75, 'Piano repair': null, Voicing: 120 },
    attributes: { requires_appointments: true },
  },
  '4200000000000000103': {
    opened: '2009-03-14',
    labels: ['flagship', 'bakery'],
    moreHours: {
      BREAKFAST: open('MONDAY', 'SATURDAY', '07:00-10:30'),
      DELIVERY: open('MONDAY', 'FRIDAY', '06:00-09:00'),
    },
    services: { 'Birthday cakes': 35, 'Wedding cakes': null },
    latlng: [51.4301, -2.1884],
  },
  '4200000000000000104': {
    description: 'Bread from our own ovens, and coffee at the water’s edge.',
    opened: '2014-06',
    labels: ['bakery'],
    special: [...CHRISTMAS],
    attributes: { has_seating_outdoors: true, wi_fi: 'free_wi_fi' },
  },
  '4200000000000000105': {
    description: 'Rolls, sandwiches and coffee for the train.',
    special: ['2026-12-25', '2026-12-26'],
    moreHours: { TAKEOUT: open('MONDAY', 'FRIDAY', '06:30-18:30') },
  },
  '4200000000000000106': {
    description: 'Pizza from a wood-fired oven, and drinks until late.',
    opened: '2018-10-05',
    special: ['2026-12-24', '2026-12-25', '2026-12-31 18:00-04:00'],
    moreHours: {
      KITCHEN: open('WEDNESDAY', 'SUNDAY', '18:00-23:00'),
      HAPPY_HOUR: open('WEDNESDAY', 'FRIDAY', '18:00-19:30'),
    },
    ownServices: { 'Private parties': 'The whole house on a Monday or Tuesday, for up to 60 guests.' },
    attributes: { serves_alcohol: true, meal_types_served: ['dinner'] },
  },
  '4200000000000000107': {
    description: 'Storage units from 25 to 300 square feet, with access around the clock.',
    opened: '2003-05',
    morePhones: ['+1 503-555-0117'],
    moreHours: { ACCESS: open('MONDAY', 'SUNDAY', '00:00-24:00') },
    services: { 'Boat storage': null, 'Vehicle storage': null },
    latlng: [45.6102, -123.9441],
  },
  '4200000000000000108': { opened: '1998-04-01', labels: ['lodging'] },
  '4200000000000000201': {
    description: 'New bicycles for every day, and rental by the day or week.',
    opened: '1987-04',
    labels: ['cycles', 'rental'],
    morePhones: ['+44 1632 960311'],
    special: [...CHRISTMAS],
    moreHours: { PICKUP: open('MONDAY', 'SATURDAY', '08:30-18:30') },
    services: { 'Bike fitting': 60, 'Day rental': 18 },
    latlng: [52.0733, -1.4419],
  },
  '4200000000000000202': {
    description: 'Repairs while you wait, and full services within three days.',
    labels: ['cycles'],
    services: { 'Puncture repair': 12, 'Full service': 85, 'Wheel truing': 20 },
    ownServices: {
      'Courier contracts': 'Fleets of five bicycles and more, with a loan bicycle during repairs.',
    },
  },
  '4200000000000000203': { description: 'Two centuries of bicycles in an old mill.', opened: '2001-07-21' },
  '4200000000000000204': {
    description: 'New and second-hand books by the river, with a room for readings.',
    opened: '1974-11',
    special: ['2026-12-24 10:00-15:00', '2026-12-25', '2026-12-26', '2026-12-27 12:00-16:00'],
    services: { 'Book ordering': null, 'Gift wrapping': 2 },
    attributes: { has_restroom: true, welcomes_dogs: true },
  },
  '4200000000000000205': { services: { 'Bouquet delivery': 6, 'Wedding flowers': null } },
  '4200000000000000301': {
    description: 'Rope, paint, oilskins and everything else that a boat needs.',
    opened: '1931-03',
    labels: ['chandlery', 'saltmere'],
    morePhones: ['+44 1632 960411', '+44 1632 960421'],
    special: [...CHRISTMAS],
    moreHours: { PICKUP: open('MONDAY', 'SATURDAY', '07:00-18:00') },
    services: { 'Key cutting': 8, 'Paint mixing': null, 'Tool hire': 15 },
    ownServices: { 'Rigging check': 'Standing and running rigging, at your mooring.' },
    visits: ['Saltmere', 'Wexcombe'],
    latlng: [50.7184, -3.5339],
    attributes: { has_delivery: true, pay_credit_card_types_accepted: ['mastercard', 'visa'] },
  },
  '4200000000000000302': {
    description: 'Ice, bait and small spares beside the slipway, from Easter to October.',
    opened: '2016-03-26',
    labels: ['chandlery', 'saltmere'],
  },
  '4200000000000000303': {
    description: 'Presents made of old sails.',
    opened: '2019-05',
    special: ['2026-12-25', '2026-12-31 10:00-14:00', '2027-01-01'],
    services: { Engraving: 10, 'Gift wrapping': null },
  },
  '4200000000000000304': { labels: ['closed'] },
  '4200000000000000305': {
    description: 'Units for boats, trailers and winter gear, in the old customs house.',
    opened: '2008-09-01',
    moreHours: { ACCESS: open('MONDAY', 'SUNDAY', '06:00-22:00') },
    services: { 'Boat storage': null, 'Vehicle storage': 55 },
  },
  '4200000000000000306': { description: 'Frames for pictures, mirrors and samplers.', opened: '2012-02' },
  '4200000000000000307': {
    opened: '1999-05-01',
    labels: ['saltmere', 'seasonal'],
    morePhones: ['+44 1632 960417'],
    special: ['2026-12-19 11:00-18:00', '2026-12-20 11:00-18:00', '2026-12-25'],
    moreHours: {
      BRUNCH: open('SATURDAY', 'SUNDAY', '10:00-12:00'),
      KITCHEN: open('WEDNESDAY', 'SUNDAY', '10:30-15:30'),
    },
    services: { 'Afternoon tea': 24, 'Private hire': null },
    latlng: [50.7191, -3.5302],
    attributes: {
      serves_vegetarian: true,
      has_seating_outdoors: true,
      url_menu: 'https://saltmere-tea-garden.example.com/menu',
    },
  },
  '4200000000000000308': { opened: '1956-06' },
});

/** A location with the rest of its profile. */
export function withProfile(location: Location): Location {
  const ofChain = location.accountIds.includes(ACCOUNT_IDS.desks) ? profileOfTravelDesk : profileOfParcelShop;
  return withDetails(location, PROFILES[location.id] ?? ofChain(location));
}

function profileOfTravelDesk({ fields }: Location): Profile {
  const { locality = '', regionCode = '' } = fields.storefrontAddress ?? {};
  return {
    description: `Flights, trains and rooms, booked in person in ${locality}.`,
    opened: '2016-04-01',
    labels: ['travel', regionCode.toLowerCase()],
  };
}

/** The many shops of a chain have profiles of several kinds, by their number. */
function profileOfParcelShop({ id, fields }: Location): Profile {
  const number = Number(id.slice(-3));
  const [service] = typesFor(fields);
  const { addressLines = [], locality = '' } = fields.storefrontAddress ?? {};
  const pad = (part: number) => String(part).padStart(2, '0');
  return {
    description: `Drop off and collect parcels at ${addressLines[0]} in ${locality}.`,
    opened: `${2004 + (number % 20)}-${pad((number % 12) + 1)}${number % 2 ? `-${pad((number % 28) + 1)}` : ''}`,
    ...(number % 4 === 0 && { labels: ['parcels', locality.toLowerCase()] }),
    ...(number % 2 === 0 && { special: [...CHRISTMAS] }),
    ...(number % 3 === 0 && { moreHours: { PICKUP: open('MONDAY', 'FRIDAY', '07:00-19:00') } }),
    ...(number % 5 === 0 && service && { services: { [service.displayName]: null } }),
    ...(number % 7 === 0 && { latlng: [51 + number / 1000, -2 - number / 1000] }),
  };
}
