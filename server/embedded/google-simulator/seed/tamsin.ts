import type { Location } from '../model.js';
import { ACCOUNT_IDS } from './accounts.js';
import { AROUND_THE_CLOCK, open, place } from './place.js';

const own = { accountIds: [ACCOUNT_IDS.tamsin] };
const bakeries = { accountIds: [ACCOUNT_IDS.bakeries] };
const halcyon = { accountIds: [ACCOUNT_IDS.halcyon] };

/** Eight places, of which each is remarkable in one way. */
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
    }),
    // It comes to its customers: no address, and hours were never set.
    place({
      ...own,
      id: '4200000000000000102',
      title: 'Okonjo Piano Tuning',
      categories: ['piano_tuning_service'],
      phone: '+44 1632 960202',
      serviceArea: 'Wexcombe and villages',
    }),
    // Google has changed its hours and its website by itself.
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
    }),
  ];
}
