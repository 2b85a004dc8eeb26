import type { Location } from '../model.js';
import { CHRISTMAS, open } from './hours.js';
import { ACCOUNT_IDS } from './people.js';
import { place } from './place.js';

const cycles = { accountIds: [ACCOUNT_IDS.cycles] };
const traders = { accountIds: [ACCOUNT_IDS.traders] };

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
      description: 'New bicycles for every day, and rental by the day or week.',
      opened: '1987-04',
      labels: ['cycles', 'rental'],
      morePhones: ['+44 1632 960311'],
      special: CHRISTMAS,
      moreHours: { PICKUP: open('MONDAY', 'SATURDAY', '08:30-18:30') },
      services: { 'Bike fitting': 60, 'Day rental': 18 },
      latlng: [52.0733, -1.4419],
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
      description: 'Repairs while you wait, and full services within three days.',
      labels: ['cycles'],
      services: { 'Puncture repair': 12, 'Full service': 85, 'Wheel truing': 20 },
      ownServices: {
        'Courier contracts': 'Fleets of five bicycles and more, with a loan bicycle during repairs.',
      },
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
      description: 'Two centuries of bicycles in an old mill.',
      opened: '2001-07-21',
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
      description: 'New and second-hand books by the river, with a room for readings.',
      opened: '1974-11',
      special: ['2026-12-24 10:00-15:00', '2026-12-25', '2026-12-26', '2026-12-27 12:00-16:00'],
      services: { 'Book ordering': null, 'Gift wrapping': 2 },
      attributes: { has_restroom: true, welcomes_dogs: true },
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
      services: { 'Bouquet delivery': 6, 'Wedding flowers': null },
    }),
  ];
}
