import type { Location } from '../model.js';
import { AROUND_THE_CLOCK, CHRISTMAS, open } from './hours.js';
import { ACCOUNT_IDS } from './people.js';
import { place } from './place.js';

const own = { accountIds: [ACCOUNT_IDS.tamsin] };
const bakeries = { accountIds: [ACCOUNT_IDS.bakeries] };
const halcyon = { accountIds: [ACCOUNT_IDS.halcyon] };

/** Eight locations, each special in one way. */
export function placesOfTamsin(): Location[] {
  return [
    place({
      ...own,
      id: '4200000000000000101',
      title: 'Okonjo Ceramics',
      categories: ['pottery_store', 'pottery_classes', 'gift_shop'],
      phone: '+44 1632 960201',
      website: 'https://okonjo-ceramics.example.com/',
      address: ['12 Tannery Row', 'Wexcombe', 'WX1 2AB'],
      hours: [
        ...open('TUESDAY', 'FRIDAY', '10:00-13:00', '14:00-18:00'),
        ...open('SATURDAY', 'SATURDAY', '10:00-17:00'),
      ],
      description: 'Stoneware for every day, thrown and fired in the back room.',
      services: { Commissions: null, 'Firing service': 24 },
      latlng: [51.4312, -2.1907],
      attributes: {
        has_wheelchair_accessible_entrance: true,
        url_instagram: 'https://instagram.com/okonjo.ceramics',
      },
    }),
    // It comes to its customers: no address, and hours were never set.
    place({
      ...own,
      id: '4200000000000000102',
      title: 'Okonjo Piano Tuning',
      categories: ['piano_tuning_service'],
      phone: '+44 1632 960202',
      serviceArea: 'Wexcombe and villages',
      description: 'Tuning and repair of uprights and grands, in Wexcombe and the villages around it.',
      opened: '2015-02',
      labels: ['mobile'],
      services: { 'Piano tuning': 75, 'Piano repair': null, Voicing: 120 },
      attributes: { requires_appointments: true },
    }),
    // Google changed its hours and its website on its own.
    place({
      ...bakeries,
      id: '4200000000000000103',
      title: 'Marlowe & Finch, Market Hill',
      storeCode: 'MF-01',
      categories: ['bakery', 'cafe', 'cake_shop'],
      phone: '+44 1632 960203',
      website: 'https://marlowe-finch.example.com/market-hill',
      address: ['3 Market Hill', 'Wexcombe', 'WX1 4TT'],
      hours: [...open('MONDAY', 'SATURDAY', '07:00-17:30'), ...open('SUNDAY', 'SUNDAY', '08:00-13:00')],
      description: 'Sourdough, rye and morning buns, baked through the night.',
      differences: {
        regularHours: { editedBy: 'google', value: { periods: open('MONDAY', 'SATURDAY', '07:00-16:00') } },
        websiteUri: { editedBy: 'google', value: 'https://marlowe-finch.example.com/' },
      },
      opened: '2009-03-14',
      labels: ['flagship', 'bakery'],
      moreHours: {
        BREAKFAST: open('MONDAY', 'SATURDAY', '07:00-10:30'),
        DELIVERY: open('MONDAY', 'FRIDAY', '06:00-09:00'),
      },
      services: { 'Birthday cakes': 35, 'Wedding cakes': null },
      latlng: [51.4301, -2.1884],
    }),
    // Its new name is not public yet.
    place({
      ...bakeries,
      id: '4200000000000000104',
      title: 'Marlowe & Finch, Old Wharf',
      storeCode: 'MF-02',
      categories: ['bakery', 'coffee_shop'],
      phone: '+44 1632 960204',
      website: 'https://marlowe-finch.example.com/old-wharf',
      address: ['Unit 7, Old Wharf', 'Saltmere', 'SM4 1QY'],
      hours: open('MONDAY', 'SUNDAY', '07:30-16:00'),
      differences: { title: { editedBy: 'owner', value: 'Finch Bakery, Old Wharf' } },
      description: 'Bread from our own ovens, and coffee at the water’s edge.',
      opened: '2014-06',
      labels: ['bakery'],
      special: CHRISTMAS,
      attributes: { has_seating_outdoors: true, wi_fi: 'free_wi_fi' },
    }),
    place({
      ...bakeries,
      id: '4200000000000000105',
      title: 'Marlowe & Finch, Station Arcade',
      storeCode: 'MF-03',
      categories: ['bakery', 'sandwich_shop'],
      phone: '+44 1632 960205',
      website: 'https://marlowe-finch.example.com/station',
      address: ['18 Station Arcade', 'Wexcombe', 'WX1 1AA'],
      hours: open('MONDAY', 'FRIDAY', '06:30-19:00'),
      verification: 'UNVERIFIED',
      description: 'Rolls, sandwiches and coffee for the train.',
      special: ['2026-12-25', '2026-12-26'],
      moreHours: { TAKEOUT: open('MONDAY', 'FRIDAY', '06:30-18:30') },
    }),
    // Open past midnight, and past the end of the week.
    place({
      ...bakeries,
      id: '4200000000000000106',
      title: 'The Night Oven',
      storeCode: 'MF-04',
      categories: ['bar', 'pizza_restaurant'],
      phone: '+44 1632 960206',
      website: 'https://night-oven.example.com/',
      address: ['5 Arches Lane', 'Saltmere', 'SM4 2PL'],
      hours: [...open('WEDNESDAY', 'THURSDAY', '18:00-01:00'), ...open('FRIDAY', 'SUNDAY', '18:00-03:30')],
      description: 'Pizza from a wood-fired oven, and drinks until late.',
      opened: '2018-10-05',
      special: ['2026-12-24', '2026-12-25', '2026-12-31 18:00-04:00'],
      moreHours: {
        KITCHEN: open('WEDNESDAY', 'SUNDAY', '18:00-23:00'),
        HAPPY_HOUR: open('WEDNESDAY', 'FRIDAY', '18:00-19:30'),
      },
      ownServices: { 'Private parties': 'The whole house on a Monday or Tuesday, for up to 60 guests.' },
      attributes: { serves_alcohol: true, meal_types_served: ['dinner'] },
    }),
    place({
      ...halcyon,
      id: '4200000000000000107',
      title: 'Halcyon Self Storage',
      categories: ['self_storage_facility'],
      phone: '+1 503-555-0107',
      website: 'https://halcyon-storage.example.com/',
      address: ['4410 Ferry Slip Road', 'Alder Bay', '97001', 'OR'],
      regionCode: 'US',
      hours: AROUND_THE_CLOCK,
      description: 'Storage units from 25 to 300 square feet, with access around the clock.',
      opened: '2003-05',
      morePhones: ['+1 503-555-0117'],
      moreHours: { ACCESS: open('MONDAY', 'SUNDAY', '00:00-24:00') },
      services: { 'Boat storage': null, 'Vehicle storage': null },
      latlng: [45.6102, -123.9441],
    }),
    place({
      ...halcyon,
      id: '4200000000000000108',
      title: 'Halcyon Guest House',
      categories: ['guest_house', 'bed_and_breakfast'],
      phone: '+1 503-555-0108',
      website: 'https://halcyon-guests.example.com/',
      address: ['21 Lighthouse Avenue', 'Alder Bay', '97001', 'OR'],
      regionCode: 'US',
      verification: 'SUSPENDED',
      opened: '1998-04-01',
      labels: ['lodging'],
    }),
  ];
}
