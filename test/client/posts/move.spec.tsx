import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { failWith, held, type Handlers } from '../../support/page/fake-server.js';
import { storedPost } from './builders.js';
import { dayButton, dayCell, dialog, fill, findAlertText, openMonth, setClock } from './setting.js';

const MOVE = 'PATCH /api/posts/:id';
const POST = storedPost({ summary: 'Rye from Monday', publishAt: '2026-11-24T09:00:00.000Z', version: 3 });
const FAILED = storedPost({ ...POST, status: 'FAILED', publishAt: '2026-11-19T09:00:00.000Z' });
const CHANGED = 'This post was changed somewhere else. Reload it and try again.';

beforeEach(() => setClock('2026-11-21T13:00:00Z'));

/** Opens the calendar with one post on a server that accepts changes to it. */
async function open(post = POST, options: { answers?: Handlers; address?: string } = {}) {
  let stored = post;
  const page = await openMonth(() => [stored], {
    ...options,
    answers: {
      'GET /api/posts/:id': () => ({ ...stored, attempts: [] }),
      [MOVE]: ({ body }) => {
        const { publishAt } = body as { publishAt: string };
        stored = { ...stored, publishAt, status: 'SCHEDULED', version: stored.version + 1 };
        return stored;
      },
      ...options.answers,
    },
  });
  return { ...page, moves: () => page.server.sent(MOVE).map(({ body }) => body) };
}

const chip = () => screen.getByRole('button', { name: /Rye from Monday/ });
const postOn = (day: string) => dayCell(day).queryByRole('button', { name: /Rye from Monday/ });
const button = (name: string) => screen.getByRole('button', { name });

/** Opens the dialog from the post's details. */
async function openDialog({ user }: Awaited<ReturnType<typeof open>>) {
  await user.click(chip());
  await user.click(await dialog().findByRole('button', { name: 'Move' }));
  return within(screen.getByRole('dialog', { name: 'Move post' }));
}

/** Drags the post to a day with the mouse. */
function drag(day: string): void {
  const dataTransfer = { setData: () => undefined };
  const cell = dayButton(day).closest('td')!;
  fireEvent.dragStart(chip().closest('li')!, { dataTransfer });
  fireEvent.dragOver(cell, { dataTransfer });
  fireEvent.drop(cell, { dataTransfer });
}

