import { expect, jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Schemas } from '../../../client/api/client.js';
import type { Handlers } from '../../support/page/fake-server.js';
import { profile, renderPage } from '../../support/page/page.js';
import { ALWAYS_REAL } from '../../support/page/steered-timers.js';
import { place, placeList, postList } from './builders.js';

type Post = Schemas['PostDto'];

const TIMERS = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const;

/**
 * Stops the clock at an instant and sets the browser's time zone, until the test ends. With `timers`, timers also stop
 * until the test advances them.
 */
export function setClock(now: string, timeZone = 'Europe/Berlin', { timers = false } = {}): void {
  const options = new Intl.DateTimeFormat('en-GB', { timeZone }).resolvedOptions();
  // Before the clock is stopped, since the fake clock's Intl uses the real one.
  jest.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(options);
  jest.useFakeTimers({
    now: new Date(now),
    doNotFake: timers ? [...ALWAYS_REAL] : [...ALWAYS_REAL, ...TIMERS],
  });
}

/** The route that schedules a post. */
export const POST = 'POST /api/posts';

/** A server with two locations and no posts that accepts new posts. */
export function emptyCalendar(): Handlers {
  return {
    'GET /api/locations': () =>
      placeList([
        place(),
        place({
          id: 'location-2',
          name: 'Hearth & Crumb, Station Road',
          address: '11 Station Road, Ashbourne DE6 1GH',
          phoneNumber: null,
          storeCode: 'HC-02',
        }),
      ]),
    'GET /api/accounts': () => ({ items: [] }),
    'GET /api/posts': () => postList([]),
    'POST /api/posts': () => ({}),
  };
}

/** The tabs with their counts. */
export const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);

/** Whether a part of the page is loading. */
export const isBusy = () => document.querySelector('[aria-busy=true]') !== null;

/** The open composer or other dialog. */
export const dialog = () => within(screen.getByRole('dialog'));

/** A field of the open dialog by its label, which may end with "(optional)". */
export const field = (label: string) =>
  dialog().getByLabelText<HTMLInputElement>(new RegExp(`^${label}( \\(optional\\))?$`));

/** Fills a field at once, as pasting or a date picker does. */
export function fill(label: string, value: string): void {
  fireEvent.change(field(label), { target: { value } });
}

/** Finds a location in the field by a part of its name, and chooses it. */
export async function chooseLocation(name: string): Promise<void> {
  fill('Location', name);
  fireEvent.click(await dialog().findByRole('option', { name: new RegExp(name) }));
}

/** Opens the composer from the view at an address and waits for the location of that address. */
export async function openComposer(
  answers: Handlers = {},
  address = '/dashboard?view=calendar',
  user = profile(),
) {
  const page = renderPage(address, { answers: { ...emptyCalendar(), ...answers }, user });
  await page.user.click(await screen.findByRole('button', { name: /^schedule post$/i }));
  await screen.findByRole('dialog');
  await waitFor(() => expect(field('Location').value).not.toBe('Chosen location'));
  return {
    ...page,
    submit: () => page.user.click(dialog().getByRole('button', { name: 'Schedule' })),
    /** Chooses a post type. */
    choose: (type: string) => page.user.click(dialog().getByRole('radio', { name: type })),
    /** The body of the last request that scheduled a post. */
    body: () => page.server.sent(POST).at(-1)?.body,
  };
}

/** Waits for a text in an alert of the page. A toast may show the same text for some seconds. */
export const findAlertText = (text: string) =>
  screen.findByText(text, { selector: ':is(main, dialog) :is([role=alert], [role=alert] *)' });

/** Waits until no dialog is open. */
export const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

/** A list of posts on a server that filters by period and location. */
export function postsRoute(posts: () => Post[]): Handlers {
  return {
    'GET /api/posts': ({ query: { from, to, locationId } }) =>
      postList(
        posts().filter(
          (post) =>
            (from === undefined || post.publishAt >= from) &&
            (to === undefined || post.publishAt < to) &&
            (locationId === undefined || post.locationId === locationId),
        ),
      ),
  };
}

/** Opens the calendar with these posts as a list. */
export async function openList(
  posts: Post[],
  answers: Handlers = {},
  address = '/dashboard?view=calendar',
  { narrow = false } = {},
) {
  const page = renderPage(address, {
    answers: { ...emptyCalendar(), 'GET /api/posts': () => postList(posts), ...answers },
    narrow,
  });
  await screen.findByRole('table', { name: 'Scheduled posts' });
  return page;
}

/** Opens the calendar at an address. Weeks begin on Monday. */
export async function openMonth(
  posts: () => Post[],
  options: { answers?: Handlers; address?: string; narrow?: boolean } = {},
) {
  const { answers, address = '/dashboard?view=calendar&month=2026-11', narrow = false } = options;
  const page = renderPage(address, {
    answers: { ...emptyCalendar(), ...postsRoute(posts), ...answers },
    narrow,
  });
  await screen.findByRole('heading', { level: 1, name: 'Content Calendar' });
  await waitFor(() => expect(isBusy()).toBe(false));
  return page;
}

/** The button of a day in a grid, by the start of its name: `Saturday 21 November`. */
export function dayButton(name: string): HTMLElement {
  const words = screen.getByText(new RegExp(`^((Today|Tomorrow|Yesterday), )?${name}`), {
    selector: ':is(td, th) button *',
  });
  return words.closest('button')!;
}

/** The cell of a day. */
export const dayCell = (name: string) => within(dayButton(name).closest('td')!);
