import { describe, expect, it } from '@jest/globals';
import type { BulkChange } from '../../../../dist/server/bulk-edits/bulk-change.js';
import { type PreviewedPlace, previewLocation } from '../../../../dist/server/bulk-edits/location-preview.js';
import type { GoogleLocation } from '../../../../dist/server/business-profile/translation/google-types.js';

const GOOGLE: GoogleLocation = {
  name: 'locations/1',
  title: 'Hearth & Crumb',
  storeCode: 'HC 01',
  storefrontAddress: { regionCode: 'GB', locality: 'Ashbourne', addressLines: ['4 Market Square'] },
  websiteUri: 'https://crumb.example.com/?a=1',
  phoneNumbers: { primaryPhone: '01632 960101' },
  openInfo: { status: 'OPEN', canReopen: true },
  labels: ['north', 'bakery'],
  regularHours: {
    periods: [{ openDay: 'MONDAY', openTime: { hours: 9 }, closeDay: 'MONDAY', closeTime: { hours: 17 } }],
  },
};
const preview = (
  change: BulkChange,
  google: Partial<GoogleLocation> = {},
  more: Partial<PreviewedPlace> = {},
) =>
  previewLocation(change, {
    google: { ...GOOGLE, ...google },
    state: 'VERIFIED',
    today: '2026-12-01',
    waiting: new Map(),
    locked: new Set(),
    ...more,
  });
const closed = (date: string) => ({ date, isClosed: true, openTime: null, closeTime: null, closeDate: null });
const merge = (...periods: NonNullable<BulkChange['specialHours']>['periods']): BulkChange => ({
  specialHours: { mode: 'merge', periods },
});
const day = (year: number, month: number, dayOfMonth: number) => ({ year, month, day: dayOfMonth });
const afterOf = ({ changes }: ReturnType<typeof preview>) =>
  Object.fromEntries(changes.map(({ field, after }) => [field, after]));

