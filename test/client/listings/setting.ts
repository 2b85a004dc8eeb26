import { fireEvent, screen, within } from '@testing-library/react';
import { failWith, type Handlers } from '../../support/page/fake-server.js';
import { renderPage } from '../../support/page/page.js';
import { until } from '../../support/page/steered-timers.js';
import { account, list, location } from './builders.js';

export const SAVE = 'PATCH /api/locations/:id';

/** The server answers 500. */
export const serverError = () =>
  failWith(500, 'internal', 'Something went wrong on our side. Please try again.');

/** The server refuses: the request is not tried again by itself. */
export const refusal = () => failWith(400, 'validation_failed', 'No.');

/** The server answers 404. */
export const notFound = () => failWith(404, 'not_found', 'The requested resource was not found.');

/** Opens the client at an address, with one account that has one location. The test controls the timers. */
export function open(address: string, answers: Handlers = {}) {
  return renderPage(address, {
    answers: {
      'GET /api/accounts': () => ({ items: [account()] }),
      'GET /api/locations': () => list([location()]),
      'GET /api/locations/:id': () => location(),
      ...answers,
    },
  });
}

/** Waits for a heading, of level 1 by default. */
export const heading = (name: string | RegExp, level = 1) =>
  until(() => screen.queryByRole('heading', { level, name }));

/** The texts of all elements with a role, in order. */
export const textsOf = (role: string, inside: HTMLElement = document.body) =>
  within(inside)
    .queryAllByRole(role)
    .map(({ textContent }) => textContent);

/** The polite announcements that are still in the page. */
export const announced = () =>
  screen
    .getAllByRole('status')
    .flatMap((region) => [...region.querySelectorAll('p')].map(({ textContent }) => textContent));

/** Opens the details of `shown` from the list of its account. */
export async function openDetails(shown = location(), answers: Handlers = {}) {
  const page = open(`/dashboard?view=location-details&account=account-1&location=${shown.id}`, {
    'GET /api/locations': () => list([shown]),
    'GET /api/locations/:id': () => shown,
    ...answers,
  });
  await heading(shown.name);
  return page;
}

/** Opens the form for `shown`. Returns functions to use it. */
export async function openForm(shown = location(), answers: Handlers = {}) {
  const page = await openDetails(shown, {
    [SAVE]: ({ body }) => ({ ...shown, ...(body as object) }),
    ...answers,
  });
  await page.user.click(screen.getByRole('button', { name: 'Edit Details' }));
  return {
    ...page,
    save: () => page.user.click(screen.getByRole('button', { name: 'Save Changes' })),
    /** Fills a field at once, as pasting does, and leaves the focus there. */
    fill(label: string, value: string) {
      field(label).focus();
      fireEvent.change(field(label), { target: { value } });
    },
    /** The last saved body. */
    body: () => page.server.sent(SAVE).at(-1)?.body,
  };
}

/** A field by its label, which may end with "(optional)". */
export const field = (label: string) =>
  screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}( \\(optional\\))?$`));
