import { describe, expect, it } from '@jest/globals';
import { withMode } from '../../../client/listings/details/hours-model.js';
import { changesOf, rebased, toDraft } from '../../../client/listings/details/location-draft.js';
import { faultsOf } from '../../../client/listings/details/location-faults.js';
import { location } from '../listings/builders.js';

const BAKERY = { id: 'gcid:bakery', name: 'Bakery' };
const CAFE = { id: 'gcid:cafe', name: 'Cafe' };

const LOCATION = location({
  websiteUri: null,
  categories: [BAKERY, CAFE],
  regularHours: {
    periods: [
      { openDay: 'MONDAY', openTime: '09:00', closeDay: 'TUESDAY', closeTime: '00:00' },
      { openDay: 'SUNDAY', openTime: '00:00', closeDay: 'SUNDAY', closeTime: '24:00' },
    ],
  },
});

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

describe('The opening date of a draft', () => {
  const at = (year: string, month: string, day: string) =>
    changesOf(location(), { ...toDraft(location()), openingDate: { year, month, day } });

  it('needs a year and a month, and has a day if one was typed', () => {
    expect(at('2019', '5', '')).toEqual({ openingDate: '2019-05' });
    expect(at('2019', '5', '4')).toEqual({ openingDate: '2019-05-04' });
    expect(at('', '', '')).toEqual({});
    expect(
      changesOf(location({ openingDate: '2019-05' }), toDraft(location({ openingDate: '2019-05' }))),
    ).toEqual({});
  });

  it.each([
    ['2019', '', ''],
    ['', '5', ''],
    ['2019', '', '4'],
    ['2019', '2', '30'],
    ['19', '5', ''],
  ])('is refused as %s, %s, %s', (year, month, day) => {
    expect(faultsOf(at(year, month, day))).toEqual({
      openingDate: 'Opening date needs a month and a year. The day may be left out',
    });
  });
});

describe('A draft of a location that has changed at Google', () => {
  it('keeps what was edited, and has the new values of the rest', () => {
    const before = location();
    const current = location({ phoneNumber: '+44 1', description: 'New' });
    const draft = { ...toDraft(before), name: 'Hearth', phoneNumber: '+44 2' };
    expect(changesOf(current, rebased(draft, before, current))).toEqual({
      name: 'Hearth',
      phoneNumber: '+44 2',
    });
  });
});
