import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { Schemas } from '../../../client/api/client.js';
import { failWith, held, type Handlers } from '../../support/page/fake-server.js';
import { settled } from '../../support/page/page.js';
import { advance, steerTimers, until } from '../../support/page/steered-timers.js';
import { answersOfConnected } from '../business-profile/builders.js';
import { change, changeList, undone, uuid } from '../changes/builders.js';
import { googleLocation, location } from './builders.js';
import { field, openDetails, openForm, SAVE, textsOf } from './setting.js';

const STATS = 'GET /api/locations/:id/stats';
const PENDING = 'Pending review at Google';

beforeEach(steerTimers);

const figures: Schemas['LocationStatisticsDto'] = {
  from: '2026-10-22',
  to: '2026-11-20',
  profileViews: { value: 12_480, isBelow: false },
  searchQueries: { value: 15, isBelow: true },
  directionRequests: { value: 0, isBelow: false },
  phoneCalls: null,
};

const answers = (more: Handlers = {}): Handlers => ({
  ...answersOfConnected(),
  [STATS]: () => figures,
  ...more,
});
const section = (name: string) => within(screen.getByRole('region', { name }));
const says = (text: string | RegExp) => until(() => screen.queryByText(text));

describe('The figures of a location at Google', () => {
  const shown = () =>
    section('Location Stats')
      .getAllByRole('definition')
      .map(({ textContent }) => textContent);

  it('are shown with their names and the days that they cover', async () => {
    await openDetails(googleLocation(), answers());
    await says('12,480');
    expect(shown()).toEqual(['12,480', 'below 15', '0', '--not available yet']);
    expect(section('Location Stats').getByText('22 Oct – 20 Nov 2026')).toBeTruthy();
    expect(section('Location Stats').getByText('Google’s figures run up to 20 November 2026.')).toBeTruthy();
  });

  it('say that Google has no days yet, even if it has searches', async () => {
    const none = { from: null, to: null, profileViews: null, directionRequests: null, phoneCalls: null };
    await openDetails(googleLocation(), answers({ [STATS]: () => ({ ...figures, ...none }) }));
    await says('below 15');
    expect(section('Location Stats').getByText('Google has no figures yet.')).toBeTruthy();
    expect(section('Location Stats').queryByText('Figures aren’t available yet.')).toBeNull();
  });

  it('are busy while they load', async () => {
    const answer = held();
    await openDetails(googleLocation(), answers({ [STATS]: () => answer.promise }));
    expect(
      screen.getByRole('region', { name: 'Location Stats' }).querySelector('[aria-busy="true"]'),
    ).toBeTruthy();
    answer.release(figures);
    await says('12,480');
  });

  it('are dashes if Google has none', async () => {
    const none = { profileViews: null, searchQueries: null, directionRequests: null, phoneCalls: null };
    await openDetails(googleLocation(), answers({ [STATS]: () => ({ from: null, to: null, ...none }) }));
    await says('Figures aren’t available yet.');
    expect(shown()).toEqual(Array(4).fill('--not available yet'));
  });

  it.each([
    ['Google', () => failWith(503, 'google/unavailable', 'Google is silent.'), 'Google is silent.'],
    ['the server', () => failWith(400, 'other', 'No.'), 'Failed to load the figures. Please try again.'],
  ])('say what failed when it is %s, and Try Again loads again', async (_, answer, words) => {
    const { user, server } = await openDetails(googleLocation(), answers({ [STATS]: answer }));
    await says(words);
    expect(shown()).toEqual(Array(4).fill('--not available yet'));
    server.on({ [STATS]: () => figures });
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await says('12,480');
    expect(screen.queryByText(words)).toBeNull();
  });

  it('are not requested for sample data', async () => {
    const { server } = await openDetails(location());
    expect(shown()).toEqual(Array(4).fill('--not available yet'));
    expect(server.sent(STATS)).toEqual([]);
  });
});

