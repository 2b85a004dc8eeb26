import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { Schemas } from '../../../client/api/client.js';
import { failWith, held, type Handlers } from '../../support/page/fake-server.js';
import { renderPage } from '../../support/page/page.js';
import { answersOfConnected } from '../business-profile/builders.js';
import { postList, storedPost } from './builders.js';
import { dialog, emptyCalendar, isClosed, setClock } from './setting.js';

const LIST = 'GET /api/posts';
const RETRY = 'POST /api/posts/retry';

const unconfirmed = (number: number, summary: string): Schemas['PostDto'] =>
  storedPost({
    id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    summary,
    publishAt: `2026-11-20T0${number}:00:00.000Z`,
    status: 'FAILED',
    detail: 'unconfirmed',
    errorDetails: 'We couldn’t confirm whether Google published this post.',
  });
const RYE = unconfirmed(7, 'Rye bread');
const STOLLEN = unconfirmed(8, 'Stollen');

beforeEach(() => setClock('2026-11-21T13:00:00Z'));

/** Opens the calendar of a connected user with these unconfirmed posts. */
async function openCalendar(posts: () => Schemas['PostListDto'], answers: Handlers = {}) {
  const page = renderPage('/dashboard?view=calendar', {
    answers: {
      ...emptyCalendar(),
      ...answersOfConnected(),
      [LIST]: ({ query }) => (query['unconfirmed'] ? posts() : postList([])),
      ...answers,
    },
  });
  await screen.findByRole('heading', { name: 'No posts yet' });
  return page;
}

const openDialog = async (page: Awaited<ReturnType<typeof openCalendar>>) => {
  await page.user.click(await screen.findByRole('button', { name: 'Show and retry' }));
  await screen.findByRole('dialog', { name: 'Not confirmed' });
};
const retried = (page: Awaited<ReturnType<typeof openCalendar>>) =>
  page.server.sent(RETRY).map(({ body }) => body);

describe('Posts that could not be confirmed', () => {
  it('are listed in the calendar', async () => {
    const counts = { all: 112, scheduled: 0, published: 0, failed: 112 };
    const page = await openCalendar(() => ({ ...postList([STOLLEN, RYE], 'next'), counts }));
    const banner = await screen.findByText(/^Not confirmed: 112\. They may be live on Google\.$/);
    expect(banner.closest('.warning')).toBeTruthy();
    await openDialog(page);
    const boxes = dialog().getAllByRole<HTMLInputElement>('checkbox');
    expect(boxes.map(({ labels }) => labels?.[0]?.textContent)).toEqual([
      'Fri 20 Nov 2026, 08:00, Hearth & Crumb, Market SquareRye bread',
      'Fri 20 Nov 2026, 09:00, Hearth & Crumb, Market SquareStollen',
    ]);
    expect(boxes.every(({ checked }) => checked)).toBe(true);
    expect(dialog().getByText('+110 more, after these')).toBeTruthy();
  });

  it('are retried together, with a message that Google is checked first', async () => {
    let posts = [STOLLEN, RYE];
    const answer = held<object>();
    const page = await openCalendar(() => postList(posts), { [RETRY]: () => answer.promise });
    await openDialog(page);
    await page.user.click(dialog().getByRole('button', { name: 'Retry 2 posts' }));
    expect(dialog().getByRole('button', { name: 'Retrying...' })).toHaveProperty('disabled', true);
    posts = [];
    answer.release({ items: [] });
    await isClosed();
    expect(await screen.findAllByText('Retrying 2 posts. Google is checked first.')).toBeTruthy();
    expect(retried(page)).toEqual([{ ids: [RYE.id, STOLLEN.id] }]);
    await waitFor(() => expect(screen.queryByText(/^Not confirmed/)).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });

  it('are retried without the unchecked ones', async () => {
    const page = await openCalendar(() => postList([STOLLEN, RYE]), { [RETRY]: () => ({ items: [] }) });
    await openDialog(page);
    await page.user.click(dialog().getByRole('checkbox', { name: /Rye bread$/ }));
    await page.user.click(dialog().getByRole('button', { name: 'Retry 1 post' }));
    await isClosed();
    expect(retried(page)).toEqual([{ ids: [STOLLEN.id] }]);
  });

  it('cannot be retried if none is checked', async () => {
    const page = await openCalendar(() => postList([RYE]));
    await openDialog(page);
    await page.user.click(dialog().getByRole('checkbox'));
    expect(dialog().getByRole('button', { name: 'Retry' })).toHaveProperty('disabled', true);
  });

  it('stay, with the error, if they could not be retried', async () => {
    const page = await openCalendar(() => postList([RYE]), {
      [RETRY]: () => failWith(503, 'unavailable', 'The service isn’t available right now.'),
    });
    await openDialog(page);
    await page.user.click(dialog().getByRole('button', { name: 'Retry 1 post' }));
    await dialog().findByText('The posts couldn’t be retried. Please try again.');
    expect(dialog().getAllByRole('checkbox')).toHaveLength(1);
  });

  it('are not loaded on sample data', async () => {
    const page = renderPage('/dashboard?view=calendar', { answers: emptyCalendar() });
    await screen.findByRole('heading', { name: 'No posts yet' });
    expect(page.server.sent(LIST).some(({ query }) => query['unconfirmed'])).toBe(false);
    expect(within(document.body).queryByText(/^Not confirmed/)).toBeNull();
  });
});
