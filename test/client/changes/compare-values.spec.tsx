import { beforeAll, describe, expect, it } from '@jest/globals';
import { compareValues } from '../../../client/changes/compare-values.js';
import { writeFor } from '../../../client/lib/language.js';
import { value } from './builders.js';

/** The pieces in one line: [what is gone], {what is new}. */
function compared(field: Parameters<typeof compareValues>[0], ...values: [object, object]): string[] {
  const [before, after] = values.map((own) => value(own)) as [
    ReturnType<typeof value>,
    ReturnType<typeof value>,
  ];
  const comparison = compareValues(field, before, after);
  if (comparison.kind === 'days')
    return comparison.days.map((day) => `${day.label}: ${day.before ?? '-'} > ${day.after ?? '-'}`);
  const marked = {
    same: (text: string) => text,
    gone: (text: string) => `[${text}]`,
    new: (text: string) => `{${text}}`,
  };
  return [
    comparison.parts.map(({ kind, text }) => marked[kind](text)).join(comparison.kind === 'items' ? ' ' : ''),
  ];
}

const text = (before: string | null, after: string | null) =>
  [{ text: before }, { text: after }] as [object, object];
const hours = (...days: [day: string, from: string, to: string][]) => ({
  hours: days.map(([openDay, openTime, closeTime]) => ({ openDay, openTime, closeDay: openDay, closeTime })),
});

beforeAll(() => writeFor({ language: 'en-GB' }));

describe('Two values of a field', () => {
  it('are compared word by word, and neighbouring words that changed are one piece', () => {
    expect(
      compared(
        'description',
        ...text('Fresh bread every day, from seven', 'Warm rye bread every day, from six'),
      ),
    ).toEqual(['[Fresh]{Warm rye} bread every day, from [seven]{six}']);
    expect(
      compared('websiteUri', ...text('https://one.example.com/old-wharf', 'https://one.example.com/shops')),
    ).toEqual(['https://one.example.com/[old-wharf]{shops}']);
  });

  it('have blanks around what changed, not in it', () => {
    expect(compared('name', ...text('The Night Oven', 'Night Oven Bakery'))).toEqual([
      '[The] Night Oven {Bakery}',
    ]);
  });

  it('are shown as replaced where they have little in common, and as new or gone where there was nothing', () => {
    expect(compared('description', ...text('Pizza until late.', 'Bread, baked at night.'))).toEqual([
      '[Pizza until late.]{Bread, baked at night.}',
    ]);
    expect(compared('websiteUri', ...text(null, 'https://one.example.com'))).toEqual([
      '{https://one.example.com}',
    ]);
    expect(compared('websiteUri', ...text('https://one.example.com', null))).toEqual([
      '[https://one.example.com]',
    ]);
  });

  it('are said in words: states, and dates with and without a day', () => {
    expect(compared('openStatus', ...text('OPEN', 'CLOSED_PERMANENTLY'))).toEqual([
      '[Open]{Permanently closed}',
    ]);
    expect(compared('openingDate', ...text('2027-03', '2027-04-05'))).toEqual([
      '[March 2027]{Monday 5 April 2027}',
    ]);
  });

  it('that are lists keep what stayed', () => {
    expect(compared('categoryIds', { items: ['Bakery', 'Café'] }, { items: ['Bakery', 'Tea room'] })).toEqual(
      ['Bakery [Café] {Tea room}'],
    );
  });

  it('that are hours name only the days that differ', () => {
    const before = hours(
      ['MONDAY', '09:00', '17:00'],
      ['TUESDAY', '09:00', '17:00'],
      ['SUNDAY', '10:00', '12:00'],
    );
    const after = hours(['MONDAY', '08:00', '17:00'], ['TUESDAY', '08:00', '17:00']);
    expect(compared('regularHours', before, after)).toEqual([
      'Monday to Tuesday: 09:00–17:00 > 08:00–17:00',
      'Sunday: 10:00–12:00 > closed',
    ]);
    const delivery = (own: ReturnType<typeof hours>) => ({
      moreHours: [{ hoursTypeId: 'DELIVERY', name: 'Delivery', periods: own.hours }],
    });
    expect(compared('moreHours', delivery(before), delivery(after))[1]).toBe(
      'Delivery, Sunday: 10:00–12:00 > closed',
    );
  });
});