describe('The details of a location at Google', () => {
  it('mark each field that is still under review', async () => {
    await openDetails(googleLocation({ pendingFields: ['name', 'categoryIds', 'regularHours'] }), answers());
    const values = section('Basic Information').getAllByRole('definition');
    expect(values.map(({ textContent }) => textContent?.includes(PENDING))).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
    expect(section('Categories').getByText(PENDING)).toBeTruthy();
    expect(section('Business Hours').getByText(PENDING)).toBeTruthy();
  });

  it('link to the location on Google Maps', async () => {
    await openDetails(googleLocation(), answers());
    const link = screen.getByRole('link', { name: 'View on Google Maps (opens in a new tab)' });
    expect(link.getAttribute('href')).toBe('https://maps.google.com/maps?cid=1');
    expect(screen.queryByText(PENDING)).toBeNull();
  });

  it.each([
    ['CLOSED_TEMPORARILY', 'Temporarily closed', /temporarily closed on Google\. Customers/],
    ['CLOSED_PERMANENTLY', 'Permanently closed', /permanently closed on Google\. Its posts/],
  ] as const)('say that it is %s and what that means, and reopen it', async (openStatus, words, sentence) => {
    const { user, server } = await openDetails(
      googleLocation({ openStatus, canReopen: true }),
      answers({ [SAVE]: () => googleLocation() }),
    );
    expect(screen.getAllByText(words)[0]?.querySelector('svg')).toBeTruthy();
    expect(screen.getByText(sentence)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Reopen' }));
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: words }));
    await user.click(screen.getByRole('radio', { name: 'Open' }));
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    await says('Location updated successfully!');
    expect(server.sent(SAVE)[0]?.body).toEqual({ openStatus: 'OPEN' });
    expect(screen.queryByText(sentence)).toBeNull();
  });

  it('say before anything is tried that Google will not let it be reopened', async () => {
    const closed = googleLocation({ openStatus: 'CLOSED_PERMANENTLY', canReopen: false });
    const { user } = await openDetails(closed, answers());
    expect(screen.getByText(/Google says that it can’t be reopened\.$/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Reopen' })).toBeNull();
    const link = screen.getByRole('link', { name: 'See it on Google (opens in a new tab)' });
    expect(link.getAttribute('href')).toBe('https://business.google.com/n/1');
    await user.click(screen.getByRole('button', { name: 'Change' }));
    const choice = within(screen.getByRole('group', { name: 'This location is' }));
    expect(choice.getByText(/^Google says that it can’t be reopened\./)).toBeTruthy();
  });

  it('say why a business that visits its customers has no address', async () => {
    await openDetails(googleLocation({ address: '' }), answers());
    const words = /^No address shown: this business visits customers$/;
    expect(section('Basic Information').getByText(words)).toBeTruthy();
  });
});

describe('Editing a location at Google', () => {
  const words = 'Google isn’t responding right now. Please try again shortly.';

  it('shows the address read-only, with a link to Google', async () => {
    await openForm(googleLocation(), answers());
    expect(screen.queryByLabelText('Address')).toBeNull();
    expect(section('Basic Information').getByText('4 Market Square, Ashbourne DE6 1ES')).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Edit the address on Google (opens in a new tab)' });
    expect(link.getAttribute('href')).toBe('https://business.google.com/n/1');
  });

  it('saves the phone number without asking', async () => {
    const { fill, save, body } = await openForm(googleLocation(), answers());
    fill('Phone number', '+44 1632 960199');
    await save();
    await says('Location updated successfully!');
    expect(body()).toEqual({ phoneNumber: '+44 1632 960199' });
  });

  it('asks before it sends a new name', async () => {
    const { user, fill, save, server, body } = await openForm(googleLocation(), answers());
    fill('Business name', 'Hearth & Crumb at the Market');
    await save();
    const question = await until(() =>
      screen.queryByRole('alertdialog', { name: 'Change the business name?' }),
    );
    expect(question.textContent).toMatch(/may ask you to verify the business again/);
    await user.click(within(question).getByRole('button', { name: 'Keep editing' }));
    expect(field('Business name').value).toBe('Hearth & Crumb at the Market');
    expect(server.sent(SAVE)).toEqual([]);

    await save();
    await user.click(screen.getByRole('button', { name: 'Change name' }));
    await says('Location updated successfully!');
    expect(body()).toEqual({ name: 'Hearth & Crumb at the Market' });
  });

  it("shows the server's reason why Google has refused it, and does not ask twice about the same name", async () => {
    const { user, fill, save, server } = await openForm(
      googleLocation(),
      answers({ [SAVE]: () => failWith(422, 'google/refused', words) }),
    );
    fill('Business name', 'Hearth & Crumb at the Market');
    await save();
    await user.click(screen.getByRole('button', { name: 'Change name' }));
    await until(() => textsOf('alert').includes(words));
    server.on({ [SAVE]: ({ body }) => ({ ...googleLocation(), ...(body as object) }) });
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await says('Location updated successfully!');
    expect(server.sent(SAVE)).toHaveLength(2);
  });

  it("shows Google's field error at the field", async () => {
    const errors = [{ field: 'phoneNumber', message: 'Google doesn’t accept this phone number' }];
    const { fill, save } = await openForm(
      googleLocation(),
      answers({ [SAVE]: () => failWith(422, 'google/refused', words, errors) }),
    );
    fill('Phone number', '+44 1632 1');
    await save();
    await says('Google doesn’t accept this phone number');
    expect(field('Phone number').getAttribute('aria-invalid')).toBe('true');
  });

  it('offers to reconnect if the access has ended, and keeps the edits', async () => {
    const ended =
      'Shingle no longer has access to your Google Business Profile. Reconnect it, then try again.';
    const { fill, save, server } = await openForm(
      googleLocation(),
      answers({ [SAVE]: () => failWith(409, 'google/reconnect', ended) }),
    );
    fill('Phone number', '+44 1632 960199');
    server.on(answersOfConnected({ hasAccess: false, state: 'reconnect' }));
    await save();
    await until(() => textsOf('alert').includes(ended));
    const form = within(screen.getByRole('form', { name: 'Edit location' }));
    expect(form.getByRole('button', { name: 'Reconnect' })).toBeTruthy();
    expect(form.queryByRole('button', { name: 'Try Again' })).toBeNull();
    expect(field('Phone number').value).toBe('+44 1632 960199');
    await says(/^Shingle no longer has access to your Google Business Profile\. What you see/);
  });
});

