import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { failWith, noNetwork } from '../../support/page/fake-server.js';
import { messages } from '../../support/page/page.js';
import { answersOfConnected } from '../business-profile/builders.js';
import { bodies } from '../campaigns/compose-setting.js';
import { setClock } from '../posts/setting.js';
import { bulkEdit, bulkRow, EDIT_ID, SET_ID, text } from './builders.js';
import { CONFIRM, openPreview, openView, READ, ROWS, VALIDATE } from './setting.js';

beforeEach(() => setClock('2026-11-24T10:00:00Z', 'Europe/London'));

const facts = () =>
  screen
    .getAllByRole('definition')
    .map(({ textContent }, at) => [screen.getAllByRole('term')[at]?.textContent, textContent]);
const confirm = () => screen.getByRole('button', { name: /^Change \d+ locations?$/ });
const rows = async () => {
  const list = await screen.findByRole('list', { name: 'Locations' });
  return [...list.children].map(({ textContent }) => textContent);
};

describe('The preview', () => {
  it('says how many change, who does not and why, how it goes and how it is undone', async () => {
    await openPreview(() =>
      bulkEdit({ oneWay: ['A date that has passed can’t be restored on Google.'], plan: { seconds: 300 } }),
    );
    expect(await screen.findByRole('heading', { level: 1, name: '22 locations change' })).toBeTruthy();
    expect(
      screen.getByText('3 are already so, 5 are left out. Nothing is sent until you confirm.'),
    ).toBeTruthy();
    expect(facts()).toEqual([
      [
        'Time',
        'About 5 minutes. Each location is read, changed and read again. Single saves and replies go first.',
      ],
      ['Today', '22 of the 6,640 changes that Google still accepts within 24 hours'],
      ['Stays', '206 other special dates at 18 locations'],
      ['Undo', 'For all of them together. A date that has passed can’t be restored on Google.'],
    ]);
    const unchanged = screen.getByRole('region', { name: '8 don’t change' });
    expect(
      within(unchanged)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Suspended4 locations: Google has suspended this location and doesn’t take changes to it.Show Suspended',
      'No business hours1 location: Google takes special hours only where a location has business hours.Show No business hours',
      'Already so3 locations: nothing to sendShow Already so',
    ]);
  });

  it('names the days where Google’s daily limit spreads it', async () => {
    await openPreview(() =>
      bulkEdit({ plan: { seconds: 120_000, days: 3, updatesLeftToday: 0, isOverToday: true } }),
    );
    await screen.findByRole('heading', { level: 1, name: '22 locations change' });
    expect(facts().slice(0, 2)).toEqual([
      [
        'Time',
        'About 3 days. Each location is read, changed and read again. Single saves and replies go first. Google allows only so many changes a day, and some of them are kept for single saves.',
      ],
      [
        'Today',
        'Google’s limit of changes within 24 hours is used up. This edit begins once there’s room again.',
      ],
    ]);
  });

  it('shows each location before and after, with warnings, and folds what stays', async () => {
    const row = bulkRow();
    const { server } = await openPreview(bulkEdit, {
      [ROWS]: () => ({
        items: [
          {
            ...row,
            warnings: [
              { id: 'hours-replaced', field: 'specialHours', message: '24 December already had hours here.' },
            ],
            fields: [
              ...row.fields,
              {
                field: 'websiteUri',
                before: text('https://old.example/'),
                after: text('https://new.example/HC-01'),
                isSame: false,
              },
              { field: 'phoneNumber', before: text('1'), after: text('1'), isSame: true },
            ],
          },
        ],
        nextCursor: null,
      }),
    });
    expect(await rows()).toEqual([
      [
        'Hearth & Crumb, Market SquareStore code HC-01',
        '24 December already had hours here.',
        'Special hoursbefore: Thu 24 DecNot saidFri 25 DecClosedSat 26 DecNot said',
        'after: Thu 24 Dec10:00–14:00Fri 25 DecClosedSat 26 DecClosed',
        'Websitebefore: https://different: old.example/after: https://different: new.example/different: HC-01',
        'Already so: Phone number',
      ].join(''),
    ]);
    expect(server.sent(ROWS).map(({ query }) => query['state'])).toEqual(['changes']);
  });

  it('lists them by state and by reason, page by page', async () => {
    const { user, server } = await openPreview(bulkEdit, {
      [ROWS]: ({ query }) => {
        const { state = '', rule = '', cursor = '' } = query;
        const name = [state, rule, cursor].filter(Boolean).join(' ');
        return {
          items: [bulkRow({ locationId: name, locationName: name })],
          nextCursor: cursor === '' && state === 'changes' ? 'next' : null,
        };
      },
    });
    await screen.findByText('changes');
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    expect(await screen.findByText('changes next')).toBeTruthy();
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'With a warning 2',
      'All that change 22',
      'Left out 5',
      'Already so 3',
    ]);
    await user.click(screen.getByRole('tab', { name: 'With a warning 2' }));
    expect(await screen.findByText('warning')).toBeTruthy();
    await user.click(screen.getByRole('link', { name: 'Show Suspended' }));
    expect(await screen.findByText('left_out location-suspended')).toBeTruthy();
    await user.click(screen.getByRole('link', { name: 'Show all' }));
    expect(await screen.findByText('left_out')).toBeTruthy();
    expect(server.unexpected).toEqual([]);
  });

  it('says which of them still wait in another edit', async () => {
    await openPreview(() =>
      bulkEdit({ waitingElsewhere: [{ setId: 'set-7', name: 'New addresses', locations: 18 }] }),
    );
    const link = await screen.findByRole('link', { name: 'New addresses' });
    expect(link.getAttribute('href')).toBe('/dashboard?view=change-log&set=set-7');
    expect(link.parentElement?.textContent).toBe(
      '18 of these still wait in New addresses. That one is sent first. If it changes what you see here, those locations are left as they are and named.',
    );
  });

  it('offers nothing to confirm where nothing changes, and shows why', async () => {
    const { server } = await openPreview(() =>
      bulkEdit({ counts: { changes: 0, same: 30, leftOut: 0, warnings: 0, byReason: [] } }),
    );
    expect(await screen.findByRole('heading', { level: 1, name: 'No location changes' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Change/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Ask Google first' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'How it goes' })).toBeNull();
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Already so 30']);
    await waitFor(() => expect(server.sent(ROWS).map(({ query }) => query['state'])).toEqual(['same']));
  });
});

describe('Asking Google first', () => {
  it('turns what Google would refuse into warnings', async () => {
    let asked = false;
    const edit = () =>
      asked
        ? bulkEdit({ version: 2, validated: { asked: 22, refused: 1 }, counts: { warnings: 3 } })
        : bulkEdit();
    const { user } = await openPreview(edit, {
      [VALIDATE]: () => {
        asked = true;
        return edit();
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Ask Google first' }));
    expect(
      await screen.findByText(
        'Google was asked about 22 locations and would refuse 1 change. The locations have a warning that says why.',
        { ignore: '[role=status] *' },
      ),
    ).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'With a warning 3' })).toBeTruthy();
  });

  it('says why Google could not be asked', async () => {
    const { user } = await openPreview(bulkEdit, {
      [VALIDATE]: () => failWith(502, 'google/unavailable', 'Google isn’t available right now.'),
    });
    await user.click(await screen.findByRole('button', { name: 'Ask Google first' }));
    expect(await screen.findByText('Google isn’t available right now.')).toBeTruthy();
  });
});

describe('Confirming', () => {
  const SET = {
    [CONFIRM]: () => ({ setId: SET_ID }),
  };

  it('sends the version that was seen with the reason, once, and shows the page of the set', async () => {
    const { user, server, address } = await openPreview(bulkEdit, SET);
    await screen.findByRole('heading', { level: 1, name: '22 locations change' });
    await user.type(screen.getByLabelText(/^Why/), 'Christmas');
    await user.click(confirm());
    await waitFor(() => expect(address()).toBe(`/dashboard?view=change-log&set=${SET_ID}`));
    expect(bodies(server.sent(CONFIRM))).toEqual([{ version: 1, reason: 'Christmas' }]);
    expect(messages()).toContain('22 locations will be changed.');
  });

  it('is repeated under the same key when the answer was lost', async () => {
    const { user, server, address } = await openPreview(bulkEdit, { [CONFIRM]: noNetwork });
    await screen.findByRole('heading', { level: 1, name: '22 locations change' });
    await user.click(confirm());
    expect(await screen.findByText('The edit couldn’t be started. Please try again.')).toBeTruthy();
    server.on(SET);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(address()).toBe(`/dashboard?view=change-log&set=${SET_ID}`));
    const keys = server.sent(CONFIRM).map(({ headers }) => headers['idempotency-key']);
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
  });

  it('shows the preview again, and what moved, when locations have changed since', async () => {
    let version = 1;
    const edit = () => bulkEdit({ version, counts: { changes: version === 1 ? 22 : 21 } });
    const { user, server } = await openPreview(edit, {
      [CONFIRM]: ({ body }) => {
        if ((body as { version: number }).version === 2) return { setId: SET_ID };
        version = 2;
        return failWith(409, 'changed_since', '2 locations have changed since the preview.');
      },
    });
    await screen.findByRole('heading', { level: 1, name: '22 locations change' });
    await user.click(confirm());
    expect(await screen.findByRole('heading', { level: 1, name: '21 locations change' })).toBeTruthy();
    expect(
      screen.getByText('2 locations have changed since the preview.', { ignore: '[role=alert] *' }),
    ).toBeTruthy();
    await user.click(confirm());
    await waitFor(() => expect(server.sent(CONFIRM)).toHaveLength(2));
    expect(bodies(server.sent(CONFIRM))[1]).toEqual({ version: 2 });
  });

  for (const [what, press] of [
    ['confirmed', confirm],
    ['asked about', () => screen.getByRole('button', { name: 'Ask Google first' })],
  ] as const)
    it(`leads to the set where a draft is ${what} that was confirmed elsewhere`, async () => {
      let isConfirmed = false;
      const refuse = () => {
        isConfirmed = true;
        return failWith(409, 'bulk_edit_confirmed', 'This bulk edit has been confirmed already.');
      };
      const { user } = await openPreview(() => bulkEdit({ state: isConfirmed ? 'confirmed' : 'draft' }), {
        [CONFIRM]: refuse,
        [VALIDATE]: refuse,
      });
      await screen.findByRole('heading', { level: 1, name: '22 locations change' });
      await user.click(press());
      const set = await screen.findByRole('link', { name: 'See how it goes' });
      expect(set.getAttribute('href')).toBe(`/dashboard?view=change-log&set=${SET_ID}`);
      expect(document.activeElement?.textContent).toBe('Change many locations');
      await screen.findByText('This bulk edit has been confirmed already.', { ignore: false });
      expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
    });

  it('asks before locations are closed for good', async () => {
    const { user, server } = await openPreview(
      () => bulkEdit({ change: { openStatus: 'CLOSED_PERMANENTLY' } }),
      SET,
    );
    await screen.findByRole('heading', { level: 1, name: '22 locations change' });
    await user.click(confirm());
    const question = within(
      await screen.findByRole('alertdialog', { name: 'Close 22 locations permanently?' }),
    );
    expect(server.sent(CONFIRM)).toHaveLength(0);
    await user.click(question.getByRole('button', { name: 'Close permanently' }));
    await waitFor(() => expect(server.sent(CONFIRM)).toHaveLength(1));
  });

  it('waits for the access to Google', async () => {
    await openPreview(bulkEdit, answersOfConnected({ state: 'reconnect' }));
    expect(await screen.findByText('Shingle no longer has access to Google. Reconnect first.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Change \d/ })).toBeNull();
  });
});

describe('A draft that is no longer there', () => {
  it('says so', async () => {
    openView(`&draft=${EDIT_ID}`, { [READ]: () => failWith(404, 'not_found', 'Not found.') });
    expect(await screen.findByRole('heading', { name: 'This draft is gone' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Start again' })).toBeTruthy();
  });

  it('leads to its changes once it was confirmed', async () => {
    openView(`&draft=${EDIT_ID}`, {}, () => bulkEdit({ state: 'confirmed' }));
    const link = await screen.findByRole('link', { name: 'See how it goes' });
    expect(link.getAttribute('href')).toBe(`/dashboard?view=change-log&set=${EDIT_ID}`);
  });
});
