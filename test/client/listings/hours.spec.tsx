import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';
import { failWith } from '../../support/fake-server.js';
import { messageOf } from '../../support/form.js';
import { advance, steerTimers, until } from '../../support/steered-timers.js';
import { location } from './builders.js';
import { openForm, SAVE } from './setting.js';

const MONDAY = { openDay: 'MONDAY', openTime: '09:00', closeDay: 'MONDAY', closeTime: '17:30' };
const FRIDAY = { openDay: 'FRIDAY', openTime: '20:00', closeDay: 'SATURDAY', closeTime: '02:00' };

beforeEach(steerTimers);
afterEach(() => void jest.useRealTimers());

const day = (name: string) => within(screen.getByRole('group', { name }));
const times = (name: string, label: 'Opens' | 'Closes') =>
  day(name).queryAllByLabelText<HTMLInputElement>(label);
const mode = (name: string) =>
  day(name).getByRole<HTMLSelectElement>('combobox', { name: `${name}, open or closed` });
const choose = (name: string, words: string) =>
  fireEvent.change(mode(name), {
    target: { value: day(name).getByRole<HTMLOptionElement>('option', { name: words }).value },
  });

/** Sets a time as the browser's control does: to a complete time or to nothing. */
function setTime(name: string, label: 'Opens' | 'Closes', value: string, which = 0): void {
  fireEvent.change(times(name, label)[which] as HTMLInputElement, { target: { value } });
}

/** Saves and returns the periods that were sent. */
async function saveHours({ save, body }: Awaited<ReturnType<typeof openForm>>): Promise<unknown> {
  await save();
  await until(() => screen.queryByRole('button', { name: 'Edit Details' }));
  return (body() as { regularHours: { periods: unknown } | null }).regularHours?.periods ?? null;
}

describe('The hours in the form', () => {
  it('are those of the location, by day', async () => {
    await openForm();
    const week = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
    expect(week.map((name) => mode(name).selectedOptions[0]?.textContent)).toEqual([
      'Open',
      'Closed',
      'Closed',
      'Closed',
      'Open',
      'Closed',
      'Closed',
    ]);
    expect([times('Monday', 'Opens')[0]?.value, times('Monday', 'Closes')[0]?.value]).toEqual([
      '09:00',
      '17:30',
    ]);
    expect([times('Friday', 'Opens')[0]?.value, times('Friday', 'Closes')[0]?.value]).toEqual([
      '20:00',
      '02:00',
    ]);
    expect(day('Friday').getByText('Closes next day')).toBeTruthy();
    expect(day('Monday').queryByText('Closes next day')).toBeNull();
  });

  it('close on the next day when the closing time is earlier, and say so', async () => {
    const form = await openForm();
    setTime('Monday', 'Closes', '01:30');
    expect(day('Monday').getByText('Closes next day')).toBeTruthy();
    expect(await saveHours(form)).toEqual([{ ...MONDAY, closeDay: 'TUESDAY', closeTime: '01:30' }, FRIDAY]);
  });

  it('close at midnight as 24:00, and say so', async () => {
    const form = await openForm();
    setTime('Friday', 'Closes', '00:00');
    expect(times('Friday', 'Closes')[0]?.value).toBe('00:00');
    expect(day('Friday').getByText('Closes at midnight')).toBeTruthy();
    expect(await saveHours(form)).toEqual([MONDAY, { ...FRIDAY, closeDay: 'FRIDAY', closeTime: '24:00' }]);
  });

  it('may have several periods on a day', async () => {
    const form = await openForm();
    setTime('Monday', 'Closes', '12:00');
    await form.user.click(day('Monday').getByRole('button', { name: 'Add hours to Monday' }));
    expect(document.activeElement).toBe(times('Monday', 'Opens')[1]);
    setTime('Monday', 'Opens', '13:00', 1);
    setTime('Monday', 'Closes', '18:00', 1);
    expect(await saveHours(form)).toEqual([
      { ...MONDAY, closeTime: '12:00' },
      { ...MONDAY, openTime: '13:00', closeTime: '18:00' },
      FRIDAY,
    ]);
  });

  it('can be removed, and removing the last period closes the day', async () => {
    const form = await openForm();
    await form.user.click(day('Monday').getByRole('button', { name: 'Remove hours 1 of Monday' }));
    expect(mode('Monday').value).toBe('closed');
    expect(document.activeElement).toBe(mode('Monday'));
    expect(await saveHours(form)).toEqual([FRIDAY]);
  });

  it('can be open 24 hours', async () => {
    const form = await openForm();
    choose('Monday', 'Open 24 hours');
    expect(times('Monday', 'Opens')).toHaveLength(0);
    expect(await saveHours(form)).toEqual([{ ...MONDAY, openTime: '00:00', closeTime: '24:00' }, FRIDAY]);
  });

  it('of a closed day are 09:00 to 17:00 when it is opened', async () => {
    const form = await openForm();
    choose('Sunday', 'Open');
    const sunday = { openDay: 'SUNDAY', openTime: '09:00', closeDay: 'SUNDAY', closeTime: '17:00' };
    expect(await saveHours(form)).toEqual([MONDAY, FRIDAY, sunday]);
  });

  it('are not set if every day is closed, and say so', async () => {
    const form = await openForm();
    choose('Monday', 'Closed');
    choose('Friday', 'Closed');
    expect(screen.getByText('With every day closed the hours count as not set.')).toBeTruthy();
    expect(await saveHours(form)).toBeNull();
    expect(screen.getByRole('region', { name: 'Business Hours' }).textContent).toContain('Hours not set');
  });

  it('can be copied to other days', async () => {
    const form = await openForm();
    const opener = day('Friday').getByRole('button', { name: 'Copy hours of Friday to other days' });
    await form.user.click(opener);
    const dialog = within(screen.getByRole('dialog', { name: 'Copy hours of Friday' }));
    expect(dialog.queryByRole('checkbox', { name: 'Friday' })).toBeNull();
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Copy hours' }).disabled).toBe(true);
    await form.user.click(dialog.getByRole('checkbox', { name: 'Saturday' }));
    await form.user.click(dialog.getByRole('checkbox', { name: 'Sunday' }));
    await form.user.click(dialog.getByRole('button', { name: 'Copy hours' }));
    expect(document.activeElement).toBe(opener);
    expect(await saveHours(form)).toEqual([
      MONDAY,
      FRIDAY,
      { ...FRIDAY, openDay: 'SATURDAY', closeDay: 'SUNDAY' },
      { ...FRIDAY, openDay: 'SUNDAY', closeDay: 'MONDAY' },
    ]);
  });

  it('can be copied to all other days at once, or copying can be cancelled', async () => {
    const form = await openForm();
    const open = () =>
      form.user.click(screen.getByRole('button', { name: 'Copy hours of Monday to other days' }));
    await open();
    await form.user.click(screen.getByRole('checkbox', { name: 'All other days' }));
    await form.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    expect(mode('Tuesday').value).toBe('closed');
    await open();
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'All other days' }).checked).toBe(false);
    await form.user.click(screen.getByRole('checkbox', { name: 'All other days' }));
    await form.user.click(screen.getByRole('button', { name: 'Copy hours' }));
    expect(await saveHours(form)).toHaveLength(7);
  });

  it('that were not changed are not sent', async () => {
    const form = await openForm();
    choose('Monday', 'Closed');
    choose('Monday', 'Open');
    form.fill('Business name', 'Hearth');
    await form.save();
    await until(() => screen.queryByRole('button', { name: 'Edit Details' }));
    expect(form.body()).toEqual({ name: 'Hearth' });
  });
});

