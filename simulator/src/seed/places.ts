import type { Location } from '../model.js';
import { ACCOUNT_IDS, OTTOLINE } from './people.js';
import { AROUND_THE_CLOCK, open, place } from './place.js';

const own = { accountIds: [ACCOUNT_IDS.tamsin] };
const bakeries = { accountIds: [ACCOUNT_IDS.bakeries] };
const halcyon = { accountIds: [ACCOUNT_IDS.halcyon] };
const cycles = { accountIds: [ACCOUNT_IDS.cycles] };
const traders = { accountIds: [ACCOUNT_IDS.traders] };
const chandlers = { accountIds: [ACCOUNT_IDS.chandlers] };
const cottages = { accountIds: [ACCOUNT_IDS.cottages] };

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

/** Five locations in two groups; the repair shop is in both. */
export function placesOfIdris(): Location[] {
  return [
    place({
      ...cycles,
      id: '4200000000000000201',
      title: 'Van Tongeren Cycles',
      storeCode: 'VT-1',
      categories: ['bicycle_store', 'bicycle_rental_service'],
      phone: '+44 1632 960301',
      website: 'https://vantongeren-cycles.example.com/',
      address: ['40 Weir Street', 'Hollowford', 'HF2 6RT'],
      hours: open('MONDAY', 'SATURDAY', '09:00-18:00'),
    }),
    place({
      id: '4200000000000000202',
      accountIds: [ACCOUNT_IDS.cycles, ACCOUNT_IDS.traders],
      title: 'Van Tongeren Repairs',
      storeCode: 'VT-2',
      categories: ['bicycle_repair_shop'],
      phone: '+44 1632 960302',
      website: 'https://vantongeren-cycles.example.com/repairs',
      address: ['42 Weir Street', 'Hollowford', 'HF2 6RT'],
      hours: open('MONDAY', 'FRIDAY', '08:00-17:00'),
    }),
    place({
      ...cycles,
      id: '4200000000000000203',
      title: 'Pedal Past Bicycle Museum',
      storeCode: 'VT-3',
      categories: ['museum'],
      phone: '+44 1632 960303',
      address: ['1 Mill Leat', 'Hollowford', 'HF2 8AB'],
      hours: open('SATURDAY', 'SUNDAY', '11:00-16:00'),
      verification: 'WAITING',
      status: 'CLOSED_TEMPORARILY',
    }),
    place({
      ...traders,
      id: '4200000000000000204',
      title: 'Riverside Books',
      categories: ['book_store', 'used_book_store'],
      phone: '+44 1632 960304',
      website: 'https://riverside-books.example.com/',
      address: ['9 Quay Parade', 'Hollowford', 'HF1 1QP'],
      hours: open('TUESDAY', 'SUNDAY', '10:00-17:30'),
    }),
    place({
      ...traders,
      id: '4200000000000000205',
      title: 'Lock Keeper Florist',
      categories: ['florist'],
      phone: '+44 1632 960305',
      address: ['11 Quay Parade', 'Hollowford', 'HF1 1QP'],
      hours: open('MONDAY', 'SATURDAY', '08:30-17:00'),
      verification: 'OWNERSHIP_CONFLICT',
      status: 'CLOSED_PERMANENTLY',
    }),
  ];
}

/** Eight locations: in accounts below an agency, in two of them at once, and one that only its manager may use. */
export function placesOfOttoline(): Location[] {
  return [
    place({
      ...chandlers,
      id: '4200000000000000301',
      title: 'Harbour Chandlers, North Quay',
      storeCode: 'HC-N',
      categories: ['hardware_store'],
      phone: '+44 1632 960401',
      website: 'https://harbour-chandlers.example.com/',
      address: ['2 North Quay', 'Saltmere', 'SM1 3QA'],
      hours: open('MONDAY', 'SATURDAY', '08:00-17:30'),
    }),
    // Closed over the winter.
    place({
      ...chandlers,
      id: '4200000000000000302',
      title: 'Harbour Chandlers, Slipway Kiosk',
      storeCode: 'HC-S',
      categories: ['hardware_store'],
      phone: '+44 1632 960402',
      address: ['The Slipway', 'Saltmere', 'SM1 3QB'],
      hours: open('SATURDAY', 'SUNDAY', '10:00-15:00'),
      status: 'CLOSED_TEMPORARILY',
    }),
    place({
      accountIds: [ACCOUNT_IDS.cottages, ACCOUNT_IDS.chandlers],
      id: '4200000000000000303',
      title: 'Saltmere Sail Loft',
      categories: ['gift_shop'],
      phone: '+44 1632 960403',
      address: ['Old Sail Loft', 'Saltmere', 'SM1 3QC'],
      hours: open('MONDAY', 'SUNDAY', '10:00-17:00'),
    }),
    place({
      ...cottages,
      id: '4200000000000000304',
      title: 'Saltmere Cottages Reading Room',
      categories: ['book_store'],
      address: ['7 Chapel Steps', 'Saltmere', 'SM2 6LE'],
      hours: open('MONDAY', 'FRIDAY', '09:00-12:00'),
      status: 'CLOSED_PERMANENTLY',
    }),
    place({
      accountIds: [ACCOUNT_IDS.estates],
      id: '4200000000000000305',
      title: 'Saltmere Estates',
      categories: ['self_storage_facility'],
      phone: '+44 1632 960405',
      address: ['1 Customs House', 'Saltmere', 'SM1 1AA'],
      hours: open('MONDAY', 'FRIDAY', '09:00-17:00'),
    }),
    place({
      accountIds: [ACCOUNT_IDS.estates],
      id: '4200000000000000307',
      title: 'Saltmere Tea Garden',
      storeCode: 'SE-T',
      categories: ['cafe'],
      phone: '+44 1632 960407',
      website: 'https://saltmere-tea-garden.example.com/',
      address: ['5 Rope Walk', 'Saltmere', 'SM2 1TG'],
      hours: open('WEDNESDAY', 'SUNDAY', '10:00-16:30'),
      description: 'Leaf tea, scones and a view over the harbour.',
    }),
    place({
      ...cottages,
      id: '4200000000000000308',
      title: 'Saltmere Harbour Guest House',
      categories: ['guest_house', 'bed_and_breakfast'],
      phone: '+44 1632 960408',
      address: ['16 Harbour Row', 'Saltmere', 'SM1 4HR'],
      verification: 'SUSPENDED',
    }),
    place({
      accountIds: [ACCOUNT_IDS.framers],
      managers: [OTTOLINE],
      id: '4200000000000000306',
      title: 'Lantern & Loom Framing',
      categories: ['gift_shop'],
      phone: '+44 1632 960406',
      address: ['15 Weaver Street', 'Wexcombe', 'WX2 2FR'],
      hours: open('TUESDAY', 'SATURDAY', '10:00-17:30'),
    }),
  ];
}
