import { describe, expect, it } from '@jest/globals';
import type { Schemas } from '../../../client/api/client.js';
import { withMode } from '../../../client/listings/details/hours-model.js';
import { changesOf, toDraft } from '../../../client/listings/details/location-draft.js';

const BAKERY = { id: 'gcid:bakery', name: 'Bakery' };
const CAFE = { id: 'gcid:cafe', name: 'Cafe' };

const LOCATION: Schemas['LocationDto'] = {
  id: 'sample-101',
  accountId: 'sample-hearth-and-crumb',
  name: 'Hearth & Crumb, Market Square',
  address: '4 Market Square, Ashbourne',
  phoneNumber: '+44 1632 960101',
  websiteUri: null,
  categories: [BAKERY, CAFE],
  state: 'VERIFIED',
  openStatus: 'OPEN',
  storeCode: 'HC-01',
  photos: [],
  regularHours: {
    periods: [
      { openDay: 'MONDAY', openTime: '09:00', closeDay: 'TUESDAY', closeTime: '00:00' },
      { openDay: 'SUNDAY', openTime: '00:00', closeDay: 'SUNDAY', closeTime: '24:00' },
    ],
  },
  pendingFields: [],
  isAddressEditable: true,
  editUrl: null,
  mapsUrl: null,
};

describe('The changes of a draft', () => {
  const draft = toDraft(LOCATION);

  it('are empty if nothing was edited', () => {
    expect(changesOf(LOCATION, draft)).toEqual({});
    const bare = { ...LOCATION, phoneNumber: null, categories: [], regularHours: null };
    expect(changesOf(bare, toDraft(bare))).toEqual({});
  });

  it('are empty for white space at the ends', () => {
    expect(changesOf(LOCATION, { ...draft, name: ` ${draft.name} `, websiteUri: ' ' })).toEqual({});
  });

  it('are only the edited fields, trimmed', () => {
    expect(changesOf(LOCATION, { ...draft, name: ' Hearth ', websiteUri: 'https://example.com' })).toEqual({
      name: 'Hearth',
      websiteUri: 'https://example.com',
    });
  });

  it('remove fields that were cleared', () => {
    expect(changesOf(LOCATION, { ...draft, phoneNumber: '' })).toEqual({ phoneNumber: null });
    expect(changesOf(LOCATION, { ...draft, name: '' })).toEqual({ name: '' });
  });

  it('contain all categories as ids, the primary one first, if their order changed', () => {
    expect(changesOf(LOCATION, { ...draft, categories: [CAFE, BAKERY] })).toEqual({
      categoryIds: ['gcid:cafe', 'gcid:bakery'],
    });
  });

  it('contain all periods if one day changed, and null if every day is closed', () => {
    const sundayClosed = { ...draft.week, SUNDAY: withMode('SUNDAY', draft.week.SUNDAY, 'closed') };
    expect(changesOf(LOCATION, { ...draft, week: sundayClosed })).toEqual({
      regularHours: {
        periods: [{ openDay: 'MONDAY', openTime: '09:00', closeDay: 'TUESDAY', closeTime: '00:00' }],
      },
    });
    const allClosed = { ...sundayClosed, MONDAY: withMode('MONDAY', draft.week.MONDAY, 'closed') };
    expect(changesOf(LOCATION, { ...draft, week: allClosed })).toEqual({ regularHours: null });
  });
});
