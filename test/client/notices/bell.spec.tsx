import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { failWith, type Handlers, held } from '../../support/page/fake-server.js';
import { triesGoBy } from '../../support/page/load-tries.js';
import { messages, profile, renderPage, settled } from '../../support/page/page.js';
import { until } from '../../support/page/steered-timers.js';
import { emptyCalendar, setClock } from '../posts/setting.js';
import { mailChannel, type Notice, notice, noticeList, noticeSettings, uuid } from './builders.js';

beforeEach(() => setClock('2026-11-21T15:00:00.000Z', 'Europe/London'));

const LIST = 'GET /api/notices';
const READ = 'POST /api/notices/read';
const SETTINGS = 'GET /api/notice-settings';
const LOST = notice({
  id: uuid(2),
  kind: 'connection_lost',
  title: 'The connection to Google was lost',
  text: 'Nothing is published until you reconnect robin@example.com.',
  lastAt: '2026-11-21T13:00:00.000Z',
  isRead: true,
  path: '/dashboard?view=setup',
});

/** A server that keeps which of these notices are read. */
function serverOf(notices: Notice[]): Handlers {
  return {
    ...emptyCalendar(),
    [LIST]: () => noticeList(notices),
    [SETTINGS]: () => noticeSettings(),
    [READ]: ({ body }) => {
      const { ids } = body as { ids?: string[] };
      notices.forEach((each, index) => {
        if (ids?.includes(each.id) ?? true) notices[index] = { ...each, isRead: true };
      });
    },
  };
}

const bell = (name: string) => screen.findByRole('button', { name });
const dialog = () => within(screen.getByRole('dialog', { name: /^Notices/ }));
const status = () =>
  screen.getAllByRole('status').flatMap((region) => [...region.children].map((line) => line.textContent));

