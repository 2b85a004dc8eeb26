import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { failWith, noNetwork } from '../../support/page/fake-server.js';
import { settled } from '../../support/page/page.js';
import { advance, until } from '../../support/page/steered-timers.js';
import { bodies } from '../campaigns/compose-setting.js';
import { setClock } from '../posts/setting.js';
import { bulkEdit, CHRISTMAS, EDIT_ID } from './builders.js';
import { CHANGE, CREATE, openChanges, openView, READ } from './setting.js';

beforeEach(() => setClock('2026-11-24T10:00:00Z', 'Europe/London'));

const OTHER_ID = '00000000-0000-4000-8000-0000000000b2';

const preview = () => screen.getByRole('button', { name: 'Preview changes' });
/** A field by its label, which the box that chooses it may have too. */
const field = (label: string | RegExp) =>
  screen.getByLabelText(label, { selector: 'textarea, input:not([type=checkbox])' });
const put = (label: string | RegExp, value: string) => fireEvent.change(field(label), { target: { value } });

/** Adds the days of Christmas, and opens the first of them. */
async function sayChristmas({ user }: { user: Awaited<ReturnType<typeof openChanges>>['user'] }) {
  put('First day', '2026-12-24');
  put(/^Last day/, '2026-12-26');
  await user.click(screen.getByRole('button', { name: 'Add days' }));
  await user.click(screen.getByRole('switch', { name: 'Thursday 24 December 2026, open or closed' }));
}

