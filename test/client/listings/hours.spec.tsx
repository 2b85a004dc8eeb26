import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';
import type { OpeningPeriod } from '../../../client/listings/opening-hours.js';
import { failWith } from '../../support/page/fake-server.js';
import { messageOf } from '../../support/page/form.js';
import { advance, steerTimers, until } from '../../support/page/steered-timers.js';
import { location } from './builders.js';
import { openForm, SAVE } from './setting.js';

const MONDAY: OpeningPeriod = {
  openDay: 'MONDAY',
  openTime: '09:00',
  closeDay: 'MONDAY',
  closeTime: '17:30',
};
const FRIDAY: OpeningPeriod = {
  openDay: 'FRIDAY',
  openTime: '20:00',
  closeDay: 'SATURDAY',
  closeTime: '02:00',
};

beforeEach(steerTimers);

type Label = 'from' | 'to';

const day = (name: string) => within(screen.getByRole('group', { name }));
const times = (name: string, label: Label) =>
  day(name).queryAllByLabelText<HTMLInputElement>(new RegExp(`^${name} ${label}\\b`));
const isOpen = (name: string) =>
  day(name).getByRole<HTMLInputElement>('switch', { name: `${name}, open or closed` });
const allDay = (name: string) =>
  day(name).getByRole<HTMLInputElement>('checkbox', { name: `${name}, open 24 hours` });
const toggle = (control: HTMLElement) => fireEvent.click(control);

/** Sets a time as the browser's control does: to a complete time or to nothing. */
function setTime(name: string, label: Label, value: string, which = 0): void {
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
    expect(week.filter((name) => isOpen(name).checked)).toEqual(['Monday', 'Friday']);
    expect(day('Tuesday').getByText('Closed all day')).toBeTruthy();
    expect([times('Monday', 'from')[0]?.value, times('Monday', 'to')[0]?.value]).toEqual(['09:00', '17:30']);
    expect([times('Friday', 'from')[0]?.value, times('Friday', 'to')[0]?.value]).toEqual(['20:00', '02:00']);
    expect(day('Friday').getByText('closes Saturday 02:00')).toBeTruthy();
    expect(day('Monday').queryByText(/^closes/)).toBeNull();
  });

  it('close on the next day when the closing time is earlier, and say so', async () => {
    const form = await openForm();
    setTime('Monday', 'to', '01:30');
    expect(day('Monday').getByText('closes Tuesday 01:30')).toBeTruthy();
    expect(await saveHours(form)).toEqual([{ ...MONDAY, closeDay: 'TUESDAY', closeTime: '01:30' }, FRIDAY]);
  });

  it('close at midnight as 24:00, and say so', async () => {
    const form = await openForm();
    setTime('Friday', 'to', '00:00');
    expect(times('Friday', 'to')[0]?.value).toBe('00:00');
    expect(day('Friday').getByText('closes at midnight')).toBeTruthy();
    expect(await saveHours(form)).toEqual([MONDAY, { ...FRIDAY, closeDay: 'FRIDAY', closeTime: '24:00' }]);
  });

  it('may have several periods on a day', async () => {
    const form = await openForm();
    setTime('Monday', 'to', '12:00');
    await form.user.click(day('Monday').getByRole('button', { name: 'Add a span to Monday' }));
    expect(document.activeElement).toBe(times('Monday', 'from')[1]);
    setTime('Monday', 'from', '13:00', 1);
    setTime('Monday', 'to', '18:00', 1);
    expect(await saveHours(form)).toEqual([
      { ...MONDAY, closeTime: '12:00' },
      { ...MONDAY, openTime: '13:00', closeTime: '18:00' },
      FRIDAY,
    ]);
  });

  it('can be removed while the day has others', async () => {
    const two = [MONDAY, { ...MONDAY, openTime: '19:00', closeTime: '22:00' }, FRIDAY];
    const form = await openForm(location({ regularHours: { periods: two } }));
    await form.user.click(day('Monday').getByRole('button', { name: 'Remove the first span of Monday' }));
    expect(times('Monday', 'from').map(({ value }) => value)).toEqual(['19:00']);
    expect(day('Monday').queryByRole('button', { name: /^Remove/ })).toBeNull();
    expect(document.activeElement).toBe(isOpen('Monday'));
    expect(await saveHours(form)).toEqual(two.slice(1));
  });

  it('are gone when the day is closed, and there again when it is opened', async () => {
    const form = await openForm();
    toggle(isOpen('Monday'));
    expect(times('Monday', 'from')).toHaveLength(0);
    toggle(isOpen('Monday'));
    expect(times('Monday', 'from')[0]?.value).toBe('09:00');
    toggle(isOpen('Monday'));
    expect(await saveHours(form)).toEqual([FRIDAY]);
  });

  it('can be open 24 hours', async () => {
    const form = await openForm();
    toggle(allDay('Monday'));
    expect(times('Monday', 'from')).toHaveLength(0);
    expect(day('Monday').getByText('Open 24 hours')).toBeTruthy();
    expect(await saveHours(form)).toEqual([{ ...MONDAY, openTime: '00:00', closeTime: '24:00' }, FRIDAY]);
  });

  it('are still open 24 hours if that day was closed for a moment', async () => {
    const monday = { ...MONDAY, openTime: '00:00', closeTime: '24:00' };
    await openForm(location({ regularHours: { periods: [monday] } }));
    toggle(isOpen('Monday'));
    toggle(isOpen('Monday'));
    expect(allDay('Monday').checked).toBe(true);
  });

  it('of a closed day are 09:00 to 17:00 when it is opened', async () => {
    const form = await openForm();
    toggle(isOpen('Sunday'));
    const sunday = { openDay: 'SUNDAY', openTime: '09:00', closeDay: 'SUNDAY', closeTime: '17:00' };
    expect(await saveHours(form)).toEqual([MONDAY, FRIDAY, sunday]);
  });

  it('are not set if every day is closed, and say so', async () => {
    const form = await openForm();
    toggle(isOpen('Monday'));
    toggle(isOpen('Friday'));
    expect(screen.getByText('With every day closed, your hours will show as not set.')).toBeTruthy();
    expect(await saveHours(form)).toBeNull();
    expect(screen.getByRole('region', { name: 'Business Hours' }).textContent).toContain('Hours not set');
  });

  it('can be copied to other days', async () => {
    const form = await openForm();
    const opener = day('Friday').getByRole('button', { name: 'Copy Friday’s hours to other days' });
    await form.user.click(opener);
    const choice = within(screen.getByRole('group', { name: 'Copy Friday’s hours to' }));
    expect(choice.getByText('This replaces the current hours on these days.')).toBeTruthy();
    expect(choice.queryByRole('checkbox', { name: 'Friday' })).toBeNull();
    expect(choice.getByRole<HTMLButtonElement>('button', { name: 'Copy hours' }).disabled).toBe(true);
    expect(document.activeElement).toBe(choice.getByRole('checkbox', { name: 'All other days' }));
    await form.user.click(choice.getByRole('checkbox', { name: 'Saturday' }));
    await form.user.click(choice.getByRole('checkbox', { name: 'Sunday' }));
    await form.user.click(choice.getByRole('button', { name: 'Copy hours' }));
    expect(document.activeElement).toBe(opener);
    expect(screen.getByText('2 days changed.')).toBeTruthy();
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
      form.user.click(screen.getByRole('button', { name: 'Copy Monday’s hours to other days' }));
    await open();
    await form.user.click(screen.getByRole('checkbox', { name: 'All other days' }));
    const choice = within(screen.getByRole('group', { name: 'Copy Monday’s hours to' }));
    await form.user.click(choice.getByRole('button', { name: 'Cancel' }));
    expect(isOpen('Tuesday').checked).toBe(false);
    await open();
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'All other days' }).checked).toBe(false);
    await form.user.keyboard(' {Enter}');
    expect(form.server.sent(SAVE)).toHaveLength(0);
    expect(await saveHours(form)).toHaveLength(7);
  });

  it('that were not changed are not sent', async () => {
    const form = await openForm();
    toggle(isOpen('Monday'));
    toggle(isOpen('Monday'));
    form.fill('Business name', 'Hearth');
    await form.save();
    await until(() => screen.queryByRole('button', { name: 'Edit Details' }));
    expect(form.body()).toEqual({ name: 'Hearth' });
  });
});

