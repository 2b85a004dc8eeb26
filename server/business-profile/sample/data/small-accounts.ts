import { frozen } from '../../../config/frozen.js';
import { open, type SampleAccount } from './sample-account.js';

/** The owner's personal account: small businesses that belong to no group. */
export const MY_BUSINESSES: SampleAccount = frozen({
  id: 'sample-my-businesses',
  name: 'My businesses',
  type: 'PERSONAL',
  state: 'VERIFIED',
  locations: [
    {
      id: 'sample-501',
      name: 'Kiln & Clay Pottery Studio',
      address: '218 Foundry Lane, Toronto, ON M5A 3C4, Canada',
      phoneNumber: '+1 416-555-0151',
      websiteUri: 'https://kilnandclay.example.com',
      categories: ['pottery_classes', 'pottery_store', 'art_studio', 'gift_shop'],
      state: 'VERIFIED',
      storeCode: null,
      hours: [
        ...open('TUESDAY', 'FRIDAY', '10:00-13:00', '17:00-21:00'),
        ...open('SATURDAY', 'SUNDAY', '10:00-17:00'),
      ],
    },
    {
      id: 'sample-502',
      name: 'Café Lumière',
      address: '63 rue des Tanneurs, Montréal, QC H2Y 1N8, Canada',
      phoneNumber: '+1 514-555-0152',
      websiteUri: 'https://cafelumiere.example.com',
      categories: ['cafe', 'coffee_roasters', 'breakfast_restaurant'],
      state: 'VERIFIED',
      storeCode: 'LUM-1',
      hours: [...open('MONDAY', 'FRIDAY', '07:00-18:00'), ...open('SATURDAY', 'SUNDAY', '08:30-17:00')],
    },
    {
      id: 'sample-503',
      name: 'Northside Night Bar',
      address: '7 Viaduct Arches, Manchester M3 5LZ, United Kingdom',
      phoneNumber: '+44 161 496 0153',
      websiteUri: 'https://northside.example.org',
      categories: ['cocktail_bar', 'live_music_venue', 'bar'],
      state: 'VERIFIED',
      storeCode: null,
      hours: [
        ...open('WEDNESDAY', 'THURSDAY', '18:00-01:00'),
        ...open('FRIDAY', 'SATURDAY', '18:00-03:00'),
        ...open('SUNDAY', 'SUNDAY', '16:00-24:00'),
      ],
    },
    {
      id: 'sample-504',
      name: 'Corner Launderette',
      address: '120 Brickfield Road, Leeds LS6 2BJ, United Kingdom',
      phoneNumber: '+44 113 496 0154',
      websiteUri: null,
      categories: ['laundromat'],
      state: 'UNVERIFIED',
      storeCode: null,
      hours: [...open('MONDAY', 'SUNDAY', '00:00-24:00')],
    },
    {
      id: 'sample-505',
      name: 'Fern & Fable Books',
      address: '31 Tramway Street, Wellington 6011, New Zealand',
      phoneNumber: null,
      websiteUri: 'https://fernandfable.example.org',
      categories: ['book_store', 'used_book_store', 'cafe'],
      state: 'SUSPENDED',
      storeCode: null,
      hours: [...open('MONDAY', 'SATURDAY', '09:30-17:30')],
    },
    {
      id: 'sample-506',
      name: 'Larkspur Cottage',
      address: 'Larkspur Lane, Hathersage, Hope Valley S32 1BX, United Kingdom',
      phoneNumber: null,
      websiteUri: null,
      categories: ['holiday_home'],
      state: 'VERIFIED',
      storeCode: null,
      hours: null,
    },
  ],
});

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

/** A group that has just been set up: no locations yet. */
export const LANTERNLIGHT_MARKETING: SampleAccount = frozen({
  id: 'sample-lanternlight-marketing',
  name: 'Lanternlight Local Marketing',
  type: 'USER_GROUP',
  state: 'UNVERIFIED',
  locations: [],
});