describe('What a location gets', () => {
  it('fills in what it has, encoded in its website', () => {
    const result = preview({
      description: 'Bread in {city}, {street}.',
    });
    expect(result).toMatchObject({ state: 'changes', reason: null, warnings: [] });
    expect(afterOf(result)).toMatchObject({ description: 'Bread in Ashbourne, 4 Market Square.' });
    expect(afterOf(preview({ websiteUri: '{website}?shop={storeCode}' }))).toEqual({
      websiteUri: 'https://crumb.example.com/?a=1&shop=HC%2001',
    });
    expect(afterOf(preview({ labels: { add: ['xmas', 'north'], remove: ['bakery'] } }))).toEqual({
      labels: ['north', 'xmas'],
    });
  });

  it('has it already, whatever the order and the form', () => {
    const same = preview({ phoneNumber: '+44 1632 960101', labels: { add: ['north'], remove: ['south'] } });
    expect(same).toMatchObject({ state: 'same', warnings: [] });
  });

  it.each<{
    id: string;
    change: BulkChange;
    google?: Partial<GoogleLocation>;
    more?: Partial<PreviewedPlace>;
  }>([
    { id: 'location-suspended', change: { phoneNumber: null }, more: { state: 'SUSPENDED' } },
    {
      id: 'missing-store-code',
      change: { websiteUri: 'https://a.example.com/{storeCode}' },
      google: { storeCode: undefined },
    },
    { id: 'missing-city', change: { description: '{city}' }, google: { storefrontAddress: undefined } },
    { id: 'description-too-long', change: { description: `${'x'.repeat(742)} {city}` } },
    { id: 'description-with-link', change: { description: 'By {name}' }, google: { title: 'bread.com' } },
    {
      id: 'link-invalid',
      change: { websiteUri: '{website}/a' },
      google: { websiteUri: 'http://localhost' },
    },
    {
      id: 'no-regular-hours',
      change: merge(closed('2026-12-25')),
      google: { regularHours: undefined },
    },
    { id: 'date-past', change: merge(closed('2026-11-30')) },
    {
      id: 'cannot-reopen',
      change: { openStatus: 'OPEN' },
      google: { openInfo: { status: 'CLOSED_PERMANENTLY', canReopen: false } },
    },
    {
      id: 'phone-required',
      change: { phoneNumber: null },
      google: { phoneNumbers: { primaryPhone: '01632 960101', additionalPhones: ['01632 960102'] } },
    },
  ])('is left out: $id', ({ id, change, google, more }) => {
    expect(preview(change, google, more)).toMatchObject({ state: 'left_out', reason: { id }, changes: [] });
  });

  it('takes a description of 750 letters', () => {
    expect(
      preview({ description: `${'x'.repeat(740)} {city}` }, { storefrontAddress: { locality: '123456789' } }),
    ).toMatchObject({ state: 'changes' });
  });

  it('is left out where hours of two days overlap, and says which days', () => {
    const late = {
      startDate: day(2026, 12, 31),
      endDate: day(2027, 1, 1),
      openTime: { hours: 20 },
      closeTime: { hours: 3 },
    };
    const early = {
      date: '2027-01-01',
      isClosed: false,
      openTime: '02:00',
      closeTime: '10:00',
      closeDate: '2027-01-01',
    };
    const result = preview(merge(early), { specialHours: { specialHourPeriods: [late] } });
    expect(result.reason).toEqual({
      id: 'hours-overlap',
      field: 'specialHours',
      message: 'Special hours on December 31, 2026 overlap with those on January 1, 2027.',
    });
    // A closed day after a night that goes on past midnight is only warned of.
    expect(
      preview(merge(closed('2027-01-01')), { specialHours: { specialHourPeriods: [late] } }),
    ).toMatchObject({
      state: 'changes',
      warnings: [
        {
          id: 'closed-after-midnight',
          message: 'Special hours on December 31, 2026 go on into January 1, 2027, which is closed.',
        },
      ],
    });
  });

  it('keeps a field that Google does not let change, and gets the others', () => {
    const result = preview({ ...merge(closed('2026-12-25')), websiteUri: null }, { regularHours: undefined });
    expect(result.state).toBe('changes');
    expect(result.warnings).toEqual([{ id: 'no-regular-hours', field: 'specialHours' }]);
    expect(result.changes.map(({ field, isSame }) => [field, isSame])).toEqual([
      ['specialHours', true],
      ['websiteUri', false],
    ]);
    // With nothing else that changes there it is left out.
    expect(
      preview({ ...merge(closed('2026-12-25')), phoneNumber: '01632 960101' }, { regularHours: undefined }),
    ).toMatchObject({
      state: 'left_out',
      reason: { id: 'no-regular-hours' },
    });
  });

  it('builds on what still waits, and warns of it, of a review, of a lock, of replaced hours, of passed dates', () => {
    const waiting = new Map([
      ['specialHours', { specialHourPeriods: [{ startDate: day(2026, 12, 24), closed: true }] }],
    ] as const);
    const result = preview(
      merge(closed('2026-11-30'), {
        ...closed('2026-12-24'),
        isClosed: false,
        openTime: '10:00',
        closeTime: '14:00',
        closeDate: '2026-12-24',
      }),
      { metadata: { hasPendingEdits: true }, pendingMask: 'specialHours' },
      { waiting, state: 'UNVERIFIED', locked: new Set(['specialHours', 'phoneNumber']) },
    );
    expect(result.changes[0]?.before).toEqual({
      specialHourPeriods: [{ startDate: day(2026, 12, 24), closed: true }],
    });
    expect(result.warnings.map(({ id }) => id)).toEqual([
      'dates-past',
      'hours-replaced',
      'in-review',
      'waits-elsewhere',
      'field-locked',
      'location-unverified',
    ]);
    expect(result.warnings[1]?.message).toBe(
      'December 24, 2026 had special hours here already. They are replaced.',
    );
  });
});
