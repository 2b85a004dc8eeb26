import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { Task, TaskList } from '../../../client/advice/use-tasks.js';
import { failWith, type Handlers, type SentRequest } from '../../support/page/fake-server.js';
import { renderPage } from '../../support/page/page.js';
import { bulkEdit, bulkRow, EDIT_ID } from '../bulk-edits/builders.js';
import { CREATE, READ, ROWS } from '../bulk-edits/setting.js';
import { answersOfConnected, importing, mirror } from '../business-profile/builders.js';
import { bodies, MATCHES, matchesOf } from '../campaigns/compose-setting.js';
import { uuid, value } from '../changes/builders.js';
import { account, googleLocation, list } from '../listings/builders.js';
import { setClock } from '../posts/setting.js';
import { fieldTask, finding, findingList, task, taskList } from './builders.js';

beforeEach(() => setClock('2026-11-24T10:00:00.000Z', 'Europe/London'));

const TASKS = 'GET /api/tasks';
const FINDINGS = 'GET /api/findings';
const DISMISS = 'POST /api/findings/dismiss';
const BRING_BACK = 'POST /api/findings/bring-back';
const ADD_SELECTION = 'POST /api/selections';
const CHRISTMAS = 'Add hours for 25 December: 14 locations';
const NO_STATS = {
  from: null,
  to: null,
  profileViews: null,
  searchQueries: null,
  directionRequests: null,
  phoneCalls: null,
};

/** Opens the view; a state without tasks of its own has none. */
function open(lists: Partial<Record<string, TaskList>>, answers: Handlers = {}, address = '') {
  return renderPage(`/dashboard?view=tasks${address}`, {
    answers: {
      ...answersOfConnected(),
      'GET /api/accounts': () => ({ items: [account()] }),
      'GET /api/locations': () => list([googleLocation()]),
      'GET /api/locations/:id': () => googleLocation(),
      'GET /api/locations/:id/stats': () => NO_STATS,
      'GET /api/selections': () => ({ items: [] }),
      [TASKS]: ({ query }: SentRequest) =>
        lists[query['state'] ?? 'open'] ?? { ...(lists['open'] ?? taskList([])), items: [] },
      ...answers,
    },
  });
}

const row = async (name: string) => {
  const heading = await screen.findByRole('heading', { level: 3, name });
  return within(heading.closest('li') as HTMLElement);
};

describe('A task', () => {
  it('says how grave it is, what was read and when, what says so, and at which locations', async () => {
    open({ open: taskList([task()]) });
    const christmas = await row(CHRISTMAS);
    expect(christmas.getByText('Missing')).toBeTruthy();
    expect(christmas.getByText('specialHours').parentElement?.textContent).toBe(
      'specialHours has no 2026-12-25, read today at 06:12.',
    );
    const source = christmas.getByRole('link', { name: /^confirm holiday hours/ });
    expect(source.getAttribute('href')).toBe('https://support.google.com/business/answer/6303076');
    expect(source.parentElement?.textContent).toMatch(/^Google: confirm .*Compared 12 Nov 2026\.$/);
    expect(christmas.getByRole('link', { name: /^Hearth & Crumb, Branch 1,/ }).getAttribute('href')).toBe(
      '/dashboard?view=location-details&location=location-1',
    );
    expect(christmas.getByRole('button', { name: `and 10 more (${CHRISTMAS})` })).toBeTruthy();
    expect(screen.getByText('500 locations checked against 24 rules, last today at 06:12.')).toBeTruthy();
    expect(screen.getByText('14 findings, one task for each cure')).toBeTruthy();
  });

  it('says of advice of others that Google does not ask for it', async () => {
    const source = { ...task().source, isGoogle: false, title: 'what many guides say' };
    open({ open: taskList([task({ source })]) });
    const { getByRole } = await row(CHRISTMAS);
    expect(getByRole('link', { name: /^what many guides say/ }).parentElement?.textContent).toMatch(
      /^Others advise it, Google doesn’t ask for it: /,
    );
  });

  it('shows the arithmetic of its place in the order on focus, until Escape', async () => {
    const { user } = open({ open: taskList([task()]) });
    const order = (await row(CHRISTMAS)).getByRole('button', { name: 'Order 15.4' });
    await user.hover(order);
    expect((await screen.findByRole('tooltip')).textContent).toBe(
      'Order 15.4 = 3 × 5.143 for “missing”, 5.14 = log10(10 + 138,200 views in 28 days)',
    );
    order.focus();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('tooltip')).toBeNull();
  });

  it('lists all its locations on demand, each with what was read', async () => {
    const { user, server } = open(
      { open: taskList([task()]) },
      { [FINDINGS]: () => findingList([finding(7, { evidence: [{ path: 'profile', says: 'is bare' }] })]) },
    );
    await user.click((await row(CHRISTMAS)).getByRole('button', { name: /^and 10 more/ }));
    const all = within(await screen.findByRole('list', { name: `Locations: ${CHRISTMAS}` }));
    expect(all.getByRole('link', { name: 'Hearth & Crumb, Branch 7' })).toBeTruthy();
    expect(all.getByText('profile').parentElement?.textContent).toBe('profile is bare');
    expect(server.sent(FINDINGS)[0]?.query).toMatchObject({ task: task().key, state: 'open' });
    await user.click((await row(CHRISTMAS)).getByRole('button', { name: /^Show fewer/ }));
    expect(screen.queryByRole('list', { name: `Locations: ${CHRISTMAS}` })).toBeNull();
  });

  it('that the address names has the focus', async () => {
    Element.prototype.scrollIntoView = () => undefined;
    open({ open: taskList([fieldTask('name', 2), task()]) }, {}, `&task=${encodeURIComponent(task().key)}`);
    await row(CHRISTMAS);
    await waitFor(() => expect(document.activeElement?.textContent).toBe(CHRISTMAS));
  });
});