describe('The bell', () => {
  it('says how many notices are new, and opens them by keyboard, the latest first', async () => {
    const { user } = renderPage('/dashboard', { answers: serverOf([notice(), LOST]) });
    const button = await bell('Notices, 1 new');
    button.focus();
    await user.keyboard('{Enter}');
    const rows = await waitFor(() => dialog().getAllByRole('listitem'));
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      '14 posts failedThe connection to Google was lost. Hearth & Crumb and Old Wharf.55 min ago, new',
      'The connection to Google was lostNothing is published until you reconnect robin@example.com.2 h ago',
    ]);
    expect(button.getAttribute('aria-expanded')).toBe('true');
    expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(button);
  });

  it('says in a row what happened and where, with the store code and the reason', async () => {
    const failed = notice({
      title: 'Offer at The Quayside failed',
      storeCode: 'QH-01',
      text: 'Google doesn’t accept offers from hotels.',
    });
    const { user } = renderPage('/dashboard', { answers: serverOf([failed]) });
    await user.click(await bell('Notices, 1 new'));
    expect((await screen.findByRole('link', { name: /^Offer at/ })).textContent).toBe(
      'Offer at The Quayside failedStore code QH-01 Google doesn’t accept offers from hotels.55 min ago, new',
    );
  });

  it('closes its panel by another press and by a click elsewhere, and leaves the page usable', async () => {
    const { user } = renderPage('/dashboard?view=tasks', { answers: serverOf([notice()]) });
    const button = await bell('Notices, 1 new');
    const heading = await screen.findByRole('heading', { level: 1 });
    await user.click(button);
    await screen.findByRole('dialog', { name: /^Notices/ });
    expect(heading.closest('[inert]')).toBeNull();
    await user.click(button);
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(button);
    await screen.findByRole('dialog', { name: /^Notices/ });
    await user.click(heading);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('leads to what a notice is about, which is then read', async () => {
    const { user, server, address } = renderPage('/dashboard', { answers: serverOf([notice(), LOST]) });
    await user.click(await bell('Notices, 1 new'));
    await user.click(await screen.findByRole('link', { name: /^14 posts failed/ }));
    expect(address()).toBe('/dashboard?view=calendar&status=failed');
    const heading = await screen.findByRole('heading', { level: 1, name: 'Content Calendar' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(screen.queryByRole('dialog')).toBeNull();
    await bell('Notices');
    expect(server.sent(READ).map(({ body }) => body)).toEqual([{ ids: [uuid(1)] }]);
  });

  it('marks all as read up to the latest that is shown, and takes it back if that fails', async () => {
    const { user, server } = renderPage('/dashboard', { answers: serverOf([notice(), LOST]) });
    const refusal = held<Response>();
    server.on({ [READ]: () => refusal.promise });
    await user.click(await bell('Notices, 1 new'));
    await user.click(await screen.findByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(dialog().queryByText(', new')).toBeNull());
    refusal.release(failWith(500, 'internal_error', 'Something went wrong.'));
    await dialog().findByText(', new');
    expect(messages()).toHaveLength(1);
    server.on(serverOf([notice(), LOST]));
    await user.click(dialog().getByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(dialog().queryByText(', new')).toBeNull());
    expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true);
    expect(server.sent(READ).at(-1)?.body).toEqual({ until: notice().lastAt });
    await user.keyboard('{Escape}');
    await bell('Notices');
  });

  it('loads earlier notices on demand', async () => {
    const { user } = renderPage('/dashboard', {
      answers: {
        ...serverOf([]),
        [LIST]: ({ query }) =>
          query['cursor'] === undefined ? noticeList([notice()], 'next') : noticeList([LOST]),
      },
    });
    await user.click(await bell('Notices, 1 new'));
    await user.click(await screen.findByRole('button', { name: 'Load more' }));
    await dialog().findByRole('link', { name: /^The connection to Google was lost/ });
    expect(dialog().getAllByRole('listitem')).toHaveLength(2);
    expect(dialog().queryByRole('button', { name: 'Load more' })).toBeNull();
  });

  it('says that there is nothing, or that the list could not be loaded', async () => {
    const { user, server } = renderPage('/dashboard', {
      answers: { ...serverOf([]), [LIST]: () => failWith(400, 'validation_failed', 'No.') },
    });
    await user.click(await bell('Notices'));
    await screen.findByText('Failed to load the notices. Please try again.');
    server.on({ [LIST]: () => noticeList([]) });
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await screen.findByText('Nothing to report');
    expect(screen.queryByText('Failed to load the notices. Please try again.')).toBeNull();
  });

  it('says that the list could not be loaded when the specified tries are over, and tries again', async () => {
    setClock('2026-11-21T15:00:00.000Z', 'Europe/London', { timers: true });
    const { user, server } = renderPage('/dashboard?view=tasks', {
      answers: { ...serverOf([]), [LIST]: () => failWith(500, 'internal', 'An internal error occurred.') },
    });
    await user.click(await until(() => screen.queryByRole('button', { name: 'Notices' })));
    await triesGoBy();
    await until(() => screen.queryByText('Failed to load the notices. Please try again.'));
    server.on({ [LIST]: () => noticeList([]) });
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await until(() => screen.queryByText('Nothing to report'));
  });

  it('leads to the settings of notices', async () => {
    const { user, address } = renderPage('/dashboard', {
      answers: { ...serverOf([notice()]), 'GET /api/account': () => ({ scheduledPosts: 0, sessions: 1 }) },
    });
    await user.click(await bell('Notices, 1 new'));
    await user.click(await screen.findByRole('link', { name: 'Notice settings' }));
    const section = (await screen.findByRole('region', { name: 'Notices' })).parentElement;
    await waitFor(() => expect(document.activeElement).toBe(section));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(address()).toBe('/dashboard?view=settings');
  });

  it('says that notices are switched off, and switches them on', async () => {
    const off = { theme: 'light', notifications: false, emailUpdates: true } as const;
    const { user, server } = renderPage('/dashboard', {
      user: profile({ preferences: off }),
      answers: { ...serverOf([]), 'PATCH /api/auth/profile': () => profile() },
    });
    await user.click(await bell('Notices, switched off'));
    await user.click(await screen.findByRole('button', { name: 'Switch on' }));
    await waitFor(() => expect(dialog().queryByText(/^Notices are switched off/)).toBeNull());
    expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true);
    await user.keyboard('{Escape}');
    await bell('Notices');
    expect(server.sent('PATCH /api/auth/profile').map(({ body }) => body)).toEqual([
      { preferences: { notifications: true } },
    ]);
  });
});

