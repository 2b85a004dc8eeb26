import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';
import { failWith, held } from '../../support/page/fake-server.js';
import { messageOf } from '../../support/page/form.js';
import { ALWAYS_REAL, until } from '../../support/page/steered-timers.js';
import { location } from './builders.js';
import { field, openDetails, openForm, SAVE, textsOf } from './setting.js';

const ATTRIBUTES = 'GET /api/locations/:id/attributes';
const KINDS = 'GET /api/locations/:id/more-hours-types';

// A Friday.
beforeEach(() => void jest.useFakeTimers({ now: new Date(2026, 11, 18, 12), doNotFake: [...ALWAYS_REAL] }));

const section = (name: string) => within(screen.getByRole('region', { name }));
/** Opens a part that the form has folded. */
const openPart = (name: string) =>
  fireEvent.click(within(screen.getByRole('group', { name: 'Also edit' })).getByRole('button', { name }));
const saved = () => until(() => screen.queryByRole('button', { name: 'Edit Details' }));
const closed = (date: string) => ({
  date,
  isClosed: true,
  openTime: null,
  closeTime: null,
  closeDate: null,
});
const open = (date: string, openTime: string, closeTime: string, closeDate = date) => ({
  date,
  isClosed: false,
  openTime,
  closeTime,
  closeDate,
});

const WHOLE = location({
  description: 'Bread from our own oven.\nCakes to order.',
  specialHours: {
    periods: [
      closed('2025-12-25'),
      open('2026-12-24', '08:00', '12:00'),
      open('2026-12-24', '13:00', '14:00'),
      closed('2026-12-25'),
      open('2026-12-31', '20:00', '02:00', '2027-01-01'),
    ],
  },
  moreHours: [
    {
      hoursTypeId: 'DELIVERY',
      name: 'Delivery',
      periods: [
        { openDay: 'MONDAY', openTime: '10:00', closeDay: 'MONDAY', closeTime: '15:00' },
        { openDay: 'TUESDAY', openTime: '10:00', closeDay: 'TUESDAY', closeTime: '15:00' },
      ],
    },
  ],
  openingDate: '2012-05',
  additionalPhones: ['+44 1632 960102'],
  labels: ['flagship'],
  languageCode: 'en',
  coordinates: { latitude: 53.0166, longitude: -1.7319 },
  serviceArea: {
    businessType: 'CUSTOMER_AND_BUSINESS_LOCATION',
    regionCode: 'GB',
    places: ['Derby, UK', 'Ashbourne, UK'],
  },
  services: [{ name: 'Wedding cakes', description: 'Made to order', price: '£250.00' }],
  newReviewUrl: 'https://search.example.com/review?id=1',
});

