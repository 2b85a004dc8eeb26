import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { failWith, type Handlers } from '../../support/page/fake-server.js';
import { connected } from '../business-profile/builders.js';
import { location } from '../listings/builders.js';
import { announced } from '../listings/setting.js';
import { postList } from '../posts/builders.js';
import { setClock } from '../posts/setting.js';
import {
  change,
  changeList,
  changeSet,
  editList,
  type GoogleEdit,
  googleEdit,
  setProgress,
  undone,
  uuid,
  value,
} from './builders.js';
import { openLog } from './setting.js';

beforeEach(() => setClock('2026-11-21T15:00:00.000Z', 'Europe/London'));

const INBOX = '/dashboard?view=change-log&tab=google-edits';
const REJECT = 'POST /api/google-edits/:id/reject';
const ACCEPT = 'POST /api/google-edits/:id/accept';
const DECIDE = 'POST /api/google-edits/decide';

/** Answers with those of the edits that the request asks for; the test may change the list. */
const inbox = (edits: GoogleEdit[]): Handlers => ({
  'GET /api/google-edits': ({ query }) => ({
    ...editList(edits),
    items: edits.filter(
      ({ state, field }) => state === query['state'] && [field, undefined].includes(query['field'] as 'name'),
    ),
  }),
});
const row = async (name: string) => {
  const heading = await screen.findByRole('heading', { level: 3, name });
  return within(heading.closest('li') as HTMLElement);
};
const PHONE = 'Phone number of Hearth & Crumb, Market Square';
const hours = (days: readonly ('FRIDAY' | 'MONDAY')[]) =>
  value({
    hours: days.map((day) => ({ openDay: day, openTime: '09:00', closeDay: day, closeTime: '17:00' })),
  });