describe('Invalid hours', () => {
  it('are reported at the missing time', async () => {
    const { save, server } = await openForm();
    setTime('Monday', 'Opens', '');
    setTime('Friday', 'Closes', '');
    await save();
    expect(messageOf(times('Monday', 'Opens')[0] as HTMLElement)).toBe(
      'Opening time must be HH:mm from 00:00 to 23:59',
    );
    expect(messageOf(times('Friday', 'Closes')[0] as HTMLElement)).toBe(
      'Closing time must be HH:mm from 00:00 to 24:00',
    );
    expect(document.activeElement).toBe(times('Monday', 'Opens')[0]);
    expect(server.sent(SAVE)).toHaveLength(0);
  });

  it('are reported if opening and closing are the same, until that is corrected', async () => {
    const form = await openForm();
    setTime('Friday', 'Closes', '20:00');
    await form.save();
    const closing = times('Friday', 'Closes')[0] as HTMLElement;
    expect(messageOf(closing)).toBe('Opening and closing time on Friday must differ');
    expect(document.activeElement).toBe(closing);
    setTime('Friday', 'Closes', '21:00');
    expect(messageOf(closing)).toBeNull();
    expect(await saveHours(form)).toEqual([MONDAY, { ...FRIDAY, closeDay: 'FRIDAY', closeTime: '21:00' }]);
  });

  it('are reported if they overlap, also across midnight', async () => {
    const { save, server } = await openForm();
    choose('Saturday', 'Open');
    setTime('Saturday', 'Opens', '01:00');
    await save();
    expect(messageOf(times('Friday', 'Closes')[0] as HTMLElement)).toBe(
      'Opening hours on Friday overlap with the next ones',
    );
    expect(server.sent(SAVE)).toHaveLength(0);
  });

  const PLACES: [path: string, message: string, at: () => HTMLElement][] = [
    ['regularHours.periods.1.openTime', 'Too late at night', () => times('Friday', 'Opens')[0]!],
    ['regularHours.periods[1].closeTime', 'Too long', () => times('Friday', 'Closes')[0]!],
    ['regularHours.periods[1].closeDay', 'Not on that day', () => times('Friday', 'Closes')[0]!],
    ['regularHours.periods.1', 'Not like this', () => times('Friday', 'Closes')[0]!],
    ['regularHours.periods', 'Opening hours on Friday must close within 24 hours', () => mode('Friday')],
    ['regularHours', 'Google does not accept these hours', () => mode('Monday')],
    ['regularHours.periods.70', 'At most 70 opening periods are possible', () => mode('Monday')],
  ];

  it.each(PLACES)('that the server reports at %s are shown there', async (path, message, at) => {
    const { save } = await openForm(location(), {
      [SAVE]: () =>
        failWith(400, 'validation_failed', 'Please correct the marked fields.', [{ field: path, message }]),
    });
    setTime('Friday', 'Opens', '23:00');
    await save();
    await until(() => messageOf(at()));
    expect(messageOf(at())).toBe(message);
    expect(document.activeElement).toBe(at());
    await advance(100);
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toContain(message);
    setTime('Friday', 'Opens', '22:00');
    expect(messageOf(at())).toBeNull();
  });

  it('that the server reports on a day open 24 hours are shown at the day', async () => {
    const { save } = await openForm(location(), {
      [SAVE]: () =>
        failWith(400, 'validation_failed', 'Please correct the marked fields.', [
          { field: 'regularHours.periods[0].closeTime', message: 'Not around the clock' },
        ]),
    });
    choose('Monday', 'Open 24 hours');
    await save();
    await until(() => messageOf(mode('Monday')));
    expect(messageOf(mode('Monday'))).toBe('Not around the clock');
    expect(document.activeElement).toBe(mode('Monday'));
  });
});
