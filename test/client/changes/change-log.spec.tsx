import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { Schemas } from '../../../client/api/client.js';
import { failWith, held } from '../../support/page/fake-server.js';
import { messages } from '../../support/page/page.js';
import { connected } from '../business-profile/builders.js';
import { setClock } from '../posts/setting.js';
import { type Change, change, changeList, changeSet, setProgress, undone, uuid, value } from './builders.js';
import { openLog } from './setting.js';

beforeEach(() => setClock('2026-11-21T15:00:00.000Z', 'Europe/London'));

const table = () => screen.findByRole('table', { name: 'Changes' });
/** The texts of the cells of each row, without the buttons. */
const rows = async () =>
  within(await table())
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).queryAllByRole('cell').slice(0, -1))
    .filter((cells) => cells.length > 0)
    .map((cells) => cells.map(({ textContent }) => textContent));
const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }));

describe('The change log', () => {
  it('shows what changed, who changed it and when, and what became of it', async () => {
    openLog({
      'GET /api/changes': () =>
        changeList([
          change({ reason: 'The new line is open' }),
          change({
            id: uuid(2),
            setId: null,
            setSize: null,
            field: 'openStatus',
            before: value({ text: 'OPEN' }),
            after: value({ text: 'CLOSED_TEMPORARILY' }),
            origin: 'google',
            isPublicOnly: true,
            actor: null,
            seenAfter: '2026-11-21T12:02:00.000Z',
            at: '2026-11-21T13:02:00.000Z',
          }),
          change({ id: uuid(3), setId: uuid(103), state: 'refused', error: 'Google refused this number.' }),
          change({ id: uuid(4), setId: uuid(104), state: 'not_known', error: 'It isn’t known.' }),
        ]),
    });
    expect(await rows()).toEqual([
      [
        '14:02',
        'Store code HC-01Hearth & Crumb, Market Square',
        'Phone number',
        '+44 1632 removed: 960101new: 960110“The new line is open”',
        'Robin Baker',
        'Public',
      ],
      [
        'between 12:02 and 13:02',
        'Store code HC-01Hearth & Crumb, Market Square',
        'Open or closed',
        'removed: Opennew: Temporarily closedChanged only what customers see. Your own value stayed.',
        'Google or the public',
        'Public',
      ],
      [
        '14:02',
        'Store code HC-01Hearth & Crumb, Market Square',
        'Phone number',
        '+44 1632 removed: 960101new: 960110',
        'Robin Baker',
        'RefusedGoogle refused this number.',
      ],
      [
        '14:02',
        'Store code HC-01Hearth & Crumb, Market Square',
        'Phone number',
        '+44 1632 removed: 960101new: 960110',
        'Robin Baker',
        'UnknownIt isn’t known.',
      ],
    ]);
    expect(screen.getByRole('heading', { level: 3, name: 'Today, Saturday 21 November' })).toBeTruthy();
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'All 4',
      'Here 3',
      'Elsewhere 0',
      'Google 1',
      'Google’s edits 0',
      'Locks 0',
    ]);
  });

  it('shows that a location is away, or was, and puts nothing back for it', async () => {
    const away = change({
      setId: null,
      setKind: null,
      setSize: null,
      field: 'presence',
      before: value({ text: 'LISTED' }),
      after: value({ text: 'NOT_LISTED' }),
      origin: 'elsewhere',
      actor: null,
      seenAfter: '2026-11-21T13:02:00.000Z',
      publicAt: null,
      whyNoUndo: 'This location can only be restored on Google.',
    });
    const back = { ...away, id: uuid(2), at: '2026-11-20T14:02:00.000Z', backAt: '2026-11-21T09:30:00.000Z' };
    openLog(
      { 'GET /api/changes': () => changeList([away, back]) },
      '/dashboard?view=change-log&location=location-1',
    );
    expect((await rows()).map((cells) => cells.slice(1))).toEqual([
      [
        'Listing',
        'removed: Listednew: Not listed by Google',
        'Someone outside Shingle',
        'Not listedShingle can’t show or change this location until Google lists it again.',
      ],
      [
        'Listing',
        'removed: Listednew: Not listed by Google',
        'Someone outside Shingle',
        expect.stringMatching(
          /^Listed againSeen again .*09:30\. What changed in between isn’t in this log\.$/,
        ),
      ],
    ]);
    expect(
      within(await table())
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Details', 'Details']);
  });

  it('names a lock where one sent the own value again, with the reason', async () => {
    openLog({
      'GET /api/changes': () =>
        changeList([
          change({
            setKind: 'lock',
            actor: null,
            reason: 'Put back by a lock',
            isPublicOnly: true,
            before: value({ text: '+44 1632 960199' }),
            after: value({ text: '+44 1632 960101' }),
          }),
        ]),
    });
    const [line] = await rows();
    expect(line?.slice(3, 5)).toEqual([
      '+44 1632 removed: 960199new: 960101Kept your own value. “Put back by a lock”',
      'A lock',
    ]);
  });

  it('shows only the days of a week that changed, and special days by their date', async () => {
    const hours = (closeTime: string, days: readonly ('MONDAY' | 'TUESDAY' | 'FRIDAY')[]) =>
      days.map((day) => ({ openDay: day, openTime: '09:00', closeDay: day, closeTime }));
    openLog({
      'GET /api/changes': () =>
        changeList([
          change({
            field: 'regularHours',
            before: value({ hours: hours('17:00', ['MONDAY', 'TUESDAY', 'FRIDAY']) }),
            after: value({
              hours: [...hours('18:00', ['MONDAY', 'TUESDAY']), ...hours('17:00', ['FRIDAY'])],
            }),
          }),
          change({
            id: uuid(2),
            setId: uuid(102),
            field: 'specialHours',
            after: value({
              specialHours: [
                { date: '2026-12-25', isClosed: true, openTime: null, closeTime: null, closeDate: null },
              ],
            }),
            before: value(),
          }),
        ]),
    });
    const shown = within(await table())
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(shown).toEqual([
      'Monday to Tuesday removed: 09:00–17:00 new: 09:00–18:00',
      'Fri 25 Dec 2026  new: closed',
    ]);
  });

  it('puts what was done together under one head, which opens', async () => {
    const setSize = { changes: 14, locations: 14 };
    const lines = Array.from({ length: 14 }, (_, index) =>
      change({
        id: uuid(index + 1),
        locationId: `location-${index}`,
        locationName: `Branch ${index}`,
        setSize,
      }),
    );
    const { user } = openLog({ 'GET /api/changes': () => changeList(lines) });
    const head = await screen.findByRole('button', {
      name: 'Robin Baker changed the phone number of 14 locations',
      expanded: false,
    });
    expect(await rows()).toHaveLength(1);
    await user.click(head);
    expect(await rows()).toHaveLength(15);
    expect(screen.getByRole('link', { name: 'Branch 13' })).toBeTruthy();
  });

  it('keeps tab, filters and search in the address, asks the server for them, and exports the same', async () => {
    const { user, address, server } = openLog({ 'GET /api/changes': () => changeList([change()]) });
    await table();
    await user.click(screen.getByRole('tab', { name: /^Google \d/ }));
    await user.selectOptions(screen.getByLabelText('Filter by field'), 'Phone number');
    await user.selectOptions(screen.getByLabelText('Filter by state'), 'In review');
    await user.type(screen.getByLabelText('Search changes'), 'crumb');
    await waitFor(() =>
      expect(address()).toBe(
        '/dashboard?view=change-log&tab=google&field=phoneNumber&state=in_review&search=crumb',
      ),
    );
    const query = { origin: 'google', field: 'phoneNumber', state: 'in_review', search: 'crumb' };
    await waitFor(() =>
      expect(server.sent('GET /api/changes').at(-1)?.query).toEqual({ ...query, limit: '100' }),
    );
    const file = new URL(screen.getByRole<HTMLAnchorElement>('link', { name: 'Export CSV' }).href);
    expect([file.pathname, Object.fromEntries(file.searchParams)]).toEqual([
      '/api/changes/export',
      { ...query, workspace: 'uid-1' },
    ]);
  });

  it('means whole days of the reader by From and To', async () => {
    const { server } = openLog(
      { 'GET /api/changes': () => changeList([change()]) },
      '/dashboard?view=change-log&from=2026-10-24&to=2026-10-25',
    );
    await table();
    expect(screen.getByLabelText<HTMLInputElement>('To').value).toBe('2026-10-25');
    // The clocks went back on the second of the two days.
    expect(server.sent('GET /api/changes')[0]?.query).toMatchObject({
      from: '2026-10-23T23:00:00.000Z',
      to: '2026-10-26T00:00:00.000Z',
    });
  });

  it('says that nothing has changed yet, or that nothing was found, with the way back', async () => {
    const { user, address } = openLog({
      'GET /api/changes': ({ query }) => changeList(query['field'] ? [] : [change()]),
    });
    await table();
    await user.selectOptions(screen.getByLabelText('Filter by field'), 'Website');
    await screen.findByRole('heading', { name: 'No changes found' });
    await user.click(screen.getByRole('button', { name: 'Show all changes' }));
    await table();
    expect(address()).toBe('/dashboard?view=change-log');
  });

  it('begins empty', async () => {
    openLog();
    await screen.findByRole('heading', { name: 'Nothing has changed yet' });
    expect(screen.getByText(/^Every change will be listed here/)).toBeTruthy();
  });

  it('can be loaded again after a failure', async () => {
    const { user, server } = openLog({ 'GET /api/changes': () => failWith(403, 'forbidden', 'No.') });
    await screen.findByText('Failed to load the changes. Please try again.');
    server.on({ 'GET /api/changes': () => changeList([change()]) });
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await table();
  });
});