describe('What does a task', () => {
  const main = async (name: string, button: string | RegExp, role: 'button' | 'link' = 'button') =>
    (await row(name)).getByRole(role, { name: button });

  it('opens the table of holidays at the date, with exactly its locations', async () => {
    const { user, server, address } = open(
      { open: taskList([task()]) },
      {
        [FINDINGS]: ({ query }) =>
          query['cursor'] === undefined
            ? findingList([finding(1), finding(2)], '2')
            : findingList([finding(3)]),
        [ADD_SELECTION]: () => ({ id: uuid(900), name: null }),
        'GET /api/holidays': () => ({ items: [], nextCursor: null }),
      },
    );
    await user.click(await main(CHRISTMAS, `Open in Holidays (${CHRISTMAS})`));
    await screen.findByRole('heading', { level: 1, name: 'Locations' });
    expect(address()).toBe(`/dashboard?view=locations&tab=holidays&selection=${uuid(900)}&mark=2026-12-25`);
    expect(bodies(server.sent(ADD_SELECTION))).toEqual([
      { isLive: false, choice: { locationIds: ['location-1', 'location-2', 'location-3'] } },
    ]);
    await waitFor(() =>
      expect(server.sent('GET /api/holidays')[0]?.query).toMatchObject({ selectionId: uuid(900) }),
    );
    expect(await screen.findByText(/^Only the .* of a task\.$/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show all locations' }));
    expect(address()).toBe('/dashboard?view=locations&tab=holidays');
  });

  it('makes an edit of all its locations of a value that they share, and opens its preview', async () => {
    const own = fieldTask('websiteUri', 2, {
      cure: { kind: 'change', after: value({ text: 'https://www.example.com/shops' }) },
    });
    const { user, server, address } = open(
      { open: taskList([own]) },
      {
        [FINDINGS]: () => findingList([finding(1), finding(2)]),
        [CREATE]: () => bulkEdit(),
        [READ]: () => bulkEdit(),
        [ROWS]: () => ({ items: [bulkRow()], nextCursor: null }),
      },
    );
    await user.click(await main(own.title, `Preview 2 changes (${own.title})`));
    await screen.findByRole('list', { name: 'Steps' });
    expect(address()).toBe(`/dashboard?view=bulk-edit&draft=${EDIT_ID}&step=preview`);
    expect(bodies(server.sent(CREATE))).toEqual([
      {
        name: own.title,
        choice: { locationIds: ['location-1', 'location-2'] },
        change: { websiteUri: 'https://www.example.com/shops' },
      },
    ]);
  });

  it('opens the edit of its locations with the field chosen, where a person knows the value', async () => {
    const own = fieldTask('description', 3);
    const { user } = open(
      { open: taskList([own]) },
      {
        [FINDINGS]: () => findingList([finding(1), finding(2), finding(3)]),
        [MATCHES]: ({ body }) => matchesOf(body as Parameters<typeof matchesOf>[0]),
        [CREATE]: () => bulkEdit(),
        [READ]: () => bulkEdit(),
      },
    );
    await user.click(await main(own.title, `Write it (${own.title})`));
    const fields = within(await screen.findByRole('group', { name: 'What changes' }));
    expect(fields.getByRole('checkbox', { name: 'Description' })).toHaveProperty('checked', true);
    expect(fields.getByRole('checkbox', { name: 'Special hours' })).toHaveProperty('checked', false);
  });

  it('opens the one location at the field', async () => {
    const own = fieldTask('phoneNumber', 1);
    const { user, address } = open({ open: taskList([own]) });
    await user.click(await main(own.title, `Enter the number (${own.title})`, 'link'));
    const phone = await screen.findByRole('textbox', { name: /^Phone number/ });
    await waitFor(() => expect(document.activeElement).toBe(phone));
    expect(address()).toBe(
      '/dashboard?view=location-details&location=location-1&edit=details&field=phoneNumber',
    );
  });

  it('opens each location with its proposed value, where they differ', async () => {
    const own = fieldTask('name', 2, { cure: { kind: 'change' } });
    const change = { before: value({ text: 'Crumb®' }), after: value({ text: 'Crumb, Market Square' }) };
    const { user } = open(
      { open: taskList([own]) },
      { [FINDINGS]: () => findingList([finding(1, { cure: { kind: 'change', field: 'name', ...change } })]) },
    );
    await user.click(await main(own.title, `Show 2 locations (${own.title})`));
    const all = within(await screen.findByRole('list', { name: `Locations: ${own.title}` }));
    await user.click(all.getByRole('link', { name: 'Edit the name at Hearth & Crumb, Branch 1' }));
    const name = await screen.findByRole('textbox', { name: 'Business name' });
    expect(name).toHaveProperty('value', 'Crumb, Market Square');
    expect(screen.getByText('1 field changed. Google may review it.')).toBeTruthy();
  });

  it.each<[Task['cure']['kind'], number, string, string]>([
    ['google-edits', 2, 'Open the edits', '/dashboard?view=change-log&tab=google-edits'],
    ['google-edits', 1, 'Open the edit', '/dashboard?view=change-log&location=location-1&tab=google-edits'],
    ['locks', 2, 'Open the locks', '/dashboard?view=change-log&tab=locks'],
  ])('leads for %s at %i locations to the change log', async (kind, locations, label, href) => {
    const own = fieldTask('phoneNumber', locations, { cure: { kind } });
    open({ open: taskList([own]) });
    expect((await main(own.title, `${label} (${own.title})`, 'link')).getAttribute('href')).toBe(href);
  });

  it('leads to Google’s own page where only that can do it', async () => {
    const own = fieldTask('address', 2, { cure: { kind: 'google', url: 'https://business.google.com/' } });
    open({ open: taskList([own]) });
    const link = await main(own.title, `Open on Google (${own.title}) (opens in a new tab)`, 'link');
    expect(link.getAttribute('href')).toBe('https://business.google.com/');
    expect(link.getAttribute('target')).toBe('_blank');
  });

  it('says when it cannot be opened, and tries again', async () => {
    let tries = 0;
    const { user } = open(
      { open: taskList([task()]) },
      { [FINDINGS]: () => (++tries === 1 ? failWith(500, 'internal', 'No.') : findingList([finding(1)])) },
    );
    await user.click(await main(CHRISTMAS, /^Open in Holidays/));
    expect((await screen.findByText('This couldn’t be opened. Please try again.')).textContent).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeTruthy();
  });
});

describe('Dismissing', () => {
  it('asks why, takes a day on which it comes back, and is undone', async () => {
    const lists: Record<string, TaskList> = { open: taskList([task()]) };
    const { user, server } = open(lists, {
      [DISMISS]: () => {
        const counts = { open: 0, waiting: 0, dismissed: 1, done: 0 };
        const dismissal = {
          reason: 'We tell people at the door.',
          by: { uid: 'uid-1', name: 'Robin Baker' },
          at: '2026-11-24T10:00:00.000Z',
          until: '2026-12-24',
        };
        lists['open'] = taskList([], { counts });
        lists['dismissed'] = taskList([task({ dismissal })], { counts });
        return { count: 14 };
      },
      [BRING_BACK]: () => {
        lists['open'] = taskList([task()]);
        lists['dismissed'] = taskList([], { counts: lists['open'].counts });
        return { count: 14 };
      },
    });
    await user.click((await row(CHRISTMAS)).getByRole('button', { name: `Dismiss (${CHRISTMAS})` }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Dismiss this task?' }));
    await user.click(dialog.getByRole('button', { name: 'Dismiss' }));
    expect(dialog.getByText('Say why, so that others know.')).toBeTruthy();
    expect(server.sent(DISMISS)).toEqual([]);
    await user.type(dialog.getByLabelText('Why'), 'We tell people{Enter}at the door.');
    await user.type(dialog.getByLabelText(/^Until/), '2026-12-24');
    await user.click(dialog.getByRole('button', { name: 'Dismiss' }));

    expect(await screen.findByRole('heading', { level: 2, name: 'Nothing left to do' })).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Tasks' }));
    expect(bodies(server.sent(DISMISS))).toEqual([
      { task: task().key, reason: 'We tell people at the door.', until: '2026-12-24' },
    ]);
    expect(screen.getByText('You’ve dismissed 1 task. Everything else is as it should be.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show dismissed tasks' }));
    const dismissed = await row(CHRISTMAS);
    expect(dismissed.getByText(/^“We tell people/).textContent).toBe(
      '“We tell people at the door.” Robin Baker, until 24 December 2026',
    );
    await user.click(dismissed.getByRole('button', { name: `Bring back (${CHRISTMAS})` }));
    expect(await screen.findByRole('heading', { level: 2, name: 'No dismissed tasks' })).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'To do 1' })).toBeTruthy();
  });

  it('takes one location of a task, and keeps what was typed when it fails', async () => {
    const { user, server } = open(
      { open: taskList([task()]) },
      {
        [FINDINGS]: () => findingList([finding(7)]),
        [DISMISS]: () => failWith(500, 'internal', 'No.'),
      },
    );
    await user.click((await row(CHRISTMAS)).getByRole('button', { name: /^and 10 more/ }));
    await user.click(await screen.findByRole('button', { name: 'Dismiss at Hearth & Crumb, Branch 7' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Dismiss this task?' }));
    expect(dialog.getByText('Write a description: Hearth & Crumb, Branch 7')).toBeTruthy();
    await user.type(dialog.getByLabelText('Why'), 'Kiosk');
    await user.click(dialog.getByRole('button', { name: 'Dismiss' }));
    expect(await dialog.findByText('The task couldn’t be dismissed. Please try again.')).toBeTruthy();
    expect(dialog.getByLabelText('Why')).toHaveProperty('value', 'Kiosk');
    expect(bodies(server.sent(DISMISS))).toEqual([{ ids: [uuid(7)], reason: 'Kiosk' }]);
  });
});

describe('Without tasks the view says why', () => {
  const empty = (name: string) => screen.findByRole('heading', { level: 2, name });
  const checking = { state: 'checking', checkedAt: null, locations: 120, rules: 24, unknown: [] } as const;

  it('while locations are being checked', async () => {
    open({ open: taskList([], { check: { ...checking, unknown: [] } }) });
    expect(await empty('Your locations are being checked')).toBeTruthy();
    expect(screen.getByText('Your locations are being checked against 24 rules: 120 so far.')).toBeTruthy();
  });

  it('when nothing was found', async () => {
    open({ open: taskList([]) });
    expect(await empty('Nothing to improve')).toBeTruthy();
    expect(screen.getByText(/^All locations are as they should be\./)).toBeTruthy();
  });

  it('and never calls what could not be read all right', async () => {
    const unknown = [{ ruleId: 'holiday-unset', title: 'Add hours for holidays', locations: 12 }];
    const { user } = open({ open: taskList([], { check: { ...taskList([]).check, unknown } }) });
    expect(await empty('Nothing to improve')).toBeTruthy();
    expect(screen.queryByText(/^All locations are as they should be\./)).toBeNull();
    await user.click(screen.getByText('1 rule couldn’t be checked everywhere'));
    expect(screen.getByText('Add hours for holidays: not read at 12 locations')).toBeTruthy();
  });

  it('when all that is left waits for Google', async () => {
    const counts = { open: 0, waiting: 2, dismissed: 0, done: 0 };
    const own = fieldTask('description', 1, { sentAt: '2026-11-23T09:00:00.000Z' });
    const { user } = open({
      open: taskList([], { counts }),
      waiting: taskList([own], { counts }),
    });
    expect(await empty('Nothing left to do')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show what waits for Google' }));
    const waiting = await row(own.title);
    expect(waiting.getByText('In review')).toBeTruthy();
    expect(waiting.getByText('Sent yesterday.')).toBeTruthy();
    expect(waiting.queryByRole('button', { name: /^Dismiss/ })).toBeNull();
  });

  it.each([
    ['Waiting for Google', 'Nothing waits for Google'],
    ['Dismissed', 'No dismissed tasks'],
    ['Done', 'Nothing done yet'],
  ])('in the tab %s', async (tab, title) => {
    const { user } = open({ open: taskList([task()]) });
    await row(CHRISTMAS);
    await user.click(screen.getByRole('tab', { name: new RegExp(`^${tab}`) }));
    expect(await empty(title)).toBeTruthy();
  });

  it.each<[string, Handlers, string]>([
    [
      'are still being read',
      { 'GET /api/mirror': () => importing() },
      'Your locations are being read from Google',
    ],
    [
      'could not be read',
      { 'GET /api/mirror': () => mirror({ state: 'failed', asOf: null }) },
      'Nothing has been read from Google yet',
    ],
  ])('when locations %s', async (_, answers, title) => {
    open({ open: taskList([]) }, answers);
    expect(await empty(title)).toBeTruthy();
  });

  it('when Google does not let Shingle read yet', async () => {
    open({ open: taskList([]) }, answersOfConnected({ state: 'no_quota' }));
    expect(await empty('Nothing can be checked yet')).toBeTruthy();
  });

  it('when they cannot be loaded', async () => {
    open({}, { [TASKS]: () => failWith(403, 'forbidden', 'No.') });
    expect(await screen.findByText('Failed to load the tasks. Please try again.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeTruthy();
  });

  it('and after the access has ended shows what was found, which can only be read', async () => {
    open(
      { open: taskList([task()]) },
      { ...answersOfConnected({ state: 'reconnect' }), [TASKS]: () => taskList([task()]) },
    );
    expect(await row(CHRISTMAS)).toBeTruthy();
    expect(screen.getByText(/Until then, tasks can only be read\.$/)).toBeTruthy();
  });
});

describe('Elsewhere', () => {
  it('the sidebar counts tasks, and the overview lists the first ones', async () => {
    const tasks = taskList([task()], { counts: { open: 7, waiting: 0, dismissed: 0, done: 0 } });
    const { server } = renderPage('/dashboard', {
      answers: { ...answersOfConnected(), [TASKS]: () => tasks },
    });
    const card = within(await screen.findByRole('region', { name: 'Tasks' }));
    expect(card.getByText('7')).toBeTruthy();
    expect(card.getByRole('link', { name: `${CHRISTMAS} Missing` }).getAttribute('href')).toBe(
      `/dashboard?view=tasks&task=holiday-unset+2026-12-25`,
    );
    expect(card.getByRole('link', { name: 'All tasks' }).getAttribute('href')).toBe('/dashboard?view=tasks');
    expect(screen.getByRole('link', { name: 'Tasks 7 tasks to do' })).toBeTruthy();
    expect(screen.getByText(/7 things need you\./)).toBeTruthy();
    expect(server.sent(TASKS).map(({ query }) => query)).toEqual([{ limit: '3' }]);
  });

  it('a location lists what it could do better, and opens the field', async () => {
    const { user, server } = renderPage('/dashboard?view=location-details&location=location-1', {
      answers: {
        ...answersOfConnected(),
        'GET /api/accounts': () => ({ items: [account()] }),
        'GET /api/locations': () => list([googleLocation()]),
        'GET /api/locations/:id': () => googleLocation(),
        'GET /api/locations/:id/stats': () => NO_STATS,
        [FINDINGS]: () => findingList([finding(1)]),
      },
    });
    const here = within(await screen.findByRole('region', { name: 'Tasks here' }));
    expect(here.getByText('A description helps customers choose.')).toBeTruthy();
    expect(here.getByRole('link', { name: 'Write a description' }).getAttribute('href')).toBe(
      '/dashboard?view=tasks&task=description-missing',
    );
    expect(server.sent(FINDINGS)[0]?.query).toMatchObject({ locationId: 'location-1', state: 'open' });
    await user.click(here.getByRole('button', { name: 'Write it (Write a description)' }));
    const description = await screen.findByRole('textbox', { name: 'Business description' });
    await waitFor(() => expect(document.activeElement).toBe(description));
  });

  it('sample data has none', async () => {
    const { server } = renderPage('/dashboard?view=tasks');
    expect(await screen.findByText('Connect a Google Business Profile to use it.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Tasks Connect to use' })).toBeTruthy();
    expect(server.sent(TASKS)).toEqual([]);
  });
});