describe('What changes', () => {
  it('begins with special hours, adds days as closed, and opens them with a short day', async () => {
    const page = await openChanges();
    await sayChristmas(page);
    await page.user.click(preview());
    expect(await screen.findByRole('heading', { level: 1, name: '22 locations change' })).toBeTruthy();
    expect(bodies(page.server.sent(CREATE))).toEqual([
      {
        choice: {},
        name: 'Special hours',
        change: { specialHours: { mode: 'merge', periods: CHRISTMAS } },
      },
    ]);
    expect(page.address()).toBe(`/dashboard?view=bulk-edit&step=preview&draft=${EDIT_ID}`);
  });

  it('is several fields in one edit, with the values of each location', async () => {
    const page = await openChanges();
    await page.user.click(screen.getByRole('checkbox', { name: 'Special hours' }));
    await page.user.click(screen.getByRole('checkbox', { name: 'Website' }));
    await page.user.click(screen.getByRole('checkbox', { name: 'Phone number' }));
    await page.user.click(screen.getByRole('checkbox', { name: 'Labels' }));
    put('Address', 'https://hearthandcrumb.example/');
    await page.user.click(screen.getByRole('button', { name: 'Insert {storeCode}' }));
    expect(screen.getByText('https://hearthandcrumb.example/HC-01')).toBeTruthy();
    await page.user.click(screen.getByRole('checkbox', { name: 'Remove the phone number instead' }));
    put('Labels to add', 'Walk-in, Seasonal,');
    put(/^Name of this edit/, 'New addresses');
    expect(screen.getByText(/^3 fields at 30 locations\./)).toBeTruthy();
    await page.user.click(preview());
    await waitFor(() => expect(page.server.sent(CREATE)).toHaveLength(1));
    expect(bodies(page.server.sent(CREATE))).toEqual([
      {
        choice: {},
        name: 'New addresses',
        change: {
          websiteUri: 'https://hearthandcrumb.example/{storeCode}',
          phoneNumber: null,
          labels: { add: ['Walk-in', 'Seasonal'], remove: [] },
        },
      },
    ]);
  });

  it('names what is missing, at its field, and sends nothing', async () => {
    const page = await openChanges();
    await page.user.click(preview());
    expect(screen.getByText('Add at least one day.')).toBeTruthy();
    await page.user.click(screen.getByRole('checkbox', { name: 'Special hours' }));
    await page.user.click(preview());
    expect(screen.getByText('Choose at least one thing to change.')).toBeTruthy();
    for (const name of ['Website', 'Description', 'Business hours', 'More hours', 'Phone number', 'Labels'])
      await page.user.click(screen.getByRole('checkbox', { name }));
    put('Address', 'hearth and crumb');
    put('Text customers read', 'See www.example.com');
    await page.user.click(preview());
    expect(screen.getByText(/^Website must be an address/)).toBeTruthy();
    expect(screen.getByText('Google doesn’t allow web addresses in the description')).toBeTruthy();
    expect(screen.getByText('Open at least one day, or choose to remove the hours.')).toBeTruthy();
    expect(screen.getByText('Add a kind of hours, or choose to remove them all.')).toBeTruthy();
    expect(screen.getByText('Enter a phone number, or choose to remove it.')).toBeTruthy();
    expect(screen.getByText('Enter a label to add or to remove.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Address'));
    expect(page.server.sent(CREATE)).toHaveLength(0);
  });

  it('shows what the server refuses at its field', async () => {
    const page = await openChanges({
      [CREATE]: () =>
        failWith(400, 'validation_failed', 'Please check the highlighted fields.', [
          { field: 'change.websiteUri', message: 'Website must be a public address' },
        ]),
    });
    await page.user.click(screen.getByRole('checkbox', { name: 'Special hours' }));
    await page.user.click(screen.getByRole('checkbox', { name: 'Website' }));
    put('Address', 'https://hearthandcrumb.example/');
    await page.user.click(preview());
    expect(await screen.findByText('Website must be a public address')).toBeTruthy();
  });

  it('says with figures what merging keeps and replacing deletes, and who will be left out', async () => {
    const page = openView(`&draft=${EDIT_ID}&step=changes`);
    const merge = await screen.findByRole('radio', { name: 'Merge: set these dates only' });
    expect(merge).toHaveProperty('checked', true);
    expect(screen.getByText('206 other special dates at 18 locations stay the same.')).toBeTruthy();
    expect(screen.getByText('Deletes 206 other special dates at 18 locations, past ones too.')).toBeTruthy();
    expect(screen.getByText('Draft, kept until tomorrow 16:40')).toBeTruthy();
    expect(screen.getByText('5 locations will be left out. The preview lists them.')).toBeTruthy();
    await page.user.click(screen.getByRole('radio', { name: 'Replace all special hours' }));
    await page.user.click(preview());
    await waitFor(() => expect(page.server.sent(CHANGE)).toHaveLength(1));
    expect(bodies(page.server.sent(CHANGE))).toEqual([
      {
        version: 1,
        choice: {},
        name: 'Special hours',
        change: { specialHours: { mode: 'replace', periods: CHRISTMAS } },
      },
    ]);
  });

  it('removes the special hours of a date', async () => {
    const page = await openChanges();
    await page.user.click(screen.getByText('Remove special hours of a date'));
    put('Date', '2026-12-31');
    await page.user.click(screen.getByRole('button', { name: 'Add date' }));
    await page.user.click(preview());
    await waitFor(() => expect(page.server.sent(CREATE)).toHaveLength(1));
    expect(bodies(page.server.sent(CREATE))).toMatchObject([
      { change: { specialHours: { mode: 'merge', periods: [], clear: ['2026-12-31'] } } },
    ]);
  });

  it('changes the locations of a draft', async () => {
    const page = openView(`&draft=${EDIT_ID}&step=changes`);
    await page.user.click(await screen.findByRole('button', { name: 'Back' }));
    const chooser = within(await screen.findByRole('dialog', { name: 'Choose locations' }));
    await page.user.click(await chooser.findByRole('checkbox', { name: /^Hearth & Crumb 3\D/ }));
    await page.user.click(chooser.getByRole('button', { name: 'Choose 29 locations' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Change 29 locations' })).toBeTruthy();
    await page.user.click(preview());
    await waitFor(() => expect(page.server.sent(CHANGE)).toHaveLength(1));
    expect(bodies(page.server.sent(CHANGE))).toMatchObject([{ choice: { without: ['location-3'] } }]);
  });
});

describe('The draft', () => {
  it('is saved by itself once it is whole and nothing was typed for a moment', async () => {
    const page = await openChanges();
    setClock('2026-11-24T10:00:00Z', 'Europe/London', { timers: true });
    await page.user.click(screen.getByRole('checkbox', { name: 'Description' }));
    await page.user.click(screen.getByRole('checkbox', { name: 'Special hours' }));
    put('Text customers read', 'Fresh bread in {city}.');
    await advance(1200);
    await until(() => screen.queryByText('Draft, kept until tomorrow 16:40'));
    put('Text customers read', 'Fresh bread in {city}, from seven.');
    await advance(1200);
    await until(() => page.server.sent(CHANGE).length === 1);
    expect(bodies(page.server.sent(CHANGE))).toMatchObject([
      { version: 1, change: { description: 'Fresh bread in {city}, from seven.' } },
    ]);
    expect(page.server.sent(CREATE)).toHaveLength(1);
  });

  it('is still there after a reload, whole or not', async () => {
    const first = await openChanges();
    await first.user.click(screen.getByRole('checkbox', { name: 'Phone number' }));
    put('Phone number', '01632 960');
    first.unmount();
    openView('&step=changes');
    expect(await screen.findByRole('heading', { level: 1, name: 'Change 30 locations' })).toBeTruthy();
    expect(field('Phone number')).toHaveProperty('value', '01632 960');
  });

  it('keeps what was typed while the connection is lost, and is saved on the next try', async () => {
    const page = await openChanges({ [CREATE]: noNetwork });
    await sayChristmas(page);
    await page.user.click(preview());
    const fault = await screen.findByText(
      'The draft couldn’t be saved. Please try again. What you typed is kept in this tab.',
    );
    expect(fault).toBeTruthy();
    page.server.on({ [CREATE]: () => bulkEdit() });
    await page.user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('heading', { level: 1, name: '22 locations change' })).toBeTruthy();
  });

  it('asks what counts when it was changed in another tab', async () => {
    const other = bulkEdit({ version: 4, change: { description: 'Theirs' }, name: 'Theirs' });
    let version = 1;
    const page = openView(`&draft=${EDIT_ID}&step=changes`, {
      [CHANGE]: ({ body }) =>
        (body as { version: number }).version === 4
          ? bulkEdit({ version: 5, change: { description: 'Mine' } })
          : failWith(409, 'changed_since', 'This was changed elsewhere.'),
      [READ]: () => (version === 1 ? bulkEdit() : other),
    });
    await page.user.click(await screen.findByRole('checkbox', { name: 'Description' }));
    await page.user.click(screen.getByRole('checkbox', { name: 'Special hours' }));
    put('Text customers read', 'Mine');
    version = 4;
    await page.user.click(preview());
    expect(
      await screen.findByText(
        'This draft was changed in another tab or by another person. What you typed is still here.',
      ),
    ).toBeTruthy();
    expect(screen.getByLabelText('Text customers read')).toHaveProperty('value', 'Mine');

    await page.user.click(screen.getByRole('button', { name: 'Show the other version' }));
    await waitFor(() =>
      expect(screen.getByLabelText('Text customers read')).toHaveProperty('value', 'Theirs'),
    );
    put('Text customers read', 'Mine');
    await page.user.click(preview());
    await waitFor(() => expect(bodies(page.server.sent(CHANGE)).at(-1)).toMatchObject({ version: 4 }));
  });

  it('that was confirmed in another tab leads to its set, or goes on as a new edit', async () => {
    let isConfirmed = false;
    const page = openView(`&draft=${EDIT_ID}&step=changes`, {
      [CHANGE]: () => failWith(409, 'bulk_edit_confirmed', 'This bulk edit has been confirmed already.'),
      [CREATE]: () => bulkEdit({ id: OTHER_ID }),
      [READ]: ({ params }) => bulkEdit({ id: params['id']!, state: isConfirmed ? 'confirmed' : 'draft' }),
    });
    await page.user.click(await screen.findByRole('radio', { name: 'Replace all special hours' }));
    isConfirmed = true;
    await page.user.click(preview());
    expect(
      await screen.findByText(
        'This edit was confirmed in another tab or by another person, without your last changes. They are still here.',
      ),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See how it goes' }).getAttribute('href')).toBe(
      `/dashboard?view=change-log&set=${EDIT_ID}`,
    );
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
    expect(preview()).toHaveProperty('disabled', true);
    await page.user.click(screen.getByRole('button', { name: 'Make a new edit' }));
    expect(await screen.findByText('Draft, kept until tomorrow 16:40')).toBeTruthy();
    expect(bodies(page.server.sent(CREATE))).toMatchObject([
      { change: { specialHours: { mode: 'replace' } } },
    ]);
    await page.user.click(preview());
    await waitFor(() => expect(page.address()).toContain(`draft=${OTHER_ID}`));
  });

  it('can replace the one of another tab', async () => {
    let version = 1;
    const page = openView(`&draft=${EDIT_ID}&step=changes`, {
      [CHANGE]: ({ body }) =>
        (body as { version: number }).version === 4
          ? bulkEdit({ version: 5 })
          : failWith(409, 'changed_since', 'This was changed elsewhere.'),
      [READ]: () => bulkEdit({ version }),
    });
    await page.user.click(await screen.findByRole('radio', { name: 'Replace all special hours' }));
    version = 4;
    await page.user.click(preview());
    await page.user.click(await screen.findByRole('button', { name: 'Keep mine' }));
    expect(await screen.findByText('Draft, kept until tomorrow 16:40')).toBeTruthy();
    expect(bodies(page.server.sent(CHANGE)).at(-1)).toMatchObject({
      version: 4,
      change: { specialHours: { mode: 'replace' } },
    });
    await settled();
  });
});
