import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { storedPost } from './builders.js';
import { dayButton, field, openMonth, setClock } from './setting.js';

const WEEK = '/dashboard?view=calendar&layout=week';
const POST = storedPost({ summary: 'Rye from Monday', publishAt: '2026-11-24T09:15:00.000Z' });

beforeEach(() => setClock('2026-11-23T13:20:00Z'));

/** Opens the week on a server that moves the post. */
async function open(address = WEEK) {
  let stored = POST;
  return openMonth(() => [stored], {
    address,
    answers: {
      'PATCH /api/posts/:id': ({ body }) => (stored = { ...stored, ...(body as object), version: 2 }),
    },
  });
}

const rows = () => within(screen.getByRole('table')).getAllByRole('row');
const name = () => screen.getByText(/^\d.* to .* \d{4}$/, { selector: 'h2' }).textContent;

describe('The week', () => {
  it('has rows from the first hour with posts to the last, and the line of the current time', async () => {
    await open();
    expect(name()).toBe('23 to 29 November 2026');
    expect(rows().map((row) => within(row).queryByRole('rowheader')?.textContent)).toEqual([
      undefined,
      '10:00',
      '11:00',
      '14:00',
    ]);
    expect(rows()[2]?.textContent).toBe('11:00Nothing from 11:00 to 14:00');
    expect(rows()[3]?.textContent).toBe('14:00Now, 14:20');
    expect(document.querySelectorAll('[aria-current=date]')).toHaveLength(1);
  });

  it('is one of three layouts, and its week is kept in the address', async () => {
    const { user, address } = await open();
    await user.click(screen.getByRole('button', { name: 'Next week' }));
    await waitFor(() => expect(name()).toBe('30 November to 6 December 2026'));
    expect(address()).toBe('/dashboard?view=calendar&week=2026-11-30');
    expect(await screen.findByText('No posts from 30 November to 6 December 2026.')).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: 'Month' }));
    expect(address()).toBe('/dashboard?view=calendar&month=2026-11');
    await user.click(screen.getByRole('radio', { name: 'Week' }));
    expect(name()).toBe('23 to 29 November 2026');
    expect(address()).toBe(WEEK);
  });

  it('adds a post on a day', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Add a post on Friday 27 November 2026' }));
    expect(field('Date').value).toBe('2026-11-27');
  });

  it('moves a post to the day and hour to which it is dragged', async () => {
    await open();
    const dataTransfer = { setData: () => undefined };
    fireEvent.dragStart(screen.getByText('Rye from Monday').closest('li')!, { dataTransfer });
    const weekday = dayButton('Friday 27 November').closest('th')!.cellIndex;
    const cell = rows()[3]!.querySelectorAll('th, td')[weekday]!;
    fireEvent.dragOver(cell, { dataTransfer });
    fireEvent.drop(cell, { dataTransfer });
    expect(await screen.findByText('Moved to Fri 27 Nov 2026, 14:15.')).toBeTruthy();
  });
});
