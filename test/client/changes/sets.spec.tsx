import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { Schemas } from '../../../client/api/client.js';
import { failWith, type Handler, type Handlers } from '../../support/page/fake-server.js';
import { messages } from '../../support/page/page.js';
import { advance, until } from '../../support/page/steered-timers.js';
import { connected } from '../business-profile/builders.js';
import { setClock } from '../posts/setting.js';
import {
  change,
  changeSet,
  setLocation,
  setLocationList,
  setProgress,
  undone,
  uuid,
  value,
} from './builders.js';
import { openLog } from './setting.js';

const SET = 'GET /api/change-sets/:id';
const LOCATIONS = 'GET /api/change-sets/:id/locations';
const UNDO = 'GET /api/change-sets/:id/undo';
const ADDRESS = `/dashboard?view=change-log&set=${uuid(101)}`;

beforeEach(() => setClock('2026-11-21T15:00:00.000Z', 'Europe/London'));

type ChangeSet = Schemas['ChangeSetDto'];

const COUNTS = { need: 3, sent: 255, waiting: 148, all: 412 };

/** Two fields at 412 locations: of some Google has all, one failed in part, one was left alone. */
const RUNNING = changeSet({
  state: 'running',
  reason: 'Christmas 2026',
  fields: ['specialHours', 'description'],
  progress: setProgress({ sent: 255, failed: 2, leftAlone: 1, waiting: 148, notSent: 6 }),
  canRetry: 2,
  secondsLeft: 130,
  undo: { locations: 255, changes: 510, cannot: 3, asksAgain: [], isUnderWay: false },
});

const refused = change({
  id: uuid(1),
  field: 'description',
  state: 'refused',
  error: 'Google refused this description.',
  before: value({ text: 'A bakery.' }),
  after: value({ text: 'A bakery. 20% off!' }),
});
const conflict = change({
  id: uuid(3),
  locationId: 'location-2',
  locationName: 'Lock Keeper’s',
  storeCode: null,
  state: 'conflict',
  error: null,
  whyNoUndo: 'It wasn’t sent.',
});
const NEED = [
  setLocation({ id: uuid(501), state: 'refused', changes: [refused, change({ id: uuid(2) })] }),
  setLocation({ id: uuid(502), state: 'conflict', changes: [conflict] }),
];
const SENT = setLocation({ id: uuid(503), changes: [change({ id: uuid(4), locationName: 'Mill Lane' })] });
const LATER = setLocation({
  id: uuid(504),
  state: 'waiting',
  nextTryAt: '2026-11-21T17:30:00.000Z',
  changes: [change({ id: uuid(5), state: 'waiting', error: 'Google isn’t accepting changes right now.' })],
});

function openSet(set: ChangeSet | Handler = RUNNING, answers: Handlers = {}, address = ADDRESS) {
  return openLog(
    {
      [SET]: typeof set === 'function' ? set : () => set,
      [LOCATIONS]: ({ query }) =>
        setLocationList(
          { need: NEED, sent: [SENT], waiting: [LATER], all: [...NEED, SENT, LATER] }[
            query['state'] as 'all'
          ],
          COUNTS,
        ),
      ...answers,
    },
    address,
  );
}

const table = (part: string) => screen.findByRole('table', { name: `Locations: ${part}` });
const rowsOf = async (part: string) =>
  within(await table(part))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell'));
const textsIn = (cells: HTMLElement[]) => cells.map(({ textContent }) => textContent);
const progress = () =>
  within(screen.getByRole('region', { name: 'Progress' }))
    .getAllByRole('definition')
    .map((figure) => `${figure.textContent} ${figure.previousSibling?.textContent}`);