describe('Google’s edits', () => {
  it('stand beside the own value, the ones that turn customers away first in sight, with how often they came', async () => {
    openLog(
      inbox([
        googleEdit({ times: 2 }),
        googleEdit({
          id: uuid(202),
          field: 'regularHours',
          yours: hours(['MONDAY', 'FRIDAY']),
          google: hours(['MONDAY']),
        }),
      ]),
      INBOX,
    );
    const phone = await row(PHONE);
    expect(phone.getByRole('group', { name: 'Yours' }).textContent).toBe('Yours+44 1632 different: 960101');
    expect(phone.getByRole('group', { name: 'Public on Google' }).textContent).toBe(
      'Public on Google Customers see this+44 1632 different: 960110',
    );
    // Nothing was decided yet, so nothing is struck out.
    expect(document.querySelector('del, ins')).toBeNull();
    const meaning = phone.getByText('Customers who call reach +44 1632 960110. This is the 2nd time.');
    // What it means is read before it is answered.
    const keep = phone.getByRole('button', { name: 'Keep mine' });
    expect(meaning.compareDocumentPosition(keep)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    const week = await row('Business hours of Hearth & Crumb, Market Square');
    expect(week.getByText('Friday shows “Closed” to customers.')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 2, name: '2 edits wait for you' })).toBeTruthy();
    expect(
      screen.getByText('If you keep yours, Google may change it again. You’ll see it here.'),
    ).toBeTruthy();
  });

  it('are counted in the sidebar, whose link leads to them', async () => {
    const edits = [googleEdit(), googleEdit({ id: uuid(202), field: 'websiteUri' })];
    const { user, address } = openLog(inbox(edits), '/dashboard?view=tasks');
    const link = await screen.findByRole('link', { name: /^Change Log 2 edits by Google wait for you$/ });
    await user.click(link);
    await row(PHONE);
    expect(address()).toBe(INBOX);
    expect(link.getAttribute('aria-current')).toBe('page');
  });

  it('are answered one by one, and the focus goes on to the next', async () => {
    const edits = [googleEdit(), googleEdit({ id: uuid(202), field: 'websiteUri' })];
    const { user, server } = openLog(
      {
        ...inbox(edits),
        [REJECT]: () => void edits.splice(0, 1, googleEdit({ state: 'REJECTED' })),
        [ACCEPT]: () => void edits.splice(1, 1, googleEdit({ id: uuid(202), state: 'ACCEPTED' })),
      },
      INBOX,
    );
    await user.click((await row(PHONE)).getByRole('button', { name: 'Keep mine' }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: PHONE })).toBeNull());
    expect(server.sent(REJECT).map(({ params }) => params)).toEqual([{ id: uuid(201) }]);
    const website = await row('Website of Hearth & Crumb, Market Square');
    expect(website.getByRole('button', { name: 'Keep mine' })).toBe(document.activeElement);
    await user.click(website.getByRole('button', { name: 'Use Google’s' }));
    await screen.findByRole('heading', { name: 'No edits by Google' });
    expect(server.sent(ACCEPT).map(({ params }) => params)).toEqual([{ id: uuid(202) }]);
  });

  it('lock the own value where that is wanted', async () => {
    const edits = [googleEdit()];
    const { user, server } = openLog(
      { ...inbox(edits), [REJECT]: () => void edits.splice(0, 1, googleEdit({ state: 'REJECTED' })) },
      INBOX,
    );
    const phone = await row(PHONE);
    const keep = phone.getByRole<HTMLInputElement>('checkbox', { name: 'and keep it so' });
    expect(keep.checked).toBe(false);
    expect(screen.getByRole('link', { name: 'Locks' }).getAttribute('href')).toBe(
      '/dashboard?view=change-log&tab=locks',
    );
    await user.click(keep);
    await user.click(phone.getByRole('button', { name: 'Keep mine' }));
    await screen.findByRole('heading', { name: 'No edits by Google' });
    expect(server.sent(REJECT).map(({ body }) => body)).toEqual([{ keep: true }]);
    await waitFor(() => expect(announced()).toContain('Your value is kept and locked.'));
  });

  it('say that a field is locked already', async () => {
    openLog(inbox([googleEdit({ isLocked: true })]), INBOX);
    const phone = await row(PHONE);
    expect(phone.getByText(/This field is locked\.$/)).toBeTruthy();
    expect(phone.queryByRole('checkbox', { name: 'and keep it so' })).toBeNull();
    expect(phone.getByRole('button', { name: 'Keep mine' })).toBeTruthy();
  });

  it('can’t be locked where Google says that a location is closed, which is asked each time', async () => {
    openLog(
      inbox([
        googleEdit({
          field: 'openStatus',
          yours: value({ text: 'OPEN' }),
          google: value({ text: 'CLOSED_PERMANENTLY' }),
        }),
        googleEdit({
          id: uuid(202),
          field: 'openStatus',
          locationName: 'Branch 2',
          yours: value({ text: 'CLOSED_TEMPORARILY' }),
          google: value({ text: 'OPEN' }),
        }),
      ]),
      INBOX,
    );
    const closed = await row('Open or closed of Hearth & Crumb, Market Square');
    expect(closed.queryByRole('checkbox', { name: 'and keep it so' })).toBeNull();
    const opened = await row('Open or closed of Branch 2');
    expect(opened.getByRole('checkbox', { name: 'and keep it so' })).toBeTruthy();
  });

  it('asks before a location gets another name or is closed', async () => {
    const { user, server } = openLog(
      {
        ...inbox([
          googleEdit({
            field: 'openStatus',
            yours: value({ text: 'OPEN' }),
            google: value({ text: 'CLOSED_PERMANENTLY' }),
          }),
        ]),
        [ACCEPT]: () => undefined,
      },
      INBOX,
    );
    const closed = await row('Open or closed of Hearth & Crumb, Market Square');
    expect(closed.getByText('Customers see that it’s closed.')).toBeTruthy();
    await user.click(closed.getByRole('button', { name: 'Use Google’s' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Use Google’s value?' }));
    expect(server.sent(ACCEPT)).toEqual([]);
    await user.click(question.getByRole('button', { name: 'Use Google’s' }));
    await waitFor(() => expect(server.sent(ACCEPT)).toHaveLength(1));
  });

  it('shows the new own value where that has changed, and asks once more', async () => {
    const edits = [googleEdit()];
    const { user } = openLog(
      {
        ...inbox(edits),
        [REJECT]: () => {
          const current = value({ text: '+44 1632 960155' });
          edits.splice(0, 1, googleEdit({ yours: current }));
          const conflicts = [{ field: 'phoneNumber', current, wanted: value({ text: '+44 1632 960101' }) }];
          const body = { statusCode: 409, code: 'changed_since', message: 'It changed.', requestId: 'test' };
          return Response.json({ ...body, conflicts }, { status: 409 });
        },
      },
      INBOX,
    );
    const phone = await row(PHONE);
    await user.click(phone.getByRole('button', { name: 'Keep mine' }));
    expect((await phone.findByText(/^Your own value has changed/)).nextSibling?.textContent).toBe(
      '+44 1632 960155',
    );
    expect(phone.getByRole('button', { name: 'Keep mine' })).toHaveProperty('disabled', false);
  });

  it('say why there is no answer, and lead to the form for another value', async () => {
    const why = 'The address can only be changed in Google’s own editor.';
    const { user, address } = openLog(
      inbox([
        googleEdit({ field: 'address', whyNoAnswer: why }),
        googleEdit({ id: uuid(202), yours: value({ text: '01335 346 200' }) }),
      ]),
      INBOX,
    );
    const fixed = await row('Address of Hearth & Crumb, Market Square');
    expect(fixed.getByText(why)).toBeTruthy();
    expect(fixed.queryByRole('button')).toBeNull();
    await user.click((await row(PHONE)).getByRole('link', { name: 'Edit…' }));
    await screen.findByRole('button', { name: 'Save Changes' });
    expect(address()).toBe(
      '/dashboard?view=location-details&account=account-1&location=location-1&edit=details',
    );
  });

  it('of one field are answered together after a question, and the progress is said', async () => {
    const edits = [1, 2, 3].map((index) =>
      googleEdit({ id: uuid(200 + index), locationId: `location-${index}`, locationName: `Branch ${index}` }),
    );
    const { user, server } = openLog(
      {
        ...inbox([...edits, googleEdit({ id: uuid(210), field: 'websiteUri' })]),
        [DECIDE]: () => ({ setId: uuid(300) }),
        'GET /api/change-sets/:id': () =>
          changeSet({ id: uuid(300), kind: 'decision', name: null, progress: setProgress({ sent: 3 }) }),
      },
      INBOX,
    );
    await row('Website of Hearth & Crumb, Market Square');
    await user.selectOptions(screen.getByLabelText('Filter edits by field'), 'Phone number (3)');
    await user.click(await screen.findByRole('checkbox', { name: 'Choose all 3' }));
    expect(screen.getByText('Phone number, 3 locations')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Keep mine for all' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Keep your values?' }));
    expect(
      question.getByText(/^Your version of the phone number of 3 locations is sent to Google again/),
    ).toBeTruthy();
    await user.click(question.getByRole('checkbox', { name: 'and keep them so' }));
    await user.click(question.getByRole('button', { name: 'Keep mine' }));
    await screen.findByText('3 locations changed.');
    expect(server.sent(DECIDE).map(({ body }) => body)).toEqual([
      { ids: edits.map(({ id }) => id), decision: 'reject', keep: true },
    ]);
  });

  it('of many pages are loaded one after the other, and all of them can be chosen', async () => {
    const edits = Array.from({ length: 8 }, (_, index) =>
      googleEdit({
        id: uuid(1000 + index),
        locationId: `location-${index}`,
        locationName: `Branch ${index}`,
      }),
    );
    const { user, server } = openLog(
      {
        'GET /api/google-edits': ({ query }) => {
          const skip = Number(query['cursor'] ?? 0);
          const next = skip + 3;
          return {
            ...editList(edits),
            items: edits.slice(skip, next),
            nextCursor: next < edits.length ? String(next) : null,
          };
        },
        [DECIDE]: () => new Promise(() => undefined),
      },
      INBOX,
    );
    const last = (await row('Phone number of Branch 7')).getByRole('checkbox', { name: /^Choose/ });
    expect(last.closest('li')?.getAttribute('aria-posinset')).toBe('8');
    await user.click(screen.getByRole('checkbox', { name: 'Choose all 8' }));
    await user.click(last);
    expect(screen.getByText('Phone number, 7 locations')).toBeTruthy();
    await user.click(last);
    await user.click(screen.getByRole('button', { name: 'Keep mine for all' }));
    await user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Keep mine' }),
    );
    expect(server.sent(DECIDE).map(({ body }) => body)).toEqual([
      { ids: edits.map(({ id }) => id), decision: 'reject' },
    ]);
  });

  it('that were answered are shown by a filter, with who answered and the change that it was', async () => {
    const own = change();
    const { user, address } = openLog(
      {
        ...inbox([
          googleEdit({
            state: 'ACCEPTED',
            decidedAt: '2026-11-21T14:30:00.000Z',
            decidedBy: { uid: 'uid-1', name: 'Robin Baker' },
            changeId: own.id,
            whyNoAnswer: 'This edit has been answered.',
          }),
        ]),
        'GET /api/changes': () => changeList([own]),
        'GET /api/changes/:id': () => ({ ...own, undo: undone(own) }),
      },
      INBOX,
    );
    await screen.findByRole('heading', { name: 'No edits by Google' });
    await user.selectOptions(screen.getByLabelText('Filter edits by answer'), 'Google’s used (1)');
    const answered = await row(PHONE);
    expect(address()).toBe(`${INBOX}&answer=accepted`);
    expect(answered.getByText('Google’s value was used. Robin Baker, Sat 21 Nov, 14:30.')).toBeTruthy();
    await user.click(answered.getByRole('button', { name: 'See the change' }));
    expect(await screen.findByRole('button', { name: 'Undo this change' })).toBeTruthy();
  });

  it('are filtered by the answer that the address names', async () => {
    const { user, address } = openLog(
      inbox([googleEdit(), googleEdit({ id: uuid(202), field: 'websiteUri', state: 'REJECTED' })]),
      `${INBOX}&answer=rejected`,
    );
    await row('Website of Hearth & Crumb, Market Square');
    expect(screen.queryByRole('heading', { name: PHONE })).toBeNull();
    await user.selectOptions(screen.getByLabelText('Filter edits by answer'), 'Waiting for you (1)');
    await row(PHONE);
    expect(address()).toBe(INBOX);
  });

  it('wait for a new connection', async () => {
    openLog(
      {
        ...inbox([googleEdit()]),
        'GET /api/auth/gbp-status': () => connected({ hasAccess: false, state: 'reconnect' }),
      },
      INBOX,
    );
    const phone = await row(PHONE);
    expect(phone.queryByRole('button')).toBeNull();
    expect(screen.getByText('Shingle no longer has access to Google. Reconnect first.')).toBeTruthy();
  });

  it('can be answered again after a failure', async () => {
    const { user } = openLog(
      {
        ...inbox([googleEdit()]),
        [REJECT]: () => failWith(503, 'google/busy', 'Google is busy. Try again.'),
      },
      INBOX,
    );
    const phone = await row(PHONE);
    await user.click(phone.getByRole('button', { name: 'Keep mine' }));
    await phone.findByText('Google is busy. Try again.');
    await waitFor(() =>
      expect(phone.getByRole('button', { name: 'Keep mine' })).toBe(document.activeElement),
    );
  });

  it('stand on the overview, and at the history of their location', async () => {
    const answers = { ...inbox([googleEdit()]), 'GET /api/posts': () => postList([]) };
    const { user, address } = openLog(answers, '/dashboard');
    const panel = within(await screen.findByRole('region', { name: 'Google changed' }));
    expect(panel.getByRole('listitem').textContent).toBe(
      'Store code HC-01Phone numberHearth & Crumb, Market SquareSat 21 Nov',
    );
    expect(panel.getByRole('link', { name: /^Store code HC-01/ }).getAttribute('href')).toBe(
      `${INBOX.replace('&tab', `&location=${location().id}&tab`)}`,
    );
    await user.click(panel.getByRole('link', { name: 'Decide' }));
    await row(PHONE);
    expect(address()).toBe(INBOX);
    await user.click(screen.getByRole('link', { name: 'Hearth & Crumb, Market Square' }));
    await user.click(await screen.findByRole('link', { name: 'History 1 edit by Google' }));
    await row(PHONE);
    expect(address()).toBe(`${INBOX.replace('&tab', `&location=${location().id}&tab`)}`);
  });
});