describe('The whole profile', () => {
  it('is shown in the groups that an owner expects, with dates and weeks in words', async () => {
    await openDetails(WHOLE);
    expect(section('Description').getByText(/^Bread from our own oven\.\sCakes to order\.$/)).toBeTruthy();
    const hours = section('Business Hours');
    const day = (name: string) => hours.getByText(name).parentElement?.textContent;
    expect(day('Thu 24 Dec 2026')).toBe('Thu 24 Dec 202608:00–12:0013:00–14:00');
    expect(day('Fri 25 Dec 2026')).toBe('Fri 25 Dec 2026Closed');
    expect(day('Thu 31 Dec 2026')).toContain('20:00–02:00 (closes next day)');
    expect(day('Monday to Tuesday')).toBe('Monday to Tuesday10:00–15:00');
    const past = hours.getByText('1 past day').closest('details');
    expect(past?.open).toBe(false);
    expect(past?.textContent).toContain('Thu 25 Dec 2025');

    const basic = section('Basic Information');
    expect(basic.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'Business name',
      'Address',
      'Phone number',
      'More phone numbers',
      'Website',
      'Opening date',
      'Store code',
      'Labels',
      'Language',
      'Coordinates',
      'Review link',
    ]);
    expect(basic.getByText('May 2012')).toBeTruthy();
    expect(basic.getByText('English')).toBeTruthy();
    expect(basic.getByRole('link', { name: /^53\.0166, -1\.7319/ }).getAttribute('href')).toBe(
      'https://www.google.com/maps/search/?api=1&query=53.0166%2C-1.7319',
    );
    expect(section('Services').getByText('£250.00')).toBeTruthy();
    expect(section('Service Area').getByText('Derby, UK · Ashbourne, UK')).toBeTruthy();
  });

  it('shows no heading without content, except for what can be added here', async () => {
    await openDetails();
    expect(screen.queryByRole('region', { name: 'Services' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Service Area' })).toBeNull();
    for (const name of ['Add a description', 'Set special hours', 'Add more hours'])
      expect(screen.getByRole('button', { name })).toBeTruthy();
  });

  it('marks the fields that Google still reviews', async () => {
    await openDetails(
      location({ pendingFields: ['description', 'specialHours', 'moreHours', 'openStatus', 'openingDate'] }),
    );
    const pending = 'Pending review at Google';
    expect(section('Business Hours').getAllByText(pending)).toHaveLength(3);
    expect(section('Description').getByText(pending)).toBeTruthy();
    expect(section('Basic Information').getByText(pending)).toBeTruthy();
  });

  it('has attributes in their groups, which load by themselves', async () => {
    const answer = held<unknown>();
    await openDetails(location(), { [ATTRIBUTES]: () => answer.promise });
    const busy = () => screen.getByRole('region', { name: 'Attributes' }).querySelector('[aria-busy=true]');
    expect(busy()).toBeTruthy();
    answer.release({
      items: [
        { id: 'has_ramp', name: 'Wheelchair-accessible entrance', group: 'Accessibility', values: ['Yes'] },
        { id: 'pay', name: 'Cards', group: 'Payments', values: ['Visa', 'Mastercard'] },
        { id: 'url', name: 'Menu', group: 'Links', values: ['https://example.com/menu'] },
      ],
    });
    await until(() => screen.queryByRole('region', { name: 'Payments' }));
    expect(section('Payments').getByText('Visa, Mastercard')).toBeTruthy();
    expect(section('Accessibility').getByText('Yes')).toBeTruthy();
    expect(section('Links').getByRole('link').getAttribute('href')).toBe('https://example.com/menu');
  });

  it('says that attributes could not be loaded, and Try Again loads them', async () => {
    const { user, server } = await openDetails(location(), {
      [ATTRIBUTES]: () => failWith(503, 'google/busy', 'Google limits requests per minute.'),
    });
    await until(() => textsOf('alert').includes('Google limits requests per minute.'));
    server.on({ [ATTRIBUTES]: () => ({ items: [] }) });
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await until(() => screen.queryByText('None are set for this location.'));
  });
});

describe('The description', () => {
  it('is counted, checked at its field and saved', async () => {
    const { user, fill, save, body, server } = await openForm();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: 'Add a description' }));
    expect(document.activeElement).toBe(field('Business description'));
    fill('Business description', 'x'.repeat(751));
    expect(screen.getByText('751/750')).toBeTruthy();
    await save();
    expect(messageOf(field('Business description'))).toBe('Description must be at most 750 characters');
    fill('Business description', 'See www.example.com');
    await save();
    expect(messageOf(field('Business description'))).toBe(
      'Google doesn’t allow web addresses in the description',
    );
    expect(server.sent(SAVE)).toEqual([]);
    fill('Business description', 'Bread from our own oven.');
    await save();
    await saved();
    expect(body()).toEqual({ description: 'Bread from our own oven.' });
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit description' }));
  });
});