describe('The page of a set', () => {
  it('says what it is, how far it is, and what became of the locations that need somebody', async () => {
    const { address } = openSet();
    await screen.findByRole('heading', { level: 1, name: 'Christmas hours' });
    expect(
      screen.getByText(
        'Bulk edit: Special hours, Description at 412 locations · by Robin Baker, Sat 21 Nov 2026, 14:02 · “Christmas 2026”',
      ),
    ).toBeTruthy();
    expect(screen.getByRole('heading', { level: 2, name: '255 of 412 locations sent' })).toBeTruthy();
    expect(screen.getByText('About 2 minutes left')).toBeTruthy();
    expect(progress()).toEqual(['255 sent', '1 skipped', '2 failed', '6 not sent', '148 still to send']);
    const [failed, left] = await rowsOf('Need you');
    expect(textsIn(failed!)).toEqual([
      'Hearth & Crumb, Market SquareStore code HC-01',
      'Failed',
      'DescriptionRefusedA bakery. new: 20% off!Google refused this description.' +
        'Phone numberPublic+44 1632 removed: 960101new: 960110',
      'Edit',
    ]);
    expect(textsIn(left!).slice(0, 2)).toEqual(['Lock Keeper’s', 'Skipped']);
    expect(within(failed![3]!).getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe(
      '/dashboard?view=location-details&account=account-1&location=location-1&edit=description',
    );
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Need you 3',
      'Sent 255',
      'To send 148',
      'All 412',
    ]);
    expect(address()).toBe(ADDRESS);
    expect(screen.getByText('reverses 510 changes at 255 locations.', { exact: false }).textContent).toBe(
      'Undo all reverses 510 changes at 255 locations. 3 changes can’t be undone. What has changed since then stays as it is.',
    );
  });

  it('shows every part in the address, in pages, and says of those to come that they are not listed yet', async () => {
    const { user, address, server } = openSet(RUNNING, {
      [LOCATIONS]: ({ query }) => {
        if (query['state'] === 'waiting') return setLocationList([LATER], COUNTS);
        if (query['state'] === 'need') return setLocationList(NEED, COUNTS);
        return query['cursor'] === 'more'
          ? setLocationList([SENT], COUNTS)
          : setLocationList([{ ...SENT, id: uuid(505) }], COUNTS, 'more');
      },
    });
    await table('Need you');
    await user.click(screen.getByRole('tab', { name: /^To send/ }));
    const [later] = await rowsOf('To send');
    expect(later![2]!.textContent).toContain('Next try Sat 21 Nov, 17:30.');
    expect(screen.getByText('147 more locations will be listed here before they are sent.')).toBeTruthy();
    await user.click(screen.getByRole('tab', { name: /^Sent/ }));
    await waitFor(() => expect(address()).toBe(`${ADDRESS}&show=sent`));
    await table('Sent');
    await user.click(await screen.findByRole('button', { name: 'Load more' }));
    await waitFor(async () => expect(await rowsOf('Sent')).toHaveLength(2));
    expect(server.sent(LOCATIONS).at(-1)?.query).toMatchObject({ state: 'sent', cursor: 'more' });
  });

  it('compares the values where something else was there by then', async () => {
    const { user } = openSet(RUNNING, {
      'GET /api/changes/:id': () => ({
        ...conflict,
        undo: undone(conflict, {
          current: value({ text: '+44 1632 960155' }),
          whyNot: 'It wasn’t sent.',
        }),
      }),
    });
    await user.click(await screen.findByRole('button', { name: 'Compare' }));
    const shown = within(await screen.findByRole('dialog', { name: 'Phone number of Lock Keeper’s' }));
    await shown.findByText('Now');
    expect(
      ['Then', 'Now', 'You wanted'].map((name) => shown.getByText(name).nextSibling?.textContent),
    ).toEqual(['+44 1632 960101', '+44 1632 960155', '+44 1632 960110']);
    expect(shown.queryByRole('button', { name: /Undo/ })).toBeNull();
  });

  it('tries again what failed, and says that it could not', async () => {
    const { user, server } = openSet(RUNNING, {
      'POST /api/change-sets/:id/retry': () => failWith(503, 'unavailable', 'Not now.'),
    });
    const retry = await screen.findByRole('button', { name: 'Retry 2 failed' });
    await user.click(retry);
    await waitFor(() => expect(messages()).toContain('Failed to retry. Please try again.'));
    server.on({
      'POST /api/change-sets/:id/retry': () => ({ locations: 2 }),
      [SET]: () => ({
        ...RUNNING,
        canRetry: 0,
        progress: setProgress({ sent: 255, leftAlone: 1, waiting: 156 }),
      }),
    });
    await user.click(screen.getByRole('button', { name: 'Retry 2 failed' }));
    await waitFor(() => expect(messages()).toContain('Retrying 2 locations.'));
    await waitFor(() => expect(progress()).toEqual(['255 sent', '1 skipped', '156 still to send']));
    expect(screen.queryByRole('button', { name: /^Retry/ })).toBeNull();
    expect(document.activeElement?.textContent).toBe('Christmas hours');
  });

  it('stops, and then says what got nothing', async () => {
    let set: ChangeSet = RUNNING;
    const { user, server } = openSet(() => set, {
      'POST /api/change-sets/:id/stop': () => {
        set = {
          ...RUNNING,
          state: 'stopped',
          secondsLeft: null,
          progress: setProgress({ sent: 255, failed: 2, leftAlone: 1, notSent: 154 }),
        };
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Stop' }));
    await screen.findByText('These changes were stopped. 154 of 412 locations got nothing.');
    expect(server.sent('POST /api/change-sets/:id/stop')[0]?.params).toEqual({ id: uuid(101) });
    expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
    expect(screen.queryByText(/left$/)).toBeNull();
    expect(document.activeElement?.textContent).toBe('Christmas hours');
  });

  it('asks before it undoes all, with all counts and the first fields, and opens the page of the undo', async () => {
    const undo = { locations: 255, changes: 510, cannot: 3, asksAgain: ['name' as const], isUnderWay: false };
    const { user, server, address } = openSet(
      ({ params }) =>
        params['id'] === uuid(101)
          ? { ...RUNNING, undo }
          : changeSet({ id: uuid(102), kind: 'undo', name: null, undoes: uuid(101) }),
      {
        [UNDO]: () => ({ items: [undone(change())], nextCursor: 'more' }),
        'POST /api/change-sets/:id/undo': () => ({ setId: uuid(102) }),
      },
    );
    await user.click(await screen.findByRole('button', { name: 'Undo all' }));
    const shown = within(await screen.findByRole('dialog', { name: 'These changes' }));
    await shown.findByText(
      '510 changes at 255 locations will change back. 3 changes can’t be undone. The first 1 are listed here.',
    );
    expect(server.sent(UNDO)[0]?.query).toEqual({ limit: '20' });
    await user.type(shown.getByLabelText('Why (optional)'), 'Wrong year');
    await user.click(shown.getByRole('button', { name: 'Undo 510 changes' }));
    expect(shown.getByText('Google may verify a location again when its name changes.')).toBeTruthy();
    await user.click(shown.getByRole('button', { name: 'Undo 510 changes anyway' }));
    await screen.findByRole('heading', { level: 1, name: 'Undo' });
    expect(address()).toBe(`/dashboard?view=change-log&set=${uuid(102)}`);
    expect(server.sent('POST /api/change-sets/:id/undo').map(({ body }) => body)).toEqual([
      { reason: 'Wrong year' },
    ]);
    expect(screen.getByRole('link', { name: 'See what it undoes' }).getAttribute('href')).toBe(ADDRESS);
  });

  it('is right for what was saved at one location', async () => {
    const saved = setLocation({ changes: [change()] });
    openSet(
      changeSet({
        kind: 'save',
        name: null,
        progress: setProgress({ sent: 1 }),
        undo: { locations: 1, changes: 1, cannot: 0, asksAgain: [], isUnderWay: false },
      }),
      { [LOCATIONS]: () => setLocationList([saved], { sent: 1, all: 1 }) },
    );
    await screen.findByRole('heading', { level: 1, name: 'Saved changes' });
    expect(screen.getByText(/^Phone number at 1 location · by Robin Baker/)).toBeTruthy();
    expect(screen.getByRole('heading', { level: 2, name: '1 of 1 location sent' })).toBeTruthy();
    expect(await rowsOf('All')).toHaveLength(1);
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('All 1');
    expect(screen.queryByRole('button', { name: /^Retry/ })).toBeNull();
  });

  it.each([
    [
      'that Google takes no more today',
      { secondsLeft: null },
      'Google’s limit for today is reached. The rest is sent later',
    ],
    [
      'that they are being undone',
      { undo: { ...RUNNING.undo, isUnderWay: true } },
      'These changes are being undone.',
    ],
  ])('says %s', async (_, own, words) => {
    openSet({ ...RUNNING, ...own });
    await screen.findByText(words);
  });

  it('says that nothing can be undone only once it is over', async () => {
    const undo = { locations: 0, changes: 0, cannot: 0, asksAgain: [], isUnderWay: false };
    let set = changeSet({ state: 'running', progress: setProgress({ waiting: 412 }), undo });
    const { user } = openSet(() => set, {
      'POST /api/change-sets/:id/stop': () => {
        set = changeSet({ state: 'stopped', progress: setProgress({ notSent: 412 }), undo });
      },
    });
    await screen.findByText('sends nothing more.', { exact: false });
    expect(screen.queryByText('None of this can be undone.')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    expect(await screen.findByText('None of this can be undone.')).toBeTruthy();
  });

  it('sends nothing without access to Google, and says why', async () => {
    openSet(changeSet({ progress: setProgress({ sent: 410, failed: 2 }), canRetry: 2 }), {
      'GET /api/auth/gbp-status': () => connected({ hasAccess: false, state: 'reconnect' }),
    });
    await screen.findByText('Shingle no longer has access to Google. Reconnect first.');
    await table('Need you');
    expect(screen.queryByRole('button', { name: /^(Undo all|Retry 2 failed)$/ })).toBeNull();
  });

  it('says within a minute or so that the rest is on hold when the access to Google ends in the middle', async () => {
    setClock('2026-11-21T15:00:00.000Z', 'Europe/London', { timers: true });
    let hasAccess = true;
    openSet(RUNNING, {
      'GET /api/auth/gbp-status': () =>
        connected({ hasAccess, state: hasAccess ? 'connected' : 'reconnect' }),
    });
    await until(() => screen.queryByText('About 2 minutes left'));
    hasAccess = false;
    for (let seconds = 0; !screen.queryByText('On hold'); seconds += 5) {
      expect(seconds).toBeLessThan(80);
      await advance(5_000);
    }
    expect(screen.queryByText(/left$/)).toBeNull();
    const words = 'Shingle no longer has access to Google. Reconnect first. The rest is on hold until then.';
    await advance(100);
    expect(screen.getAllByText(words, { ignore: false })).toHaveLength(2);
    expect(screen.getByRole('button', { name: 'Stop' })).toBeTruthy();
  });

  it('of a set that is unknown leads back, and a failed load can be tried again', async () => {
    const { server, user } = openSet(() => failWith(404, 'not_found', 'No.'));
    await screen.findByRole('heading', { name: 'Changes not found' });
    await user.click(screen.getAllByRole('link', { name: 'Change Log' }).at(-1)!);
    await screen.findByRole('heading', { name: 'Nothing has changed yet' });
    expect(server.sent(LOCATIONS)).toEqual([]);
  });

  it('can be loaded again after a failure', async () => {
    const { server, user } = openSet(() => failWith(403, 'forbidden', 'No.'));
    await screen.findByText('Failed to load these changes. Please try again.');
    server.on({ [SET]: () => RUNNING });
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await table('Need you');
  });
});

describe('In the change log', () => {
  it('a set leads to its page, and has its name', async () => {
    const lines = [1, 2].map((index) =>
      change({ id: uuid(index), setName: 'Christmas hours', setSize: { changes: 412, locations: 412 } }),
    );
    openLog({
      'GET /api/changes': () => ({
        items: lines,
        counts: { all: 2, here: 2, elsewhere: 0, google: 0 },
        nextCursor: null,
      }),
    });
    await screen.findByRole('button', {
      name: 'Robin Baker changed the phone number of 412 locations: “Christmas hours”',
    });
    const [head] = screen.getAllByRole('link', { name: 'Details' });
    expect(head?.getAttribute('href')).toBe(ADDRESS);
  });

  it('a change says what it is part of', async () => {
    const line = change({ setName: 'Christmas hours', setSize: { changes: 412, locations: 412 } });
    const { user } = openLog({
      'GET /api/changes': () => ({
        items: [line],
        counts: { all: 1, here: 1, elsewhere: 0, google: 0 },
        nextCursor: null,
      }),
      'GET /api/changes/:id': () => ({ ...line, undo: undone(line) }),
      [SET]: () => RUNNING,
      [LOCATIONS]: () => setLocationList(NEED, COUNTS),
    });
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await user.click(await screen.findByRole('link', { name: 'Part of “Christmas hours”' }));
    await screen.findByRole('heading', { level: 1, name: 'Christmas hours' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