describe('The hours by keyboard', () => {
  const DAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const;
  const all = DAYS.map((each) => ({ openDay: each, openTime: '09:00', closeDay: each, closeTime: '17:00' }));
  const openWeek = () => openForm(location({ regularHours: { periods: all } }));
  const focused = () => document.activeElement;

  it('take at most 20 stops for the whole week', async () => {
    const { user } = await openWeek();
    const week = screen.getByRole('region', { name: 'Business Hours' });
    isOpen('Monday').focus();
    const stops: (Element | null)[] = [];
    for (; week.contains(focused()); await user.tab()) stops.push(focused());
    expect(stops.length).toBeLessThanOrEqual(20);
    // Each day is among them, and the fields of the first.
    expect(stops).toEqual(expect.arrayContaining(screen.getAllByRole('switch')));
    expect(stops).toContain(times('Monday', 'to')[0]);
  });

  it('are those of the day on whose switch Enter was pressed, to which the arrows lead, and nothing is saved', async () => {
    const { user, server } = await openWeek();
    isOpen('Monday').focus();
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}');
    expect(focused()).toBe(isOpen('Wednesday'));
    expect(isOpen('Wednesday').getAttribute('aria-describedby')).toBe(
      day('Wednesday').getByText('Press Enter to edit this day').id,
    );
    await user.keyboard('{Enter}');
    expect(focused()).toBe(times('Wednesday', 'from')[0]);
    const rest = [
      times('Wednesday', 'to')[0],
      allDay('Wednesday'),
      day('Wednesday').getByRole('button', { name: 'Add a span to Wednesday' }),
      day('Wednesday').getByRole('button', { name: 'Copy Wednesday’s hours to other days' }),
      isOpen('Thursday'),
    ];
    for (const stop of rest) {
      await user.tab();
      expect(focused()).toBe(stop);
    }
    await user.tab({ shift: true });
    expect(focused()).toBe(rest[3]);
    expect(server.sent(SAVE)).toEqual([]);
  });

  it('are those of the day that was just opened, or that was clicked', async () => {
    const { user } = await openForm();
    isOpen('Sunday').focus();
    await user.keyboard(' ');
    await user.tab();
    expect(focused()).toBe(times('Sunday', 'from')[0]);
    await user.click(times('Friday', 'from')[0]!);
    await user.tab();
    expect(focused()).toBe(times('Friday', 'to')[0]);
  });
});