describe('Special hours', () => {
  const row = (name: string) => within(screen.getByRole('group', { name }));
  const addDays = async (first: string, last = '') => {
    openPart('Special hours');
    expect(document.activeElement).toBe(field('First day'));
    fireEvent.change(field('First day'), { target: { value: first } });
    fireEvent.change(field('Last day'), { target: { value: last } });
    fireEvent.keyDown(field('Last day'), { key: 'Enter' });
    await until(() => document.activeElement?.closest('[data-date]') ?? null);
  };

  it('are added for several days at once, closed or open, and sent with the past ones', async () => {
    const past = closed('2025-12-25');
    const shown = location({ specialHours: { periods: [past] } });
    const { user, save, body } = await openForm(shown);
    await addDays('2026-12-24', '2026-12-26');
    expect(row('Friday 25 December 2026').getByText('Closed all day')).toBeTruthy();
    const thursday = row('Thursday 24 December 2026');
    await user.click(thursday.getByRole('switch'));
    fireEvent.change(thursday.getByLabelText('Thursday 24 December 2026 from'), {
      target: { value: '20:00' },
    });
    fireEvent.change(thursday.getByLabelText('Thursday 24 December 2026 to'), { target: { value: '01:00' } });
    expect(thursday.getByText('closes Friday 01:00')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Remove Saturday 26 December 2026' }));
    expect(screen.queryByRole('group', { name: 'Saturday 26 December 2026' })).toBeNull();
    await save();
    await saved();
    expect(body()).toEqual({
      specialHours: {
        periods: [past, open('2026-12-24', '20:00', '01:00', '2026-12-25'), closed('2026-12-25')],
      },
    });
  });

  it('begin with the business hours of the weekday when the day is opened', async () => {
    const { user, save, body } = await openForm();
    await addDays('2026-12-28');
    await user.click(row('Monday 28 December 2026').getByRole('switch'));
    await save();
    await saved();
    expect(body()).toEqual({ specialHours: { periods: [open('2026-12-28', '09:00', '17:30')] } });
  });

  it('say what is wrong with the dates at the field, and that typed dates were not added', async () => {
    const { user, save, server } = await openForm();
    openPart('Special hours');
    const first = field('First day');
    await user.click(screen.getByRole('button', { name: 'Add days' }));
    expect(messageOf(first)).toBe('Choose a day.');
    fireEvent.change(first, { target: { value: '2026-12-17' } });
    await user.click(screen.getByRole('button', { name: 'Add days' }));
    expect(messageOf(first)).toBe('This day is over. Choose today or a later day.');
    fireEvent.change(first, { target: { value: '2026-12-24' } });
    fireEvent.change(field('Last day'), { target: { value: '2026-12-23' } });
    await user.click(screen.getByRole('button', { name: 'Add days' }));
    expect(messageOf(field('Last day'))).toBe('The last day must not be before the first.');
    await save();
    expect(messageOf(first)).toBe('Add these days to the list, or clear the dates.');
    expect(document.activeElement).toBe(first);
    expect(server.sent(SAVE)).toEqual([]);
  });

  it('show a fault at the times of their day', async () => {
    const { save } = await openForm(
      location({
        specialHours: {
          periods: [
            closed('2025-12-25'),
            open('2026-12-24', '08:00', '12:00'),
            open('2026-12-24', '11:00', '14:00'),
          ],
        },
      }),
    );
    openPart('Special hours');
    fireEvent.change(screen.getByLabelText('Thursday 24 December 2026 to, second span'), {
      target: { value: '15:00' },
    });
    await save();
    const wrong = screen.getByLabelText('Thursday 24 December 2026 from, second span');
    expect(messageOf(wrong)).toBe('The second span begins before the first one ends.');
  });

  it('show what the server refuses at their day', async () => {
    const errors = [{ field: 'specialHours.periods.1.openTime', message: 'Google doesn’t accept this time' }];
    const { save } = await openForm(
      location({ specialHours: { periods: [closed('2026-12-25'), open('2026-12-26', '08:00', '12:00')] } }),
      { [SAVE]: () => failWith(422, 'google/refused', 'Refused.', errors) },
    );
    openPart('Special hours');
    fireEvent.change(screen.getByLabelText('Saturday 26 December 2026 to'), { target: { value: '15:00' } });
    await save();
    await until(() => messageOf(screen.getByLabelText('Saturday 26 December 2026 from')));
  });
});

describe('More hours', () => {
  const kinds = () => ({
    items: [
      { id: 'DELIVERY', name: 'Delivery' },
      { id: 'PICKUP', name: 'Pickup' },
    ],
  });

  it('are added with the business hours, edited as a week of their own, and removed', async () => {
    const { user, save, body } = await openForm(location({ moreHours: WHOLE.moreHours }), { [KINDS]: kinds });
    openPart('More hours');
    await until(() => screen.queryByRole('option', { name: 'Pickup' }));
    expect(screen.queryByRole('option', { name: 'Delivery' })).toBeNull();
    await user.selectOptions(field('Kind of hours'), 'Pickup');
    await user.click(screen.getByRole('button', { name: 'Add hours' }));
    const friday = screen.getByRole('switch', { name: 'Pickup, Friday, open or closed' });
    await user.click(friday);
    await user.click(screen.getByRole('button', { name: 'Remove Delivery' }));
    await save();
    await saved();
    expect(body()).toEqual({
      moreHours: [
        {
          hoursTypeId: 'PICKUP',
          periods: [{ openDay: 'MONDAY', openTime: '09:00', closeDay: 'MONDAY', closeTime: '17:30' }],
        },
      ],
    });
  });

  it('are not saved without an open day', async () => {
    const { user, save, server } = await openForm(location({ moreHours: WHOLE.moreHours }), {
      [KINDS]: kinds,
    });
    openPart('More hours');
    for (const day of ['Monday', 'Tuesday'])
      await user.click(screen.getByRole('switch', { name: `Delivery, ${day}, open or closed` }));
    await save();
    expect(section('Delivery').getByText('Open at least one day, or remove these hours')).toBeTruthy();
    expect(server.sent(SAVE)).toEqual([]);
  });

  it('say that Google has none for this location', async () => {
    await openForm();
    openPart('More hours');
    await until(() => screen.queryByText(/^Google has no further kinds of hours/));
  });
});

describe('Closing a location', () => {
  const choose = (name: string) => screen.getByRole('radio', { name });

  it('for now says that it can be reopened here', async () => {
    const { user, save, body } = await openForm();
    openPart('Open or closed');
    await user.click(choose('Temporarily closed'));
    const group = within(screen.getByRole('group', { name: 'This location is' }));
    expect(group.getAllByText(/You can reopen it here at any time\./).length).toBeGreaterThan(0);
    await save();
    await saved();
    expect(body()).toEqual({ openStatus: 'CLOSED_TEMPORARILY' });
    expect(screen.getAllByText('Temporarily closed').length).toBeGreaterThan(0);
  });

  it('for good is asked again', async () => {
    const { user, save, body, server } = await openForm();
    openPart('Open or closed');
    await user.click(choose('Permanently closed'));
    await save();
    const question = () => screen.queryByRole('alertdialog', { name: 'Close this location permanently?' });
    await user.click(within(await until(question)).getByRole('button', { name: 'Keep editing' }));
    expect(server.sent(SAVE)).toEqual([]);
    await save();
    await user.click(within(await until(question)).getByRole('button', { name: 'Close permanently' }));
    await saved();
    expect(body()).toEqual({ openStatus: 'CLOSED_PERMANENTLY' });
  });
});

describe('A field that has changed at Google since the form was opened', () => {
  const NONE = { text: null, items: null, hours: null, specialHours: null, moreHours: null };
  const conflict = (name: string, current: string, wanted: string) => ({
    field: name,
    current: { ...NONE, text: current },
    wanted: { ...NONE, text: wanted },
  });
  const changedSince = () =>
    Response.json(
      {
        statusCode: 409,
        code: 'changed_since',
        message: 'This was changed on Google after you opened it. Nothing was sent.',
        requestId: 'test',
        conflicts: [
          conflict('phoneNumber', '+44 1632 960150', '+44 1632 960199'),
          conflict('description', 'New at Google', 'Mine'),
        ],
      },
      { status: 409 },
    );

  it('is shown with both values, and nothing is sent until each is decided', async () => {
    const shown = location({ basis: 'basis-1' });
    const current = location({
      basis: 'basis-2',
      phoneNumber: '+44 1632 960150',
      description: 'New at Google',
      websiteUri: 'https://new.example.com',
    });
    const { user, fill, save, server, body } = await openForm(shown, { [SAVE]: changedSince });
    fill('Phone number', '+44 1632 960199');
    openPart('Description');
    fill('Business description', 'Mine');
    server.on({ 'GET /api/locations/:id': () => current });
    await save();
    const region = await until(() => screen.queryByRole('region', { name: 'Changed on Google' }));
    expect(body()).toEqual({ phoneNumber: '+44 1632 960199', description: 'Mine', basedOn: 'basis-1' });
    await until(() => document.activeElement === region);
    expect(region.textContent).toContain('2 fields have changed on Google since you opened this form.');
    expect(within(region).getByText('+44 1632 960150')).toBeTruthy();
    expect(within(region).getByText('+44 1632 960199')).toBeTruthy();
    expect(section('Description').getByText('New at Google')).toBeTruthy();
    expect(field('Phone number').value).toBe('+44 1632 960199');
    expect(field('Website').value).toBe('https://new.example.com');

    await save();
    await until(() => screen.queryByText(/^First choose which values to keep/));
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
    expect(server.sent(SAVE)).toHaveLength(1);

    const [use] = screen.getAllByRole('button', { name: 'Use Google’s for Description' });
    await user.click(use!);
    expect(field('Business description').value).toBe('New at Google');
    await user.click(
      section('Basic Information').getByRole('button', { name: 'Keep mine for Phone number' }),
    );
    expect(screen.queryByRole('region', { name: 'Changed on Google' })).toBeNull();
    expect(server.sent(SAVE)).toHaveLength(1);
    server.on({ [SAVE]: () => location({ phoneNumber: '+44 1632 960199' }) });
    await save();
    await saved();
    expect(body()).toEqual({ phoneNumber: '+44 1632 960199', basedOn: 'basis-2' });
  });
});
