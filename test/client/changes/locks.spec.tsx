import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { Schemas } from '../../../client/api/client.js';
import { failWith, type Handlers } from '../../support/page/fake-server.js';
import { answersOfConnected, connected, importing, notConnected } from '../business-profile/builders.js';
import { MATCHES, matchesOf } from '../campaigns/compose-setting.js';
import { setClock } from '../posts/setting.js';
import {
  change,
  changeList,
  type Lock,
  lock,
  lockEvent,
  lockList,
  undone,
  uuid,
  value,
  waitingEdit,
} from './builders.js';
import { openLog } from './setting.js';

beforeEach(() => setClock('2026-11-21T15:00:00.000Z', 'Europe/London'));

const LOCKS = '/dashboard?view=change-log&tab=locks';
const LIST = 'GET /api/locks';
const MAKE = 'POST /api/locks';
const CHANGE = 'PATCH /api/locks/:id';
const UNLOCK = 'DELETE /api/locks/:id';
const REJECT = 'POST /api/google-edits/:id/reject';
const ACCEPT = 'POST /api/google-edits/:id/accept';

/** Opens the locks; the test may change the list. */
const openLocks = (locks: Lock[], answers: Handlers = {}, address = LOCKS) =>
  openLog(
    {
      [LIST]: () => lockList(locks),
      [MATCHES]: ({ body }) => matchesOf(body as Schemas['ChosenQueryDto']),
      'GET /api/selections': () => ({ items: [] }),
      ...answers,
    },
    address,
  );

const row = async (name: string) => {
  const heading = await screen.findByRole('heading', { level: 3, name });
  return within(heading.closest('li') as HTMLElement);
};
const PHONE = 'Phone number of Hearth & Crumb, Market Square';
const WEBSITES = 'Website of 412 locations';

/** The lock of many websites, which was used once. */
const ofMany = (own: Partial<Lock> = {}) =>
  lock({
    id: uuid(702),
    field: 'websiteUri',
    title: 'label Walk-in',
    locations: { count: 412, first: lock().locations.first },
    kept: null,
    used: { value: 1, field: 1 },
    events: [
      lockEvent({ id: uuid(811), kind: 'put_back', storeCode: 'HC-118', at: '2026-11-20T10:00:00.000Z' }),
    ],
    ...own,
  });

/** A lock whose budget is spent. */
const spent = () =>
  lock({
    used: { value: 2, field: 2 },
    waiting: [waitingEdit()],
    waitingCount: 1,
    events: [
      lockEvent({ id: uuid(812), kind: 'waits', at: '2026-11-21T10:00:00.000Z' }),
      lockEvent({
        id: uuid(813),
        kind: 'came_again',
        heldMs: 8 * 24 * 60 * 60_000,
        at: '2026-11-21T10:00:00.000Z',
      }),
      lockEvent({ id: uuid(814), kind: 'put_back', at: '2026-11-13T10:00:00.000Z', changeId: uuid(1) }),
    ],
  });

