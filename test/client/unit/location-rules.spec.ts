import { describe, expect, it } from '@jest/globals';
import { plainToInstance } from 'class-transformer';
import { validate, type ValidationError } from 'class-validator';
import 'reflect-metadata';
import { faultsOfHours } from '../../../client/listings/details/hours-model.js';
import { faultsOf } from '../../../client/listings/details/location-faults.js';
import { dayName, type Day, type OpeningPeriod } from '../../../client/listings/opening-hours.js';
import { UpdateLocationDto } from '../../../dist/server/listings/location-change.dto.js';
import { faultOfPeriods } from '../../../dist/server/listings/opening-hours.js';
import { LINKS, NO_LINKS, PRIVATE_LINKS } from '../../support/page/links.js';

const period = (openDay: Day, openTime: string, closeDay: Day, closeTime: string): OpeningPeriod => ({
  openDay,
  openTime,
  closeDay,
  closeTime,
});

/** The server's errors for a change, by field. */
async function faultsOfServer(change: object): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  const collect = (errors: ValidationError[], parent: string): void => {
    for (const { property, constraints, children } of errors) {
      if (constraints) found[parent + property] = Object.values(constraints);
      collect(children ?? [], `${parent}${property}.`);
    }
  };
  collect(await validate(plainToInstance(UpdateLocationDto, change)), '');
  return found;
}

const GOOD: [string, object][] = [
  ['nothing', {}],
  [
    'everything',
    {
      name: 'Hearth & Crumb',
      address: '4 Market Square, Ashbourne',
      phoneNumber: '+44 (0)1632 960-101',
      websiteUri: 'https://www.example.com/shop?a=1',
      categoryIds: ['gcid:bakery', 'gcid:cafe'],
      regularHours: { periods: [period('MONDAY', '09:00', 'MONDAY', '17:00')] },
    },
  ],
  [
    'what may be removed',
    { phoneNumber: null, websiteUri: null, regularHours: null, description: null, openingDate: null },
  ],
  ['the longest description', { description: 'd'.repeat(750) }],
  ['a description with dots', { description: 'Bread, cakes etc. Open since 5 a.m.' }],
  ['an opening date without a day', { openingDate: '2019-05' }],
  ['an opening date', { openingDate: '2020-02-29' }],
  ['an old opening date', { openingDate: '1852-03' }],
  ['the longest texts', { name: 'n'.repeat(200), address: 'a'.repeat(300) }],
  ['the shortest phone number', { phoneNumber: '12345' }],
  ['the longest phone number', { phoneNumber: '1'.repeat(15) }],
  ['as many separators as there may be', { phoneNumber: '+1 (234) 567 - 890 / 123 . 45' }],
  ['a number as it is written in Germany', { phoneNumber: '+49 (0)30/1234-56' }],
  ...LINKS.map((websiteUri): [string, object] => [websiteUri, { websiteUri }]),
];

const BAD: [field: string, change: object][] = [
  ['name', { name: '' }],
  ['name', { name: 'n'.repeat(201) }],
  ['address', { address: '' }],
  ['description', { description: 'd'.repeat(751) }],
  ['description', { description: 'See www.example.test for more' }],
  ['description', { description: 'Order at hearthandcrumb.co.uk' }],
  ['openingDate', { openingDate: '2019' }],
  ['openingDate', { openingDate: '2019-02-30' }],
  ['openingDate', { openingDate: '2019-13' }],
  ['openingDate', { openingDate: '0000-01' }],
  ['address', { address: 'a'.repeat(301) }],
  ['phoneNumber', { phoneNumber: '1234' }],
  ['phoneNumber', { phoneNumber: '1'.repeat(16) }],
  ['phoneNumber', { phoneNumber: `12345${' '.repeat(25)}6` }],
  ['phoneNumber', { phoneNumber: '((((((' }],
  ['phoneNumber', { phoneNumber: '(((12345' }],
  ['phoneNumber', { phoneNumber: '1632)960101' }],
  ['phoneNumber', { phoneNumber: '01632 960101 -' }],
  ['phoneNumber', { phoneNumber: '01632\t960101' }],
  ['phoneNumber', { phoneNumber: '1-----2345' }],
  ['phoneNumber', { phoneNumber: 'call us now' }],
  ['phoneNumber', { phoneNumber: '0163+2960101' }],
  ...[...NO_LINKS, ...PRIVATE_LINKS].map((websiteUri): [string, object] => ['websiteUri', { websiteUri }]),
  ['websiteUri', { websiteUri: 'www.example.com' }],
  ['websiteUri', { websiteUri: 'ftp://example.com' }],
  ['websiteUri', { websiteUri: 'javascript:alert(1)' }],
  ['websiteUri', { websiteUri: 'https://example' }],
  ['websiteUri', { websiteUri: 'https://exam ple.com' }],
  ['websiteUri', { websiteUri: `https://example.com/${'x'.repeat(2048)}` }],
  ['categoryIds', { categoryIds: [] }],
];