describe('Moving a post', () => {
  it('asks for day and time, is shown at once with a message, and can be undone', async () => {
    const page = await open();
    const question = await openDialog(page);
    expect(question.getByText('Scheduled for Tue 24 Nov 2026, 10:00.')).toBeTruthy();
    expect(question.getByText('Tuesday, in 2 d 20 h · Europe/Berlin, GMT+1')).toBeTruthy();
    fill('Date', '2026-11-26');
    fill('Time', '14:55');
    await page.user.click(question.getByRole('button', { name: 'Move' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(postOn('Thursday 26 November')).toBeTruthy();
    expect(postOn('Tuesday 24 November')).toBeNull();
    expect(document.activeElement).toBe(chip());
    await screen.findByText('Moved to Thu 26 Nov 2026, 14:55.');
    await waitFor(() =>
      expect(document.querySelector('[role=status][aria-atomic=false]')?.textContent).toContain(
        'Moved to Thu 26 Nov 2026, 14:55.',
      ),
    );
    expect(page.moves()).toEqual([{ publishAt: '2026-11-26T13:55:00.000Z', version: 3 }]);

    await page.user.click(button('Undo'));
    expect(postOn('Tuesday 24 November')).toBeTruthy();
    await screen.findByText('Moved back to Tue 24 Nov 2026, 10:00.');
    expect(page.moves()[1]).toEqual({ publishAt: POST.publishAt, version: 4 });
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    await page.user.click(button('Dismiss'));
    expect(screen.queryByText(/^Moved/)).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });

  it('also works in the list, where the post moves to another day', async () => {
    const page = await open(POST, { address: '/dashboard?view=calendar&month=2026-11' });
    await page.user.click(screen.getByRole('radio', { name: 'List' }));
    await page.user.click(await screen.findByRole('button', { name: 'Move' }));
    fill('Date', '2026-12-24');
    await page.user.click(dialog().getByRole('button', { name: 'Move' }));
    expect(screen.getByRole('rowheader').textContent).toBe('Thursday 24 December 1 post');
    expect(document.activeElement).toBe(button('View'));
    await screen.findByText('Moved to Thu 24 Dec 2026, 10:00.');
  });

  it('follows the rules of the composer', async () => {
    const page = await open();
    const question = await openDialog(page);
    for (const [date, time, message] of [
      ['', '10:00', 'Please set a publish date and time'],
      ['2026-11-21', '13:59', 'Publish time must be in the future'],
      [
        '2027-03-28',
        '02:30',
        'This time doesn’t exist on that day because the clocks go forward. Please set another time',
      ],
    ] as const) {
      fill('Date', date);
      fill('Time', time);
      expect(question.queryByText(message)).toBeNull();
      await page.user.click(question.getByRole('button', { name: 'Move' }));
      expect(question.getByText(message)).toBeTruthy();
    }
    expect(page.moves()).toEqual([]);
  });

  it('asks which one if a time comes twice', async () => {
    const page = await open();
    await openDialog(page);
    fill('Date', '2027-10-31');
    fill('Time', '02:30');
    await page.user.selectOptions(
      dialog().getByLabelText('The clocks go back: which 02:30?'),
      'The second one, GMT+1',
    );
    await page.user.click(dialog().getByRole('button', { name: 'Move' }));
    await screen.findByText('Moved to Sun 31 Oct 2027, 02:30.');
    expect(page.moves()).toEqual([{ publishAt: '2027-10-31T01:30:00.000Z', version: 3 }]);
  });

  it('schedules a failed post again, without Undo, since its old time is in the past', async () => {
    const page = await open(FAILED);
    const question = await openDialog(page);
    expect(
      question.getByText('Failed on Thu 19 Nov 2026, 10:00. Choose a new time to schedule it again.'),
    ).toBeTruthy();
    await page.user.click(question.getByRole('button', { name: 'Move' }));
    await screen.findByText('Moved to Sat 21 Nov 2026, 15:00.');
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('is not offered after publishing has started', async () => {
    const { user } = await open(storedPost({ ...POST, status: 'QUEUED' }));
    await user.click(chip());
    await dialog().findByText('Publishing history');
    expect(dialog().queryByRole('button', { name: 'Move' })).toBeNull();
  });

  it('is rolled back when it fails, and says why', async () => {
    const answer = held<Response>();
    const page = await open(POST, { answers: { [MOVE]: () => answer.promise } });
    await openDialog(page);
    fill('Date', '2026-11-26');
    await page.user.click(dialog().getByRole('button', { name: 'Move' }));
    expect(postOn('Thursday 26 November')).toBeTruthy();
    answer.release(failWith(409, 'post_changed', CHANGED));
    await findAlertText(CHANGED);
    expect(postOn('Tuesday 24 November')).toBeTruthy();
    expect(screen.queryByText(/^Moved/)).toBeNull();
    await page.user.click(button('Dismiss'));
    expect(within(screen.getByRole('main')).queryByText(CHANGED)).toBeNull();
  });

  it("shows the server's error about the time", async () => {
    const page = await open(POST, {
      answers: {
        [MOVE]: () =>
          failWith(400, 'validation_failed', 'Please correct the marked fields.', [
            { field: 'publishAt', message: 'Publish time must be in the future' },
          ]),
      },
    });
    await openDialog(page);
    fill('Date', '2026-11-26');
    await page.user.click(dialog().getByRole('button', { name: 'Move' }));
    await screen.findByText('Publish time must be in the future');
  });

  it('closes the dialog of a day, and focus follows the post', async () => {
    const { user } = await open();
    await user.click(dayButton('Tuesday 24 November'));
    await user.click(dialog().getByRole('button', { name: 'Move' }));
    await user.keyboard('{Escape}');
    expect(document.activeElement).toBe(dialog().getByRole('button', { name: 'Move' }));
    await user.click(dialog().getByRole('button', { name: 'Move' }));
    const question = within(screen.getByRole('dialog', { name: 'Move post' }));
    fireEvent.change(question.getByLabelText('Date'), { target: { value: '2026-12-24' } });
    await user.click(question.getByRole('button', { name: 'Move' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(dayButton('Tuesday 24 November'));
    await screen.findByText('Moved to Thu 24 Dec 2026, 10:00.');
  });
});

describe('Dragging a post', () => {
  it('moves it to another day at the same time of day', async () => {
    const page = await open();
    drag('Friday 27 November');
    expect(postOn('Friday 27 November')).toBeTruthy();
    await screen.findByText('Moved to Fri 27 Nov 2026, 10:00.');
    await page.user.click(button('Undo'));
    await screen.findByText('Moved back to Tue 24 Nov 2026, 10:00.');
  });

  it('keeps the time of day when the clocks change', async () => {
    const march = storedPost({ ...POST, publishAt: '2027-03-26T09:00:00.000Z' });
    const page = await open(march, { address: '/dashboard?view=calendar&month=2027-03' });
    drag('Monday 29 March');
    await screen.findByText('Moved to Mon 29 Mar 2027, 10:00.');
    expect(page.moves()).toEqual([{ publishAt: '2027-03-29T08:00:00.000Z', version: 3 }]);
  });

  it('to the past is refused with a message', async () => {
    const page = await open();
    drag('Friday 20 November');
    expect(screen.getByText('Publish time must be in the future').getAttribute('role')).toBe('alert');
    drag('Saturday 21 November');
    expect(screen.getByText('Publish time must be in the future')).toBeTruthy();
    expect(page.moves()).toEqual([]);
  });

  it('to its own day does nothing', async () => {
    const page = await open();
    drag('Tuesday 24 November');
    expect(page.moves()).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull();
  });

  it('is not possible for a published post', async () => {
    await open(storedPost({ ...POST, status: 'PUBLISHED', publishAt: '2026-11-17T09:00:00.000Z' }));
    expect(chip().closest('li')?.draggable).toBe(false);
  });
});
