import type { Schemas } from '../../../client/api/client.js';

export type BulkEdit = Schemas['BulkEditDto'];
export type BulkRow = Schemas['BulkRowDto'];
type Value = Schemas['ChangeValueDto'];

export const EDIT_ID = '00000000-0000-4000-8000-0000000000b1';
export const SET_ID = EDIT_ID;

/** A special day: closed, or open from one time to another. */
export function specialDay(date: string, open?: string, close?: string): Schemas['SpecialPeriodDto'] {
  return {
    date,
    isClosed: open === undefined,
    openTime: open ?? null,
    closeTime: close ?? null,
    closeDate: open === undefined ? null : date,
  };
}

/** Closed on 25 and 26 December, and open for a few hours on the 24th. */
export const CHRISTMAS = [
  specialDay('2026-12-24', '10:00', '14:00'),
  specialDay('2026-12-25'),
  specialDay('2026-12-26'),
];

/** A draft about 30 locations, 22 of which change, with `change`. */
export function bulkEdit({ counts, plan, ...change }: Change = {}): BulkEdit {
  return {
    id: EDIT_ID,
    name: 'Special hours',
    state: 'draft',
    version: 1,
    actor: { uid: 'uid-1', name: 'Robin Baker' },
    createdAt: '2026-11-24T10:00:00.000Z',
    expiresAt: '2026-11-25T16:40:00.000Z',
    choice: {},
    change: { specialHours: { mode: 'merge', periods: CHRISTMAS } },
    counts: {
      chosen: 30,
      changes: 22,
      same: 3,
      leftOut: 5,
      warnings: 2,
      fields: 1,
      otherSpecialDates: { dates: 206, locations: 18 },
      byReason: [
        {
          reason: 'location-suspended',
          title: 'Suspended',
          message: 'Google has suspended this location and doesn’t take changes to it.',
          count: 4,
        },
        {
          reason: 'no-regular-hours',
          title: 'No business hours',
          message: 'Google takes special hours only where a location has business hours.',
          count: 1,
        },
      ],
      byWarning: [
        {
          reason: 'hours-replaced',
          title: 'Had special hours',
          message: 'These dates already had special hours here. They are replaced.',
          count: 2,
        },
      ],
      ...counts,
    },
    plan: { seconds: 300, days: null, updatesLeftToday: 6640, isOverToday: false, ...plan },
    waitingElsewhere: [],
    oneWay: [],
    validated: null,
    ...change,
  };
}

type Change = Partial<Omit<BulkEdit, 'counts' | 'plan'>> & {
  counts?: Partial<BulkEdit['counts']>;
  plan?: Partial<BulkEdit['plan']>;
};

const NONE: Value = { text: null, items: null, hours: null, specialHours: null, moreHours: null };

/** A value of a text field. */
export const text = (words: string | null): Value => ({ ...NONE, text: words });

/** A location that gets the hours of Christmas, with `change`. */
export function bulkRow(change: Partial<BulkRow> = {}): BulkRow {
  return {
    locationId: 'location-1',
    locationName: 'Hearth & Crumb, Market Square',
    storeCode: 'HC-01',
    state: 'changes',
    reason: null,
    warnings: [],
    fields: [
      {
        field: 'specialHours',
        before: { ...NONE, specialHours: [specialDay('2026-12-25')] },
        after: { ...NONE, specialHours: CHRISTMAS },
        isSame: false,
        dates: CHRISTMAS.map((period) => ({
          date: period.date,
          before: period.date === '2026-12-25' ? [period] : null,
          after: [period],
          isSame: period.date === '2026-12-25',
        })),
      },
    ],
    ...change,
  };
}