describe('Invalid hours', () => {
  it('are reported at the missing time', async () => {
    const { save, server } = await openForm();
    setTime('Monday', 'from', '');
    setTime('Friday', 'to', '');
    await save();
    expect(messageOf(times('Monday', 'from')[0] as HTMLElement)).toBe('Enter an opening time.');
    expect(messageOf(times('Friday', 'to')[0] as HTMLElement)).toBe('Enter a closing time.');
    expect(document.activeElement).toBe(times('Monday', 'from')[0]);
    expect(server.sent(SAVE)).toHaveLength(0);
  });

  it('are reported if opening and closing are the same, until that is corrected', async () => {
    const form = await openForm();
    setTime('Friday', 'to', '20:00');
    await form.save();
    const closing = times('Friday', 'to')[0] as HTMLElement;
    expect(messageOf(closing)).toBe('The opening and closing times must be different.');
    expect(document.activeElement).toBe(times('Friday', 'from')[0]);
    setTime('Friday', 'to', '21:00');
    expect(messageOf(closing)).toBeNull();
    expect(await saveHours(form)).toEqual([MONDAY, { ...FRIDAY, closeDay: 'FRIDAY', closeTime: '21:00' }]);
  });

  it('are reported if they overlap, also across midnight', async () => {
    const { save, server } = await openForm();
    toggle(isOpen('Saturday'));
    setTime('Saturday', 'from', '01:00');
    await save();
    expect(messageOf(times('Friday', 'to')[0] as HTMLElement)).toBe('These hours overlap with Saturday’s.');
    expect(server.sent(SAVE)).toHaveLength(0);
  });

  it('are reported at the second span if it begins before the first one ends', async () => {
    const { user, save } = await openForm();
    await user.click(day('Monday').getByRole('button', { name: 'Add a span to Monday' }));
    setTime('Monday', 'from', '17:00', 1);
    setTime('Monday', 'to', '20:00', 1);
    await save();
    expect(messageOf(times('Monday', 'from')[1] as HTMLElement)).toBe(
      'The second span begins before the first one ends.',
    );
    expect(document.activeElement).toBe(times('Monday', 'from')[1]);
  });

  const PLACES: [path: string, message: string, at: () => HTMLElement][] = [
    ['regularHours.periods.1.openTime', 'Too late at night', () => times('Friday', 'from')[0]!],
    ['regularHours.periods[1].closeTime', 'Too long', () => times('Friday', 'to')[0]!],
    ['regularHours.periods[1].closeDay', 'Not on that day', () => times('Friday', 'to')[0]!],
    ['regularHours.periods.1', 'Not like this', () => times('Friday', 'from')[0]!],
    [
      'regularHours.periods',
      'Opening hours on Friday must close within 24 hours',
      () => times('Friday', 'from')[0]!,
    ],
    [
      'regularHours.periods',
      'Opening hours on Friday overlap with those on Monday',
      () => times('Friday', 'from')[0]!,
    ],
    ['regularHours', 'Google doesn’t accept these hours', () => times('Monday', 'from')[0]!],
    ['regularHours.periods.70', 'At most 70 opening periods are possible', () => times('Monday', 'from')[0]!],
  ];

  it.each(PLACES)('that the server reports at %s are shown there', async (path, message, at) => {
    const { save } = await openForm(location(), {
      [SAVE]: () =>
        failWith(400, 'validation_failed', 'Please correct the marked fields.', [{ field: path, message }]),
    });
    setTime('Friday', 'from', '23:00');
    await save();
    await until(() => messageOf(at()));
    expect(messageOf(at())).toBe(message);
    expect(document.activeElement).toBe(at());
    await advance(100);
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toContain(message);
    setTime('Friday', 'from', '22:00');
    expect(messageOf(at())).toBeNull();
  });

  it('that the server reports on a day open 24 hours are shown at the day', async () => {
    const { save } = await openForm(location(), {
      [SAVE]: () =>
        failWith(400, 'validation_failed', 'Please correct the marked fields.', [
          { field: 'regularHours.periods[0].closeTime', message: 'Not around the clock' },
        ]),
    });
    toggle(allDay('Monday'));
    await save();
    await until(() => messageOf(isOpen('Monday')));
    expect(messageOf(isOpen('Monday'))).toBe('Not around the clock');
    expect(document.activeElement).toBe(isOpen('Monday'));
  });
});