describe('Email about failed posts', () => {
  const ADD = 'POST /api/channels';
  const CHANGE = 'PATCH /api/channels/:id';
  const PROOF = 'POST /api/channels/:id/proof';
  const mailSwitch = () =>
    dialog().findByRole<HTMLInputElement>('switch', { name: 'Email me when a post fails' });

  /** A server that sends email, with these channels. */
  function mailServer(own: Partial<ReturnType<typeof noticeSettings>> = {}): Handlers {
    const settings = noticeSettings({ canMail: true, ...own });
    return {
      ...serverOf([]),
      [SETTINGS]: () => settings,
      [ADD]: ({ body }) => {
        const { kinds } = body as { kinds: Notice['kind'][] };
        settings.channels = [mailChannel({ isProven: false, kinds })];
        return { ...settings.channels[0], secret: null };
      },
      [CHANGE]: ({ body }) => {
        const { address, ...change } = body as { address?: string };
        settings.channels = settings.channels.map((channel) => ({
          ...channel,
          ...change,
          ...(address !== undefined && { target: address, isProven: false }),
        }));
        return settings.channels[0];
      },
      [PROOF]: () => undefined,
    };
  }

  it('takes two clicks and an address, and nothing else is switched on', async () => {
    const { user, server } = renderPage('/dashboard?view=tasks', { answers: mailServer() });
    await user.click(await bell('Notices'));
    await user.click(await mailSwitch());
    const field = await dialog().findByLabelText<HTMLInputElement>('Email address');
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(field.value).toBe('robin@example.com');
    await user.keyboard('kim@example.com{Enter}');
    await dialog().findByText(/^A link is on its way to kim@example\.com\. Open it within 24 hours/);
    expect(server.sent(ADD).map(({ body }) => body)).toEqual([{ kind: 'email', kinds: ['post_failed'] }]);
    expect(server.sent(CHANGE).map(({ body }) => body)).toEqual([{ address: 'kim@example.com' }]);
    expect(server.sent(PROOF)).toHaveLength(1);
    expect((await mailSwitch()).checked).toBe(true);
  });

  it('takes two clicks with a confirmed address', async () => {
    const channels = [mailChannel({ isOn: false })];
    const { user, server } = renderPage('/dashboard?view=tasks', { answers: mailServer({ channels }) });
    await user.click(await bell('Notices'));
    await user.click(await mailSwitch());
    await dialog().findByText(/^On, to robin@example\.com/);
    expect(server.sent(CHANGE).map(({ body }) => body)).toEqual([{ isOn: true, kinds: ['post_failed'] }]);
  });

  it('leaves the other kinds as they are', async () => {
    const channels = [mailChannel()];
    const { user, server } = renderPage('/dashboard?view=tasks', { answers: mailServer({ channels }) });
    await user.click(await bell('Notices'));
    await user.click(await mailSwitch());
    await dialog().findByText(/^To robin@example\.com/);
    expect(server.sent(CHANGE).map(({ body }) => body)).toEqual([
      { kinds: ['connection_lost', 'zone_changed'] },
    ]);
  });

  it('can’t be switched on where the server sends none, or before its settings are there', async () => {
    const { user, server } = renderPage('/dashboard?view=tasks', {
      answers: { ...serverOf([]), [SETTINGS]: () => failWith(400, 'validation_failed', 'No.') },
    });
    await user.click(await bell('Notices'));
    await dialog().findByText('Failed to load the settings. Please try again.');
    server.on({ [SETTINGS]: () => noticeSettings() });
    await user.click(dialog().getByRole('button', { name: 'Try Again' }));
    expect((await mailSwitch()).disabled).toBe(true);
    dialog().getByText('This server isn’t set up to send email.');
  });
});

describe('New notices', () => {
  beforeEach(() => setClock('2026-11-21T15:00:00.000Z', 'Europe/London', { timers: true }));

  const pass = async (ms: number) => {
    await act(() => jest.advanceTimersByTimeAsync(ms));
    await settled();
  };

  it('are announced once, every 30 s, and not those of the first reading', async () => {
    const notices = [LOST];
    const { server } = renderPage('/dashboard', { answers: { [LIST]: () => noticeList(notices) } });
    await settled();
    await pass(1_000);
    await bell('Notices');
    notices.unshift(notice(), notice({ id: uuid(3) }));
    await pass(30_000);
    await bell('Notices, 2 new');
    await pass(200);
    expect(status()).toContain('2 new notices');
    const asked = server.sent(LIST).length;
    await pass(30_000);
    expect(server.sent(LIST).length).toBe(asked + 1);
    expect(status()).not.toContain('2 new notices');
  });

  it('are asked for again after the server was away for a while', async () => {
    const { server } = renderPage('/dashboard', { answers: { [LIST]: () => noticeList([LOST]) } });
    await settled();
    await pass(1_000);
    await bell('Notices');
    server.on({ [LIST]: () => failWith(503, 'unavailable', 'The service is not available.') });
    await pass(120_000);
    server.on({ [LIST]: () => noticeList([notice(), LOST]) });
    await pass(30_000);
    await bell('Notices, 1 new');
  });

  it('are not asked for while the tab is hidden', async () => {
    const { server } = renderPage('/dashboard');
    await settled();
    await pass(1_000);
    const asked = server.sent(LIST).length;
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await pass(120_000);
    expect(server.sent(LIST).length).toBe(asked);
  });
});