describe('The rules for a location', () => {
  it.each(GOOD)('accept what the server accepts: %s', async (_name, change) => {
    expect(await faultsOfServer(change)).toEqual({});
    expect(faultsOf(change)).toEqual({});
  });

  it.each(BAD)('refuse %s as the server does, with its message: %j', async (field, change) => {
    const message = faultsOf(change)[field];
    expect((await faultsOfServer(change))[field]).toContain(message);
    expect(Object.keys(faultsOf(change))).toEqual([field]);
  });

  it.each([
    ['regularHours.periods.0.openTime', period('MONDAY', '', 'MONDAY', '17:00')],
    ['regularHours.periods.0.closeTime', period('MONDAY', '09:00', 'MONDAY', '')],
  ])('refuse a missing time as the server does, in plain words: %s', async (field, incomplete) => {
    const change = { regularHours: { periods: [incomplete] } };
    expect(Object.keys(faultsOf(change))).toEqual([field]);
    expect(await faultsOfServer(change)).toHaveProperty([field]);
  });

  it('name an address that only the own network can open as one', () => {
    expect(faultsOf({ websiteUri: 'http://192.168.0.7/shop' })).toEqual({
      websiteUri: 'Website must be a public address, not one on your own computer or network',
    });
  });

  it('report all invalid fields at once', () => {
    expect(faultsOf({ name: '', phoneNumber: 'x', websiteUri: 'y' })).toEqual({
      name: 'Business name is required',
      phoneNumber: 'Phone number must be 5 to 15 digits, with only spaces and + ( ) . - / between them',
      websiteUri: 'Website must be an address such as https://www.example.com',
    });
  });

  it('report the error of a period at its index', () => {
    const periods = [
      period('MONDAY', '09:00', 'MONDAY', '17:00'),
      period('TUESDAY', '09:00', 'TUESDAY', '09:00'),
    ];
    expect(faultsOf({ regularHours: { periods } })).toEqual({
      'regularHours.periods.1': 'The opening and closing times must be different.',
    });
  });
});

describe('The rules for a week of hours', () => {
  const WEEKS: [string, OpeningPeriod[]][] = [
    ['an ordinary day', [period('MONDAY', '09:00', 'MONDAY', '17:00')]],
    [
      'periods that touch',
      [period('MONDAY', '09:00', 'MONDAY', '12:00'), period('MONDAY', '12:00', 'MONDAY', '18:00')],
    ],
    ['a night', [period('FRIDAY', '18:00', 'SATURDAY', '03:00')]],
    ['exactly 24 hours', [period('TUESDAY', '08:00', 'WEDNESDAY', '08:00')]],
    ['more than 24 hours', [period('TUESDAY', '08:00', 'WEDNESDAY', '09:00')]],
    ['no length', [period('TUESDAY', '08:00', 'TUESDAY', '08:00')]],
    ['closing before opening', [period('TUESDAY', '17:00', 'TUESDAY', '09:00')]],
    ['the whole week as one', [period('MONDAY', '00:00', 'SUNDAY', '24:00')]],
    [
      'an overlap on a day',
      [period('MONDAY', '09:00', 'MONDAY', '13:00'), period('MONDAY', '12:59', 'MONDAY', '18:00')],
    ],
    [
      'an overlap across midnight',
      [period('SATURDAY', '02:00', 'SATURDAY', '04:00'), period('FRIDAY', '20:00', 'SATURDAY', '03:00')],
    ],
    [
      'an overlap across the end of the week',
      [period('MONDAY', '02:00', 'MONDAY', '10:00'), period('SUNDAY', '20:00', 'MONDAY', '03:00')],
    ],
    [
      'the same twice',
      [period('MONDAY', '09:00', 'MONDAY', '17:00'), period('MONDAY', '09:00', 'MONDAY', '17:00')],
    ],
    [
      'a night into a day that is open around the clock',
      [period('SUNDAY', '18:00', 'MONDAY', '03:00'), period('MONDAY', '00:00', 'MONDAY', '24:00')],
    ],
  ];

  it.each(WEEKS)('report an error where the server does, on the same day: %s', (_name, periods) => {
    const [fault] = faultsOfHours(periods);
    const day = fault && dayName(periods[fault.index]!.openDay);
    expect(faultOfPeriods(periods)?.match(/ on (\w+)/)?.[1]).toBe(day);
  });

  it('name the invalid period', () => {
    const periods = [
      period('SATURDAY', '02:00', 'SATURDAY', '04:00'),
      period('FRIDAY', '20:00', 'SATURDAY', '03:00'),
    ];
    expect(faultsOfHours(periods)).toEqual([
      { index: 1, field: 'closeTime', message: 'These hours overlap with Saturday’s.' },
    ]);
  });

  it('find the errors of all days, even if other values are missing', () => {
    const periods = [
      period('MONDAY', '', 'MONDAY', ''),
      period('TUESDAY', '09:00', 'TUESDAY', '09:00'),
      period('WEDNESDAY', '09:00', 'WEDNESDAY', '13:00'),
      period('WEDNESDAY', '12:00', 'WEDNESDAY', '18:00'),
    ];
    expect(faultsOfHours(periods)).toEqual([
      { index: 0, field: 'openTime', message: 'Enter an opening time.' },
      { index: 0, field: 'closeTime', message: 'Enter a closing time.' },
      { index: 1, message: 'The opening and closing times must be different.' },
      { index: 3, field: 'openTime', message: 'The second span begins before the first one ends.' },
    ]);
  });
});
