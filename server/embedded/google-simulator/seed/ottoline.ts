import type { Location } from '../model.js';
import { ACCOUNT_IDS } from './accounts.js';
import { OTTOLINE } from './people.js';
import { open, place } from './place.js';

const chandlers = { accountIds: [ACCOUNT_IDS.chandlers] };
const cottages = { accountIds: [ACCOUNT_IDS.cottages] };

/** Six places: in accounts below an agency, in two of them, and one that only its manager may use. */
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