describe('An undo', () => {
  const details = (of: Change, own: Partial<Schemas['UndoneFieldDto']> = {}) => ({
    'GET /api/changes': () => changeList([of]),
    'GET /api/changes/:id': () => ({ ...of, undo: undone(of, own) }),
  });

  it('says exactly what goes back, and sends the reason', async () => {
    const { user, server } = openLog({
      ...details(change()),
      'POST /api/changes/:id/undo': () => undefined,
    });
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    const shown = await dialog('Phone number of Hearth & Crumb, Market Square');
    const goesBack = await shown.findByRole('heading', { name: 'Will change back' });
    expect(goesBack.nextSibling?.textContent).toBe('+44 1632 removed: 960110new: 960101');
    const words = screen.getByRole('dialog').textContent;
    for (const said of ['Phone number', 'Market Square', '960110', '960101'])
      expect(words?.split(said)).toHaveLength(2);
    await user.type(shown.getByLabelText('Why (optional)'), 'The old line still works');
    await user.click(shown.getByRole('button', { name: 'Undo this change' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.sent('POST /api/changes/:id/undo').map(({ params, body }) => [params, body])).toEqual([
      [{ id: uuid(1) }, { reason: 'The old line still works' }],
    ]);
    await waitFor(() => expect(messages()).toEqual(['Change undone.']));
  });

  it('closes its dialog when the log has the new line', async () => {
    const log = held<unknown>();
    const { user, server } = openLog({
      ...details(change()),
      'POST /api/changes/:id/undo': () => undefined,
    });
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    const shown = await dialog(/^Phone number/);
    const undo = await shown.findByRole('button', { name: 'Undo this change' });
    server.on({ 'GET /api/changes': () => log.promise });
    await user.click(undo);
    await waitFor(() => expect(server.sent('GET /api/changes')).toHaveLength(2));
    expect(shown.getByRole('button', { name: 'Undoing...' })).toBeTruthy();
    log.release(changeList([change({ id: uuid(2), undoes: uuid(1) }), change({ undoneBy: uuid(2) })]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('Undoes an earlier change.')).toBeTruthy();
    expect(server.sent('GET /api/changes')).toHaveLength(2);
  });

  it.each([
    ['its line, which the new one has moved', true, 'Details'],
    ['the heading where its line is gone', false, 'Change Log'],
  ])('gives the focus back to %s', async (_, isListed, name) => {
    // As many as are drawn together.
    const lines = Array.from({ length: 10 }, (_change, index) =>
      change({ id: uuid(index + 1), setId: uuid(101 + index), locationName: `Branch ${index + 1}` }),
    );
    const last = lines.at(-1)!;
    const others = lines.slice(0, -1);
    const { user, server } = openLog({
      'GET /api/changes': () => changeList(lines),
      'GET /api/changes/:id': () => ({ ...last, undo: undone(last) }),
      'POST /api/changes/:id/undo': () => undefined,
    });
    const line = async () => within(await screen.findByRole('row', { name: /Branch 10/ }));
    const open = (await line()).getByRole('button', { name: 'Undo' });
    open.focus();
    await user.keyboard('{Enter}');
    const undo = await (await dialog(/^Phone number/)).findByRole('button', { name: 'Undo this change' });
    const added = change({
      id: uuid(20),
      setId: uuid(120),
      locationName: 'Branch 10 again',
      undoes: last.id,
    });
    const after = { ...last, undoneBy: added.id, whyNoUndo: 'It was undone.' };
    server.on({ 'GET /api/changes': () => changeList(isListed ? [added, ...others, after] : others) });
    undo.focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const wanted = isListed
      ? within(screen.getAllByRole('row', { name: /Branch 10/ }).at(-1)!).getByRole('button', { name })
      : screen.getByRole('heading', { level: 1, name });
    await waitFor(() => expect(document.activeElement).toBe(wanted));
  });

  it('asks again where it is far-reaching', async () => {
    const { user, server } = openLog({
      ...details(change({ field: 'name' }), { asksAgain: true }),
      'POST /api/changes/:id/undo': () => undefined,
    });
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    const shown = await dialog(/^Business name of/);
    await user.click(await shown.findByRole('button', { name: 'Undo this change' }));
    expect(shown.getByText('Google may verify a location again when its name changes.')).toBeTruthy();
    expect(server.sent('POST /api/changes/:id/undo')).toEqual([]);
    await user.click(shown.getByRole('button', { name: 'Undo it anyway' }));
    await waitFor(() => expect(server.sent('POST /api/changes/:id/undo')).toHaveLength(1));
  });

  it('shows three values where the field has changed since, and sends nothing more', async () => {
    const { user } = openLog({
      ...details(change()),
      'POST /api/changes/:id/undo': () =>
        Response.json(
          {
            statusCode: 409,
            code: 'changed_since',
            message: 'This has changed.',
            requestId: 'test',
            conflicts: [
              {
                field: 'phoneNumber',
                current: value({ text: '+44 1632 960155' }),
                wanted: value({ text: '+44 1632 960101' }),
              },
            ],
          },
          { status: 409 },
        ),
    });
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    const shown = await dialog(/^Phone number/);
    await user.click(await shown.findByRole('button', { name: 'Undo this change' }));
    await shown.findByText('This field has changed since then. Nothing was sent to Google.');
    const termOf = (name: string) => shown.getByText(name).nextSibling?.textContent;
    expect(['Then', 'Now', 'You wanted'].map(termOf)).toEqual([
      '+44 1632 960110',
      '+44 1632 960155',
      '+44 1632 960101',
    ]);
    expect(shown.queryByRole('button', { name: 'Undo this change' })).toBeNull();
  });

  it('is not offered where it is impossible, with the reason, and leads to the change that undid it', async () => {
    const why = 'This change was undone.';
    const first = change({ undoneBy: uuid(2), whyNoUndo: why });
    const second = change({ id: uuid(2), undoes: uuid(1) });
    const { user } = openLog({
      'GET /api/changes': () => changeList([first]),
      'GET /api/changes/:id': ({ params }) =>
        params['id'] === first.id
          ? { ...first, undo: undone(first, { whyNot: why }) }
          : { ...second, undo: undone(second) },
    });
    await user.click(await screen.findByRole('button', { name: 'Details' }));
    const shown = await dialog(/^Phone number/);
    await shown.findByText(why);
    expect(shown.queryByRole('button', { name: 'Undo this change' })).toBeNull();
    await user.click(shown.getByRole('button', { name: 'See the change that undid it' }));
    const later = await dialog(/^Phone number/);
    expect(await later.findByRole('button', { name: 'See the change that it undoes' })).toBeTruthy();
  });

  it('waits for a new connection', async () => {
    const { user } = openLog({
      ...details(change()),
      'GET /api/auth/gbp-status': () => connected({ hasAccess: false, state: 'reconnect' }),
    });
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    const shown = await dialog(/^Phone number/);
    await shown.findByText('Shingle no longer has access to Google. Reconnect first.');
    expect(shown.queryByRole('button', { name: 'Undo this change' })).toBeNull();
  });

  it('of a set lists what goes back and what stays, and then says how far it is, with the way to its page', async () => {
    const lines = [1, 2, 3].map((index) =>
      change({
        id: uuid(index),
        locationId: `location-${index}`,
        locationName: `Branch ${index}`,
        setSize: { changes: 3, locations: 3 },
      }),
    );
    const undo = { locations: 2, changes: 2, cannot: 1, asksAgain: [], isUnderWay: false };
    const done = held<unknown>();
    const { user, server } = openLog({
      'GET /api/changes': () => changeList(lines),
      'GET /api/change-sets/:id': ({ params }) =>
        params['id'] === uuid(101)
          ? changeSet({ kind: 'save', name: null, progress: setProgress({ sent: 3 }), undo })
          : changeSet({ id: uuid(102), state: 'running', progress: setProgress({ waiting: 1, sent: 1 }) }),
      'GET /api/change-sets/:id/undo': () => ({
        items: lines.map((line, index) => undone(line, { whyNot: index === 2 ? 'It changed.' : null })),
        nextCursor: null,
      }),
      'POST /api/change-sets/:id/undo': () => ({ setId: uuid(102) }),
    });
    await user.click(await screen.findByRole('button', { name: 'Undo all' }));
    const shown = await dialog('These changes');
    await shown.findByText('Phone number, Branch 1');
    expect(shown.getByRole('heading', { name: 'Will stay as it is' }).nextSibling?.textContent).toBe(
      'Phone number, Branch 3It changed.',
    );
    await user.click(shown.getByRole('button', { name: 'Undo 2 changes' }));
    await screen.findByText('Sending to Google: 1 of 2 locations done.');
    expect(server.sent('POST /api/change-sets/:id/undo')[0]?.params).toEqual({ id: uuid(101) });
    expect(screen.getByRole('link', { name: 'See each location' }).getAttribute('href')).toBe(
      `/dashboard?view=change-log&set=${uuid(102)}`,
    );
    server.on({ 'GET /api/change-sets/:id': () => done.promise });
    done.release(changeSet({ id: uuid(102), progress: setProgress({ sent: 1, failed: 1 }) }));
    await screen.findByText('1 of 2 locations changed. 1 couldn’t be changed.');
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText(/couldn’t be changed/)).toBeNull();
  });

  it('of what Google does not take for now is no use: sending it can be stopped', async () => {
    const why = 'Google isn’t accepting changes to this location right now.';
    const waiting = change({
      state: 'waiting',
      error: why,
      publicAt: null,
      whyNoUndo: 'It has not been sent.',
    });
    const { user, server } = openLog({
      ...details(waiting, { whyNot: 'It has not been sent.' }),
      'POST /api/change-sets/:id/stop': () => undefined,
    });
    await user.click(await screen.findByRole('button', { name: 'Details' }));
    const shown = await dialog(/^Phone number/);
    await shown.findByText(new RegExp(why));
    await user.click(shown.getByRole('button', { name: 'Stop sending' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.sent('POST /api/change-sets/:id/stop')[0]?.params).toEqual({ id: uuid(101) });
    expect(messages()).toContain('Sending stopped. Changes already on Google stay.');
  });

  it('of a change and all that came after it is offered in the list of one location', async () => {
    const own = change();
    const { user, server } = openLog(
      {
        'GET /api/changes': () => changeList([own]),
        'GET /api/locations/:id/versions': ({ query }) => ({
          at: query['at'],
          basis: 'as shown',
          items: [undone(own)],
        }),
        'POST /api/locations/:id/restore': () => undefined,
      },
      '/dashboard?view=change-log&location=location-1',
    );
    await user.click(await screen.findByRole('button', { name: 'Restore profile' }));
    const shown = await dialog('Restore Hearth & Crumb, Market Square');
    await user.click(await shown.findByRole('button', { name: 'Restore 1 field' }));
    await waitFor(() =>
      expect(server.sent('POST /api/locations/:id/restore').map(({ body }) => body)).toEqual([
        { at: '2026-11-21T14:01:59.999Z', reason: null, basedOn: 'as shown' },
      ]),
    );
  });
});