describe('Locks', () => {
  it('are listed with what they keep, what they did, and how often they may still act', async () => {
    openLocks([ofMany(), lock({ id: uuid(703) })]);
    const phone = await row(PHONE);
    expect(screen.getByRole('tab', { name: 'Locks 2' }).getAttribute('aria-selected')).toBe('true');
    expect(screen.getByRole('heading', { level: 2, name: '2 locks' })).toBeTruthy();
    expect(phone.getByText('Kept: +44 1632 960101')).toBeTruthy();
    expect(phone.getByText('Locked by Robin Baker')).toBeTruthy();
    expect(phone.getByText('Nothing has changed since.')).toBeTruthy();
    const websites = await row(WEBSITES);
    expect(websites.getByText('label Walk-in')).toBeTruthy();
    expect(websites.getByRole('listitem').textContent).toBe(
      'Fri 20 NovPut your value back at Store code HC-118',
    );
    expect(websites.getByText(/^1 of 2/).textContent).toBe('1 of 2 this value');
    expect(websites.getByText(/^1 of 5/).textContent).toBe('1 of 5 this field');
    expect(websites.getByText('in 30 days, highest of 412')).toBeTruthy();
    expect(websites.queryByText('Nothing has changed since.')).toBeNull();
  });

  it('say in big words what waits for a person, and why it is still wrong', async () => {
    openLocks([spent()]);
    expect(await screen.findByRole('heading', { level: 2, name: '1 lock, 1 waits for you' })).toBeTruthy();
    const phone = await row(PHONE);
    expect(phone.getByText('We’ve put this back twice. Now you decide.')).toBeTruthy();
    expect(phone.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      '+44 1632 different: 960101',
      '+44 1632 different: 960199',
    ]);
    expect(phone.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Sat 21 NovChanged again. We left it for you to decide',
      'Sat 21 NovGoogle or the public changed it again after 8 days',
      'Fri 13 NovPut your value back',
    ]);
    expect(phone.getByText(/^2 of 2/)).toBeTruthy();
  });

  it('ask at once where Google says that a location is closed', async () => {
    openLocks([
      lock({
        field: 'openStatus',
        kept: value({ text: 'OPEN' }),
        waiting: [
          waitingEdit({
            yours: value({ text: 'OPEN' }),
            google: value({ text: 'CLOSED_PERMANENTLY' }),
            why: 'closed',
          }),
        ],
        waitingCount: 1,
        events: [lockEvent({ kind: 'asked' })],
      }),
    ]);
    const status = await row('Open or closed of Hearth & Crumb, Market Square');
    expect(status.getByText('Google says it’s closed. You decide.')).toBeTruthy();
  });

  it('let a person decide in place, and the focus goes on to the next', async () => {
    const locks = [spent(), ofMany()];
    const { user, server } = openLocks(locks, {
      [REJECT]: () => void locks.splice(0, 1, lock()),
    });
    const keep = (await row(PHONE)).getByRole('button', { name: /^Keep mine/ });
    await user.click(keep);
    await waitFor(async () => expect((await row(PHONE)).queryByRole('button', { name: /^Keep/ })).toBeNull());
    expect(server.sent(REJECT).map(({ params, body }) => [params, body])).toEqual([[{ id: uuid(201) }, {}]]);
    expect((await row(WEBSITES)).getByRole('button', { name: /^Exclude/ })).toBe(document.activeElement);
  });

  it('keep Google’s value once a person uses it', async () => {
    const locks = [spent()];
    const { user, server } = openLocks(locks, {
      [ACCEPT]: () =>
        void locks.splice(
          0,
          1,
          lock({
            kept: value({ text: '+44 1632 960199' }),
            events: [lockEvent({ kind: 'changed', value: value({ text: '+44 1632 960199' }) })],
          }),
        ),
    });
    await user.click((await row(PHONE)).getByRole('button', { name: /^Use Google’s/ }));
    const phone = await row(PHONE);
    expect(await phone.findByText('Kept: +44 1632 960199')).toBeTruthy();
    expect(phone.getByRole('listitem').textContent).toBe(
      'Mon 9 NovTook over a new value: you changed it here+44 1632 960199',
    );
    expect(server.sent(ACCEPT)).toHaveLength(1);
  });

  it('of many list the first edits that wait, each with its location, and say how many more there are', async () => {
    openLocks([
      ofMany({
        waiting: [1, 2].map((number) =>
          waitingEdit({
            editId: uuid(200 + number),
            locationId: `location-${number}`,
            name: `Branch ${number}`,
          }),
        ),
        waitingCount: 9,
      }),
    ]);
    const websites = await row(WEBSITES);
    expect(websites.getByRole('link', { name: 'Branch 2' })).toBeTruthy();
    expect(websites.getByRole('button', { name: 'Keep mine at Branch 2' })).toBeTruthy();
    expect(websites.getByRole('link', { name: '7 more in Google’s edits' }).getAttribute('href')).toBe(
      '/dashboard?view=change-log&tab=google-edits',
    );
  });

  it('show all that they did, and lead from there to the change log', async () => {
    const own = change({ setKind: 'lock', actor: null, reason: 'Put back by a lock' });
    const { user, address } = openLocks([spent()], {
      'GET /api/locks/:id/events': ({ query }) =>
        query['cursor']
          ? { items: [lockEvent({ id: uuid(830) })], nextCursor: null }
          : { items: spent().events, nextCursor: 'more' },
      'GET /api/changes': () => changeList([own]),
      'GET /api/changes/:id': () => ({ ...own, undo: undone(own) }),
    });
    await user.click((await row(PHONE)).getByRole('button', { name: /^See all/ }));
    const dialog = within(await screen.findByRole('dialog', { name: `Lock: ${PHONE}` }));
    await waitFor(() => expect(dialog.getAllByRole('listitem')).toHaveLength(3));
    await user.click(dialog.getByRole('button', { name: 'Load more' }));
    expect(await dialog.findByText('Locked by Robin Baker')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'See it in the change log' }));
    const line = within(await screen.findByRole('dialog', { name: PHONE }));
    expect(await line.findByText('Put back by a lock')).toBeTruthy();
    expect(line.getByText('A lock')).toBeTruthy();
    await user.click(line.getByRole('link', { name: 'See the lock' }));
    expect(address()).toBe(`${LOCKS.replace('&tab', '&location=location-1&tab')}`);
  });

  it('are taken away after a question', async () => {
    const locks = [lock(), ofMany()];
    const { user, server } = openLocks(locks, { [UNLOCK]: () => void locks.shift() });
    await user.click((await row(PHONE)).getByRole('button', { name: `Unlock ${PHONE}` }));
    const question = within(await screen.findByRole('alertdialog', { name: `Unlock ${PHONE}?` }));
    expect(server.sent(UNLOCK)).toEqual([]);
    await user.click(question.getByRole('button', { name: 'Unlock' }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: PHONE })).toBeNull());
    expect(server.sent(UNLOCK).map(({ params }) => params)).toEqual([{ id: uuid(701) }]);
    await waitFor(() =>
      expect(screen.getByRole('heading', { level: 1, name: 'Change Log' })).toBe(document.activeElement),
    );
  });

  it('say why they could not be taken away', async () => {
    const { user } = openLocks([lock()], { [UNLOCK]: () => failWith(409, 'conflict', 'Not now.') });
    const phone = await row(PHONE);
    await user.click(phone.getByRole('button', { name: /^Unlock/ }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Unlock' }));
    expect((await phone.findByRole('alert')).textContent).toBe('Not now.');
  });

  it('lead to the form of their field, whose new value they keep', async () => {
    openLocks([lock()]);
    expect((await row(PHONE)).getByRole('link', { name: `Change ${PHONE}` }).getAttribute('href')).toBe(
      '/dashboard?view=location-details&account=account-1&location=location-1&edit=details',
    );
  });

  it('of many let some locations go', async () => {
    const locks = [ofMany()];
    const { user, server } = openLocks(locks, {
      [CHANGE]: () => {
        const left = ofMany({ locations: { count: 410, first: lock().locations.first } });
        locks.splice(0, 1, left);
        return left;
      },
    });
    await user.click((await row(WEBSITES)).getByRole('button', { name: /^Exclude/ }));
    const chooser = within(await screen.findByRole('dialog', { name: 'Choose locations' }));
    await user.click(await chooser.findByRole('checkbox', { name: /^Hearth & Crumb 1\b/ }));
    await user.click(chooser.getByRole('checkbox', { name: /^Hearth & Crumb 2\b/ }));
    await user.click(chooser.getByRole('button', { name: 'Choose 2 locations' }));
    expect(await screen.findByText('2 locations unlocked.')).toBeTruthy();
    await row('Website of 410 locations');
    expect(server.sent(CHANGE).map(({ params, body }) => [params, body])).toEqual([
      [{ id: uuid(702) }, { without: ['location-1', 'location-2'] }],
    ]);
  });

  it('of one location are shown by a filter', async () => {
    const { user, server, address } = openLocks([], {}, `${LOCKS}&location=location-1`);
    await screen.findByRole('heading', { name: 'No locks at this location' });
    expect(server.sent(LIST).at(-1)?.query).toEqual({ locationId: 'location-1', limit: '25' });
    await user.click(screen.getByRole('button', { name: 'Show all locks' }));
    await screen.findByRole('heading', { name: 'No locks yet' });
    expect(address()).toBe(LOCKS);
  });

  it('are loaded page by page', async () => {
    const { user } = openLog(
      {
        [LIST]: ({ query }) =>
          query['cursor']
            ? lockList([lock()])
            : { ...lockList([ofMany()], 'more'), counts: { all: 2, waiting: 0 } },
      },
      LOCKS,
    );
    await row(WEBSITES);
    expect(screen.queryByRole('heading', { name: PHONE })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    await row(PHONE);
    await row(WEBSITES);
  });

  it('say that they could not be loaded, and try again', async () => {
    const page = openLocks([], { [LIST]: () => failWith(400, 'other', 'No.') });
    await screen.findByText('Failed to load the locks. Please try again.');
    page.server.on({ [LIST]: () => lockList([lock()]) });
    await page.user.click(screen.getByRole('button', { name: 'Try Again' }));
    await row(PHONE);
  });

  it('are found in the palette', async () => {
    const { user, address } = openLocks([], {}, '/dashboard?view=change-log');
    await screen.findByRole('heading', { name: 'Nothing has changed yet' });
    await user.keyboard('{Control>}k{/Control}');
    const palette = within(await screen.findByRole('dialog', { name: 'Search or jump to' }));
    await user.type(palette.getByRole('combobox'), 'lock');
    await user.click(palette.getByRole('option', { name: /^Locks/ }));
    await screen.findByRole('heading', { name: 'No locks yet' });
    expect(address()).toBe(LOCKS);
  });
});

describe('Locking a field', () => {
  it('asks for locations, then for fields, and says what was locked', async () => {
    const locks: Lock[] = [];
    const { user, server } = openLocks(locks, {
      [MAKE]: () => {
        locks.push(ofMany({ field: 'phoneNumber', locations: { count: 28, first: lock().locations.first } }));
        return { items: locks, locked: 28, already: 2 };
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Lock a field' }));
    const chooser = within(await screen.findByRole('dialog', { name: 'Choose locations' }));
    await user.click(await chooser.findByRole('checkbox', { name: 'All 30 locations' }));
    await user.click(chooser.getByRole('button', { name: 'Choose 30 locations' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Lock fields at 30 locations' }));
    await user.click(dialog.getByRole('checkbox', { name: 'Phone number' }));
    await user.click(dialog.getByRole('button', { name: 'Lock the phone number' }));
    expect(
      await screen.findByText('Phone number locked at 28 locations. 2 were locked already.'),
    ).toBeTruthy();
    await row('Phone number of 28 locations');
    expect(server.sent(MAKE).map(({ body }) => body)).toEqual([{ fields: ['phoneNumber'], choice: {} }]);
  });

  const openDialog = async (answers: Handlers) => {
    const page = openLocks([lock()], answers);
    await page.user.click(await screen.findByRole('button', { name: 'Lock a field' }));
    const chooser = within(await screen.findByRole('dialog', { name: 'Choose locations' }));
    await page.user.click(await chooser.findByRole('checkbox', { name: 'All 30 locations' }));
    await page.user.click(chooser.getByRole('button', { name: 'Choose 30 locations' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Lock fields at 30 locations' }));
    return { ...page, dialog };
  };

  it('needs a field', async () => {
    const { user, server, dialog } = await openDialog({});
    await user.click(dialog.getByRole('button', { name: 'Lock' }));
    expect(dialog.getByText('Choose at least one field.')).toBeTruthy();
    expect(dialog.getByRole('checkbox', { name: 'Phone number' })).toBe(document.activeElement);
    await user.click(dialog.getByRole('checkbox', { name: 'Website' }));
    expect(dialog.queryByText('Choose at least one field.')).toBeNull();
    expect(server.sent(MAKE)).toEqual([]);
  });

  it('says what the server refuses, and keeps what was ticked', async () => {
    const words = 'You have 200 locks already.';
    const { user, dialog } = await openDialog({
      [MAKE]: () => failWith(409, 'too_many', words),
    });
    await user.click(dialog.getByRole('checkbox', { name: 'Phone number' }));
    await user.click(dialog.getByRole('button', { name: 'Lock the phone number' }));
    expect(await dialog.findByText(words, { selector: '[role=alert]' })).toBeTruthy();
    expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Phone number' }).checked).toBe(true);
  });
});

describe('The locks of someone who can’t use them now', () => {
  it('say on sample data that they open with a connected profile', async () => {
    openLocks([], { 'GET /api/auth/gbp-status': () => ({ ...notConnected(), offersPractice: true }) });
    expect(await screen.findByText(/lock fields so that they stay as you want them\.$/)).toBeTruthy();
    expect(screen.getByText('Connect a Google Business Profile to use it.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try with a practice Google' })).toBeTruthy();
  });

  it('wait for the first reading', async () => {
    openLocks([], { 'GET /api/mirror': () => importing() });
    expect(
      await screen.findByRole('heading', { name: 'Your locations are being read from Google' }),
    ).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Lock a field' })).toBeNull();
  });

  it('say what is missing without any quota', async () => {
    openLocks([], answersOfConnected({ state: 'no_quota' }));
    expect(await screen.findByRole('heading', { name: 'Nothing can be locked yet' })).toBeTruthy();
  });

  it('stay listed without access to Google, can be taken away, and act again later', async () => {
    openLocks([spent()], {
      'GET /api/auth/gbp-status': () => connected({ hasAccess: false, state: 'reconnect' }),
    });
    const phone = await row(PHONE);
    expect(
      screen.getByText(
        'Shingle no longer has access to Google. Reconnect first. Until then, locks put nothing back.',
      ),
    ).toBeTruthy();
    expect(phone.queryByRole('button', { name: /^Keep mine/ })).toBeNull();
    expect(phone.getByRole('button', { name: /^Unlock/ })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Lock a field' })).toBeNull();
  });
});
