import { frozen } from '../../../config/frozen.js';
import { open, type SampleAccount } from '../sample-account.js';

/** Hotels by the water, run by a team; the group itself is suspended. */
export const QUAYSIDE_HOTELS: SampleAccount = frozen({
  id: 'sample-quayside-hotels',
  name: 'Quayside Hotels Team',
  type: 'USER_GROUP',
  state: 'SUSPENDED',
  locations: [
    {
      id: 'sample-401',
      name: 'The Quayside, Bristol',
      address: '1 Merchant Quay, Bristol BS1 4RB, United Kingdom',
      phoneNumber: '+44 117 496 0141',
      websiteUri: 'https://quaysidehotels.example.com/bristol',
      categories: ['hotel', 'restaurant', 'wedding_venue', 'conference_center', 'spa'],
      state: 'VERIFIED',
      storeCode: 'QH-BRS',
      hours: [...open('MONDAY', 'SUNDAY', '00:00-24:00')],
    },
    {
      id: 'sample-402',
      name: 'The Quayside, Leith',
      address: '14 Shipwrights Close, Edinburgh EH6 6QU, United Kingdom',
      phoneNumber: '+44 131 496 0142',
      websiteUri: 'https://quaysidehotels.example.com/leith',
      categories: ['hotel', 'bar', 'event_venue'],
      state: 'SUSPENDED',
      storeCode: 'QH-LEI',
      hours: [...open('MONDAY', 'SUNDAY', '00:00-24:00')],
    },
    {
      id: 'sample-403',
      name: 'Harbour House Sydney',
      address: '52 Wharfside Parade, Balmain NSW 2041, Australia',
      phoneNumber: '+61 2 5550 0143',
      websiteUri: 'https://quaysidehotels.example.com/sydney',
      categories: ['hotel', 'bed_and_breakfast'],
      state: 'UNVERIFIED',
      storeCode: null,
      hours: [...open('MONDAY', 'SUNDAY', '06:30-23:00')],
    },
  ],
});