describe('A save at Google', () => {
  const SUCCESS = 'Location updated successfully!';
  const button = () => screen.queryByRole('button', { name: 'Undo save' });
  const dialog = () => screen.queryByRole('dialog');

  it('can be undone beside its message, also when that has gone, until it is undone', async () => {
    let log = [change()];
    const { user, fill, save, server } = await openForm(
      googleLocation(),
      answers({
        'GET /api/changes': () => changeList(log),
        'GET /api/changes/:id': () => ({ ...change(), undo: undone(change()) }),
        'POST /api/changes/:id/undo': () => {
          log = [change({ id: uuid(2), setKind: 'undo' })];
        },
      }),
    );
    fill('Phone number', '+44 1632 960110');
    await save();
    await says(SUCCESS);
    await until(button);
    await advance(3000);
    expect(screen.queryByText(SUCCESS)).toBeNull();
    await user.click(button()!);
    const undo = within(await until(dialog));
    await user.click(await until(() => undo.queryByRole('button', { name: 'Undo this change' })));
    await until(() => !dialog() && !button());
    expect(server.sent('POST /api/changes/:id/undo').map(({ params }) => params)).toEqual([{ id: uuid(1) }]);
    expect(server.sent('GET /api/changes')[0]?.query).toEqual({
      locationId: 'location-1',
      origin: 'here',
      limit: '1',
    });
    await until(() => document.activeElement === screen.getByRole('heading', { level: 1 }));
  });

  it('of several fields is undone as a whole, and at once', async () => {
    const saved = change({ setSize: { changes: 2, locations: 1 } });
    const { user, fill, save, server } = await openForm(
      googleLocation(),
      answers({
        'GET /api/changes': () => changeList([saved]),
        'GET /api/locations/:id/versions': ({ query }) => ({
          at: query['at'],
          basis: 'as shown',
          items: [undone(saved), undone(saved, { field: 'description' })],
        }),
        'POST /api/locations/:id/restore': () => undefined,
      }),
    );
    fill('Phone number', '+44 1632 960110');
    await save();
    await user.click(await until(button));
    const undo = within(await until(dialog));
    await user.click(await until(() => undo.queryByRole('button', { name: 'Restore 2 fields' })));
    await until(() => !dialog());
    expect(server.sent('POST /api/locations/:id/restore')[0]?.body).toEqual({
      at: '2026-11-21T14:01:59.999Z',
      reason: null,
      basedOn: 'as shown',
    });
  });

  it.each([
    ['it can’t go back', change({ whyNoUndo: 'Google doesn’t let this location reopen.' })],
    ['something else was done last', change({ setKind: 'undo' })],
  ])('is not offered to be undone where %s', async (_, last) => {
    const { fill, save, server } = await openForm(
      googleLocation(),
      answers({ 'GET /api/changes': () => changeList([last]) }),
    );
    fill('Phone number', '+44 1632 960110');
    await save();
    await until(() => server.sent('GET /api/changes').length > 0);
    await settled();
    expect(button()).toBeNull();
  });
});

describe('A location of the sample', () => {
  it('saves a new name and a new address without asking', async () => {
    const { fill, save, body } = await openForm();
    fill('Business name', 'Hearth');
    fill('Address', '5 Market Square');
    await save();
    await says('Location updated successfully!');
    expect(body()).toEqual({ name: 'Hearth', address: '5 Market Square' });
  });
});
