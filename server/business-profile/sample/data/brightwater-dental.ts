import { frozen } from '../../../config/frozen.js';
import { open, type SampleAccount } from '../sample-account.js';

/** A dental practice with four addresses in the American North-West. */
export const BRIGHTWATER_DENTAL: SampleAccount = frozen({
  id: 'sample-brightwater-dental',
  name: 'Brightwater Dental',
  type: 'LOCATION_GROUP',
  state: 'VERIFIED',
  locations: [
    {
      id: 'sample-201',
      name: 'Brightwater Dental Pearl District',
      address: '1180 NW Marlow St, Suite 200, Portland, OR 97209, USA',
      phoneNumber: '+1 503-555-0121',
      websiteUri: 'https://brightwaterdental.example.com/pearl-district',
      categories: ['dentist', 'cosmetic_dentist', 'teeth_whitening_service'],
      state: 'VERIFIED',
      storeCode: 'BW-PDX1',
      hours: [
        ...open('MONDAY', 'THURSDAY', '08:00-12:00', '13:00-18:00'),
        ...open('FRIDAY', 'FRIDAY', '08:00-14:00'),
      ],
    },
    {
      id: 'sample-202',
      name: 'Brightwater Dental Hawthorne',
      address: '3425 SE Orchard Blvd, Portland, OR 97214, USA',
      phoneNumber: '+1 503-555-0122',
      websiteUri: 'https://brightwaterdental.example.com/hawthorne',
      categories: ['dentist', 'pediatric_dentist', 'dental_hygienist'],
      state: 'VERIFIED',
      storeCode: 'BW-PDX2',
      hours: [...open('MONDAY', 'FRIDAY', '09:00-17:00')],
    },
    {
      id: 'sample-203',
      name: 'Brightwater Emergency Dental',
      address: '612 Harbor Ave, Seattle, WA 98104, USA',
      phoneNumber: '+1 206-555-0123',
      websiteUri: 'https://brightwaterdental.example.com/emergency',
      categories: ['emergency_dental_service', 'dental_clinic'],
      state: 'VERIFIED',
      storeCode: 'BW-SEA1',
      hours: [...open('MONDAY', 'SUNDAY', '00:00-24:00')],
    },
    {
      id: 'sample-204',
      name: 'Brightwater Orthodontics',
      address: '77 Ferry Landing Rd, Tacoma, WA 98402, USA',
      phoneNumber: '+1 253-555-0124',
      websiteUri: null,
      categories: ['orthodontist', 'dental_clinic'],
      state: 'UNVERIFIED',
      storeCode: null,
      hours: [
        ...open('TUESDAY', 'TUESDAY', '10:00-19:00'),
        ...open('THURSDAY', 'THURSDAY', '10:00-19:00'),
        ...open('SATURDAY', 'SATURDAY', '09:00-13:00'),
      ],
    },
  ],
});
