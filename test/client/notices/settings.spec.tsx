import { beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { failWith, type Handlers } from '../../support/page/fake-server.js';
import { triesGoBy } from '../../support/page/load-tries.js';
import { messages, profile, renderPage } from '../../support/page/page.js';
import { until } from '../../support/page/steered-timers.js';
import { setClock } from '../posts/setting.js';
import { delivery, mailChannel, noticeSettings, uuid, webhook } from './builders.js';

beforeEach(() => setClock('2026-11-21T15:00:00.000Z', 'Europe/London'));

const SETTINGS = 'GET /api/notice-settings';
const UPDATE = 'PATCH /api/notice-settings';
const ADD = 'POST /api/channels';
const CHANGE = 'PATCH /api/channels/:id';
const PROOF = 'POST /api/channels/:id/proof';
const PROFILE = 'PATCH /api/auth/profile';

type Settings = ReturnType<typeof noticeSettings>;

/** A server that keeps these settings. */
function serverOf(own: Partial<Settings>, deliveries = [delivery()]): Handlers {
  const settings = noticeSettings(own);
  const channel = (id: string | undefined) => settings.channels.find((each) => each.id === id);
  return {
    'GET /api/account': () => ({ scheduledPosts: 0, sessions: 1 }),
    [SETTINGS]: () => settings,
    [UPDATE]: ({ body }) => Object.assign(settings, body),
    [ADD]: ({ body }) => {
      const { kind, url } = body as { kind: string; url?: string };
      const added = kind === 'email' ? mailChannel({ isProven: false }) : webhook({ target: url ?? '' });
      settings.channels = [...settings.channels, added];
      return { ...added, secret: kind === 'email' ? null : 'whsec_c2hpbmdsZQ' };
    },
    [CHANGE]: ({ params, body }) => {
      const changed = Object.assign(channel(params['id']) ?? {}, body);
      return Object.assign(changed, (body as { isOn?: boolean }).isOn && { pausedReason: null });
    },
    'DELETE /api/channels/:id': ({ params }) => {
      settings.channels = settings.channels.filter(({ id }) => id !== params['id']);
    },
    'POST /api/channels/:id/test': () => {
      deliveries.unshift(delivery({ id: uuid(72), kind: 'test', title: 'A test', answer: 'thanks' }));
      return deliveries[0];
    },
    'GET /api/deliveries': () => ({ items: deliveries, nextCursor: null }),
    'POST /api/deliveries/:id/retry': ({ params }) => {
      const index = deliveries.findIndex(({ id }) => id === params['id']);
      deliveries[index] = delivery();
      return deliveries[index];
    },
  };
}

async function open(own: Partial<Settings> = {}, options: Parameters<typeof renderPage>[1] = {}) {
  const page = renderPage('/dashboard?view=settings', { answers: serverOf(own), ...options });
  await screen.findByLabelText('Time zone');
  return page;
}

const view = () => within(screen.getByRole('main'));
const toggle = (name: string) => view().getByRole<HTMLInputElement>('switch', { name });
const webhooks = () => view().getByRole('group', { name: 'Your webhooks' });
const hook = () => within(view().getByRole('article', { name: webhook().target }));

describe('The settings of notices', () => {
  it('open from the account, with a section for each part, which the address can name', async () => {
    const { user } = renderPage('/dashboard?view=tasks', { answers: serverOf({}) });
    await user.click(await screen.findByRole('link', { name: /^Settings: / }));
    const heading = await screen.findByRole('heading', { level: 1, name: 'Settings' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(toggle('Get notices').checked).toBe(true);
    const sections = within(screen.getByRole('navigation', { name: 'Settings' })).getAllByRole('link');
    const names = ['Your account', 'Notices', 'Webhooks', 'Time and language', 'Data'];
    expect(sections.map(({ textContent }) => textContent)).toEqual(names);
    for (const name of names) view().getByRole('region', { name });
    await user.click(sections[2]!);
    const webhookSection = view().getByRole('region', { name: 'Webhooks' }).parentElement;
    await waitFor(() => expect(document.activeElement).toBe(webhookSection));
    expect(sections[2]!.getAttribute('aria-current')).toBe('true');
  });

  it('are a choice of everything, of failures, or of single kinds for the bell and for email', async () => {
    const { user, server } = await open({ canMail: true, channels: [mailChannel()] });
    const choice = (name: string) => view().getByRole<HTMLInputElement>('radio', { name });
    expect(choice('Everything').checked).toBe(true);
    const table = view().getByRole('table', { name: 'Kinds of notices and where they go' });
    expect(
      within(table)
        .getAllByRole('row')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'KindIn the bellBy email',
      'Posts',
      'A post failedA post failed, in the bellA post failed, by email',
      'Connection to Google',
      expect.stringMatching(/^The connection to Google ended even in quiet hours/),
      'Locations',
      expect.stringMatching(/^The rules of a time zone changed/),
    ]);
    await user.click(choice('Only failures'));
    await waitFor(() => expect(toggle('The rules of a time zone changed, in the bell').checked).toBe(false));
    await waitFor(() => expect(toggle('The rules of a time zone changed, by email').checked).toBe(false));
    expect(choice('Only failures').checked).toBe(true);
    await user.click(toggle('A post failed, in the bell'));
    await waitFor(() => expect(choice('My choice').checked).toBe(true));
    await user.click(toggle('A post failed, by email'));
    const failures = ['post_failed', 'connection_lost'];
    await waitFor(() => expect(server.sent(CHANGE)).toHaveLength(2));
    expect(server.sent(UPDATE).map(({ body }) => body)).toEqual([
      { bellKinds: failures },
      { bellKinds: ['connection_lost'] },
    ]);
    expect(server.sent(CHANGE).map(({ body }) => body)).toEqual([
      { kinds: failures },
      { kinds: ['connection_lost'] },
    ]);
  });

  it('say that they could not be loaded, and try again', async () => {
    const answers = { ...serverOf({}), [SETTINGS]: () => failWith(400, 'validation_failed', 'No.') };
    const { user, server } = renderPage('/dashboard?view=settings', { answers });
    await screen.findByText('Failed to load the settings. Please try again.');
    server.on(serverOf({}));
    await user.click(view().getByRole('button', { name: 'Try Again' }));
    await view().findByRole('group', { name: 'Your webhooks' });
  });

  it('say that they could not be loaded when the specified tries are over, and keep their sections until then', async () => {
    setClock('2026-11-21T15:00:00.000Z', 'Europe/London', { timers: true });
    const fail = () => failWith(500, 'internal', 'An internal error occurred.');
    renderPage('/dashboard?view=settings', { answers: { ...serverOf({}), [SETTINGS]: fail } });
    const webhooks = () => screen.queryByRole('region', { name: 'Webhooks' });
    await until(webhooks);
    await triesGoBy();
    await until(() => screen.queryByText('Failed to load the settings. Please try again.'));
    expect(webhooks()).toBeNull();
  });

  it('have the zone that is chosen', async () => {
    const { user, server } = await open({ canMail: true });
    const zone = view().getByLabelText<HTMLSelectElement>('Time zone');
    await user.selectOptions(zone, 'America/New York');
    await waitFor(() => expect(server.sent(UPDATE).at(-1)?.body).toEqual({ timeZone: 'America/New_York' }));
    await waitFor(() => expect(zone.value).toBe('America/New_York'));
    expect(server.sent(UPDATE)).toHaveLength(1);
  });

  it('show how dates, hours and numbers are written, and change it at once for the whole page', async () => {
    const { user, server } = await open({ channels: [webhook()] }, { user: profile({ language: 'en-GB' }) });
    server.on({ [PROFILE]: ({ body }) => profile(body as object) });
    const words = 'Shingle’s words stay English.';
    await view().findByText(`Saturday 21 November 2026, 15:00 · 12,345.6. ${words}`);
    const choice = view().getByLabelText<HTMLSelectElement>('Dates and numbers');
    expect(choice.selectedOptions[0]!.text).toBe('English (United Kingdom)');
    await user.selectOptions(choice, 'German (Germany)');
    await view().findByText(`Samstag, 21. November 2026, 15:00 · 12.345,6. ${words}`);
    expect(server.sent(PROFILE).map(({ body }) => body)).toEqual([{ language: 'de-DE' }]);
    expect(choice.value).toBe('de-DE');
    expect(document.activeElement).toBe(choice);
  });

  it('keep the language when a change of it fails', async () => {
    const { user, server } = await open();
    server.on({ [PROFILE]: () => failWith(503, 'unavailable', 'Not now.') });
    const choice = view().getByLabelText<HTMLSelectElement>('Dates and numbers');
    await user.selectOptions(choice, 'German (Germany)');
    await waitFor(() => expect(messages()).toHaveLength(1));
    expect(choice.value).toBe('en-GB');
    view().getByText(/^Saturday 21 November 2026, 15:00/);
  });

  it('keep quiet hours, which may not be empty', async () => {
    const { user, server } = await open({ canMail: true });
    await user.click(toggle('Quiet hours'));
    const from = await view().findByLabelText<HTMLInputElement>('From');
    expect(from.value).toBe('22:00');
    fireEvent.change(from, { target: { value: '07:00' } });
    fireEvent.blur(from);
    await view().findByText('From and Until must be different times');
    fireEvent.change(from, { target: { value: '21:30' } });
    fireEvent.blur(from);
    await waitFor(() => expect(server.sent(UPDATE)).toHaveLength(2));
    await waitFor(() => expect(toggle('Quiet hours').checked).toBe(true));
    await user.click(toggle('Quiet hours'));
    await waitFor(() => expect(server.sent(UPDATE)).toHaveLength(3));
    expect(server.sent(UPDATE).map(({ body }) => body)).toEqual([
      { quietHours: { from: '22:00', until: '07:00' } },
      { quietHours: { from: '21:30', until: '07:00' } },
      { quietHours: null },
    ]);
  });
});

it('Quiet hours are kept when another view opens', async () => {
  const quietHours = { from: '22:00', until: '07:00' };
  const { user, server } = await open({ canMail: true, quietHours });
  server.on({
    'GET /api/accounts': () => ({ items: [] }),
    'GET /api/locations': () => ({ items: [], matched: 0, total: 0, nextCursor: null }),
  });
  const from = await view().findByLabelText<HTMLInputElement>('From');
  from.focus();
  fireEvent.change(from, { target: { value: '21:30' } });
  await user.keyboard('{Control>}k{/Control}');
  await user.click(await screen.findByRole('option', { name: /^Tasks/ }));
  await waitFor(() =>
    expect(server.sent(UPDATE).map(({ body }) => body)).toEqual([
      { quietHours: { from: '21:30', until: '07:00' } },
    ]),
  );
});

describe('Email', () => {
  it('can’t be switched on where the server sends none', async () => {
    await open({ channels: [mailChannel()] });
    const email = toggle('Send notices by email');
    expect([email.disabled, email.checked]).toEqual([true, false]);
    const note = view().getByText(/^This server isn’t set up to send email\./);
    expect(note.id).toBe(email.getAttribute('aria-describedby'));
    expect(view().queryByLabelText('When')).toBeNull();
    expect(view().queryByRole('switch', { name: 'A post failed, by email' })).toBeNull();
  });

  it('is read in the mailbox where the server keeps it, and nowhere else', async () => {
    await open({ canMail: true, mailbox: '/mailbox' });
    const link = view().getByRole('link', { name: 'Open the mailbox (opens in a new tab)' });
    expect(link.getAttribute('href')).toBe('/mailbox');
    cleanup();
    await open({ canMail: true });
    expect(view().queryByRole('link', { name: /mailbox/ })).toBeNull();
  });

  it('is switched on with the profile’s main switch and a channel, and off again', async () => {
    const preferences = { theme: 'light', notifications: true, emailUpdates: false } as const;
    const { user, server } = await open(
      {},
      {
        user: profile({ preferences }),
        answers: {
          ...serverOf({ canMail: true }),
          [PROFILE]: ({ body }) => {
            const change = (body as { preferences: Partial<typeof preferences> }).preferences;
            return profile({ preferences: { ...preferences, ...change } });
          },
        },
      },
    );
    await user.click(toggle('Send notices by email'));
    await view().findByText(/^We’ll send you a link\. Nothing else is sent until you open it/);
    expect(server.sent(PROFILE).map(({ body }) => body)).toEqual([{ preferences: { emailUpdates: true } }]);
    expect(server.sent(ADD).map(({ body }) => body)).toEqual([{ kind: 'email' }]);
    await user.selectOptions(view().getByLabelText('When'), 'Once a day, at 08:00');
    await waitFor(() => expect(server.sent(CHANGE).at(-1)?.body).toEqual({ schedule: 'daily' }));
    await user.click(toggle('Send notices by email'));
    await waitFor(() => expect(server.sent(CHANGE).at(-1)?.body).toEqual({ isOn: false }));
    expect(server.sent(PROFILE).at(-1)?.body).toEqual({ preferences: { emailUpdates: false } });
    await waitFor(() => expect(toggle('Send notices by email').checked).toBe(false));
  });

  it('can be tried with a test, which is listed with its answer', async () => {
    const { user, server } = await open({ canMail: true, channels: [mailChannel()] });
    await user.click(view().getByRole('button', { name: 'Send a test' }));
    await view().findByText('204: thanks');
    expect(server.sent('POST /api/channels/:id/test')[0]?.params).toEqual({ id: mailChannel().id });
  });
});

describe('The address of email', () => {
  it('gets a link on request, and is confirmed by it', async () => {
    const channels = [mailChannel({ isProven: false })];
    const answers = serverOf({ canMail: true, channels });
    const { user, server } = await open({}, { answers });
    const refusal = 'The email couldn’t be sent. Please try again later.';
    server.on({ [PROOF]: () => failWith(503, 'mail/not-sent', refusal) });
    await user.click(view().getByRole('button', { name: 'Confirm address' }));
    await view().findByText(refusal);
    server.on({ [PROOF]: () => undefined });
    await user.click(view().getByRole('button', { name: 'Confirm address' }));
    await view().findByText(/^A link is on its way to robin@example\.com\./);
    expect(view().queryByText(refusal)).toBeNull();
    expect(view().getByRole('button', { name: 'Send it again' })).toBe(document.activeElement);
    expect(server.sent(PROOF)[0]?.params).toEqual({ id: mailChannel().id });
  });

  it('is confirmed once by the link, which leaves the address of the page', async () => {
    const { server, address } = renderPage('/dashboard?view=tasks&prove=token-1', {
      answers: { 'POST /api/channel-proofs': () => undefined },
    });
    await screen.findByText('Your address is confirmed. Notices are sent to it from now on.');
    expect(address()).toBe('/dashboard?view=tasks');
    expect(server.sent('POST /api/channel-proofs').map(({ body }) => body)).toEqual([{ token: 'token-1' }]);
  });

  it('is confirmed by a link that is opened before logging in', async () => {
    const { user, server, address } = renderPage('/dashboard?view=tasks&prove=token-1', {
      user: null,
      answers: {
        'POST /api/auth/login': () => ({ user: profile() }),
        'POST /api/channel-proofs': () => undefined,
      },
    });
    await user.type(await screen.findByLabelText('Email'), 'robin@example.com');
    expect([address(), server.sent('POST /api/channel-proofs')]).toEqual(['/login', []]);
    await user.type(screen.getByLabelText('Password'), 'correct horse{Enter}');
    await screen.findByText('Your address is confirmed. Notices are sent to it from now on.');
    expect(address()).toBe('/dashboard?view=tasks');
    expect(server.sent('POST /api/channel-proofs').map(({ body }) => body)).toEqual([{ token: 'token-1' }]);
  });

  it('is not confirmed by a link that no longer works, and the page says so', async () => {
    const message = 'This link no longer works. Ask for a new one in the notice settings.';
    const errors = [{ field: 'token', message }];
    renderPage('/dashboard?view=tasks&prove=token-1', {
      answers: { 'POST /api/channel-proofs': () => failWith(400, 'validation_failed', 'No.', errors) },
    });
    await screen.findByText(message);
  });
});

describe('Webhooks', () => {
  it('are added by their address, with an error at the field, and show their key once', async () => {
    const { user, server } = await open();
    const address = view().getByLabelText<HTMLInputElement>('Address');
    const add = view().getByRole('button', { name: 'Add webhook' });
    await user.click(add);
    await view().findByText('Address is required');
    const refusal = 'Address must be public: nothing is sent to a private network';
    server.on({
      [ADD]: () => failWith(400, 'validation_failed', 'No.', [{ field: 'url', message: refusal }]),
    });
    await user.type(address, 'https://10.0.0.1/');
    await user.click(add);
    await view().findByText(refusal);
    expect(address.getAttribute('aria-invalid')).toBe('true');
    expect(address.value).toBe('https://10.0.0.1/');
    const unready = 'Webhooks and email need keys that this server doesn’t have yet.';
    server.on({ [ADD]: () => failWith(503, 'channels/not-configured', unready) });
    await user.click(add);
    await view().findByText(unready);

    server.on(serverOf({}));
    await user.clear(address);
    await user.type(address, webhook().target);
    await user.click(add);
    await view().findByText('whsec_c2hpbmdsZQ');
    expect(server.sent(ADD).at(-1)?.body).toEqual({ kind: 'webhook', url: webhook().target });
    expect(view().getByLabelText<HTMLInputElement>('Address').value).toBe('');
    expect(document.activeElement).toBe(webhooks());
    await user.click(hook().getByRole('button', { name: 'Copy key' }));
    await waitFor(() => expect(messages()).toContain('The key has been copied.'));
    expect(await navigator.clipboard.readText()).toBe('whsec_c2hpbmdsZQ');
  });

  it('are switched, for each kind of notice too', async () => {
    const { user, server } = await open({ channels: [webhook()] });
    const failed = { name: 'A post failed, to this webhook' };
    await user.click(hook().getByText('What is sent: 3 of 3'));
    await user.click(hook().getByRole('switch', failed));
    await hook().findByText('What is sent: 2 of 3');
    await user.click(hook().getByRole('switch', failed));
    await hook().findByText('What is sent: 3 of 3');
    server.on({ [CHANGE]: () => failWith(500, 'internal', 'Something went wrong.') });
    await user.click(toggle(webhook().target));
    await waitFor(() => expect(messages()).toHaveLength(1));
    await waitFor(() => expect(toggle(webhook().target).checked).toBe(true));
    expect(server.sent(CHANGE)[0]?.body).toEqual({ kinds: ['connection_lost', 'zone_changed'] });
    expect(server.sent(CHANGE)[1]?.body).toEqual({
      kinds: ['connection_lost', 'zone_changed', 'post_failed'],
    });
    expect(server.sent(CHANGE).at(-1)?.body).toEqual({ isOn: false });
  });

  it('show a test and what was answered, and send again what failed', async () => {
    const failed = delivery({ id: uuid(73), state: 'failed', answerCode: 500, answer: 'Oh no' });
    const answers = serverOf({ channels: [webhook()] }, [failed]);
    const { user, server } = await open({}, { answers });
    await hook().findByText('500: Oh no');
    await user.click(hook().getByRole('button', { name: 'Send a test' }));
    await hook().findByText('204: thanks');
    const again = hook().getByRole('button', { name: 'Send again' });
    await user.click(again);
    await waitFor(() => expect(hook().queryByText('500: Oh no')).toBeNull());
    expect(server.sent('POST /api/deliveries/:id/retry')[0]?.params).toEqual({ id: failed.id });
    expect(server.sent('GET /api/deliveries')[0]?.query).toEqual({ channelId: webhook().id, limit: '3' });
  });

  it('list the last three messages, and all on demand', async () => {
    const many = Array.from({ length: 5 }, (_, index) =>
      delivery({ id: uuid(80 + index), answer: `Message ${index + 1}` }),
    );
    const answers = {
      ...serverOf({ channels: [webhook()] }),
      'GET /api/deliveries': ({ query }: { query: Record<string, string> }) => {
        const [from, limit] = [Number(query['cursor'] ?? 0), Math.min(Number(query['limit']), 3)];
        const next = from + limit;
        return { items: many.slice(from, next), nextCursor: next < many.length ? String(next) : null };
      },
    };
    const { user } = await open({}, { answers });
    await hook().findByText('204: Message 3');
    expect(hook().queryByText('204: Message 4')).toBeNull();
    await user.click(hook().getByRole('button', { name: 'Show all' }));
    await hook().findByText('204: Message 5');
    expect(hook().queryByRole('button', { name: 'Show all' })).toBeNull();
  });

  it('can be tried at an address of this machine, where it has one', async () => {
    await open({ webhookSink: { address: 'https://webhooks.example.invalid/', page: '/mailbox/webhooks' } });
    view().getByText(/^To try it, use https:\/\/webhooks\.example\.invalid\/try\./);
    const link = view().getByRole('link', { name: 'Open the page (opens in a new tab)' });
    expect(link.getAttribute('href')).toBe('/mailbox/webhooks');
  });

  it('say why they are paused, until they are resumed', async () => {
    const pausedReason = 'The last 9 tries failed, the last one without an answer.';
    const { user, server } = await open({ channels: [webhook({ pausedReason })] });
    hook().getByText(pausedReason, { exact: false });
    await user.click(hook().getByRole('button', { name: 'Resume' }));
    await waitFor(() => expect(hook().queryByText('Paused.')).toBeNull());
    expect(server.sent(CHANGE).map(({ body }) => body)).toEqual([{ isOn: true }]);
    expect(document.activeElement).toBe(view().getByRole('article', { name: webhook().target }));
  });

  it('are deleted after a question', async () => {
    const { user, server } = await open({ channels: [webhook()] });
    await user.click(hook().getByRole('button', { name: 'Delete' }));
    const question = () => within(screen.getByRole('alertdialog', { name: 'Delete this webhook?' }));
    await user.click(question().getByRole('button', { name: 'Cancel' }));
    expect(server.sent('DELETE /api/channels/:id')).toHaveLength(0);
    await user.click(hook().getByRole('button', { name: 'Delete' }));
    await user.click(question().getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(view().queryByRole('article')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(webhooks()));
  });
});
