import type { Location } from '../model.js';
import { ACCOUNT_IDS } from './accounts.js';
import { open, place } from './place.js';

const cycles = { accountIds: [ACCOUNT_IDS.cycles] };
const traders = { accountIds: [ACCOUNT_IDS.traders] };

/** Five places in two groups; the repair shop is in both. */
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
