import { describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { failWith, held, type Handlers, noNetwork, sessionEnded } from '../../support/page/fake-server.js';
import { profile, renderPage } from '../../support/page/page.js';
import { advance, steerTimers, until } from '../../support/page/steered-timers.js';
import { answersOfConnected } from '../business-profile/builders.js';
import { noticeSettings } from '../notices/builders.js';

const FIGURES = 'GET /api/account';
const DELETE = 'DELETE /api/account';
const EVERYWHERE = 'POST /api/auth/logout-everywhere';
const ENTRY = 'Settings: Robin Baker robin@example.com';
const SETTINGS = { 'GET /api/notice-settings': () => noticeSettings() };
const ROBIN = 'robin@example.com';

async function open({ answers, ...options }: Parameters<typeof renderPage>[1] = {}) {
  const page = renderPage('/dashboard?view=tasks', {
    ...options,
    answers: { ...SETTINGS, [FIGURES]: () => ({ scheduledPosts: 3, sessions: 2 }), ...answers },
  });
  await page.user.click(await screen.findByRole('link', { name: ENTRY }));
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  await screen.findByLabelText('Time zone');
  return page;
}

const account = () => within(screen.getByRole('main'));
const question = () => within(screen.getByRole('dialog', { name: 'Delete your account?' }));
const login = () => screen.findByRole('heading', { level: 1, name: 'Welcome Back' });

describe('The account', () => {
  it('opens from the sidebar, as a page of the settings', async () => {
    const { address } = await open();
    expect(address()).toBe('/dashboard?view=settings');
    expect(account().getByText(ROBIN)).toBeTruthy();
    expect(account().getByText(/You log in with email and password\.$/)).toBeTruthy();
    expect(await account().findByText(/^In 2 browsers, including this one\./)).toBeTruthy();
    expect(screen.getByRole('link', { name: ENTRY }).getAttribute('aria-current')).toBe('page');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('switches notices off and on, and the bell says so', async () => {
    const preferences = { theme: 'light', notifications: false, emailUpdates: true } as const;
    const { user, server } = await open({
      answers: { 'PATCH /api/auth/profile': () => profile({ preferences }) },
    });
    const notices = account().getByRole<HTMLInputElement>('switch', { name: 'Get notices' });
    expect(notices.checked).toBe(true);
    notices.focus();
    await user.keyboard(' ');
    await waitFor(() => expect(notices.checked).toBe(false));
    server.on({ 'PATCH /api/auth/profile': () => failWith(500, 'internal_error', 'Something went wrong.') });
    await user.keyboard(' ');
    await waitFor(() => expect(server.sent('PATCH /api/auth/profile')).toHaveLength(2));
    expect(notices.checked).toBe(false);
    expect(document.activeElement).toBe(notices);
    expect(server.sent('PATCH /api/auth/profile').map(({ body }) => body)).toEqual([
      { preferences: { notifications: false } },
      { preferences: { notifications: true } },
    ]);
    await screen.findByRole('button', { name: 'Notices, switched off' });
  });

  it('also opens from the collapsed sidebar, the drawer and the palette', async () => {
    const page = renderPage('/dashboard?view=tasks', {
      narrow: true,
      user: profile({ signInMethod: 'google' }),
      answers: { ...SETTINGS, [FIGURES]: () => ({ scheduledPosts: 0, sessions: 1 }) },
    });
    const { user } = page;
    await user.click(await screen.findByRole('button', { name: 'Toggle sidebar' }));
    await user.click(screen.getByRole('link', { name: ENTRY }));
    await screen.findByRole('heading', { level: 1, name: 'Settings' });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(account().getByText(/You log in with Google\.$/)).toBeTruthy();
    expect(await account().findByText('Only in this browser.')).toBeTruthy();
    page.unmount();

    const wide = renderPage('/dashboard?view=tasks', {
      answers: {
        ...SETTINGS,
        [FIGURES]: () => ({ scheduledPosts: 0, sessions: 1 }),
        'GET /api/accounts': () => ({ items: [] }),
        'GET /api/locations': () => ({ items: [], matched: 0, total: 0, nextCursor: null }),
      },
    });
    await wide.user.click(await screen.findByRole('button', { name: 'Toggle sidebar' }));
    await wide.user.click(screen.getByRole('link', { name: `Settings: Robin Baker, ${ROBIN}` }));
    await screen.findByRole('heading', { level: 1, name: 'Settings' });
    await wide.user.click(screen.getByRole('link', { name: 'Accounts' }));
    await screen.findByRole('heading', { level: 1, name: 'Business Accounts' });
    await wide.user.keyboard('{Control>}k{/Control}');
    await screen.findByRole('dialog', { name: 'Search or jump to' });
    await wide.user.keyboard('delete data{Enter}');
    await screen.findByRole('heading', { level: 1, name: 'Settings' });
    await wide.user.click(screen.getByRole('button', { name: 'Toggle sidebar', hidden: true }));
  });

  it('works if its figures cannot be loaded', async () => {
    const { user } = await open({ answers: { [FIGURES]: () => failWith(503, 'unavailable', 'Later.') } });
    await user.click(account().getByRole('button', { name: 'Delete account' }));
    expect(question().getByText('Your scheduled posts. None of them will be published.')).toBeTruthy();
    expect(screen.queryByText('Server error. Please try again later.')).toBeNull();
  });

  it.each([
    ['Download my data', '/api/account/export?workspace=uid-1'],
    ['Download my photos', '/api/account/export/photos?workspace=uid-1'],
  ])('offers a file named by the server: %s', async (name, address) => {
    await open();
    const link = account().getByRole<HTMLAnchorElement>('link', { name });
    expect([link.getAttribute('href'), link.hasAttribute('download')]).toEqual([address, true]);
  });
});

describe('Your details', () => {
  const PROFILE = 'PATCH /api/auth/profile';
  const details = () => within(screen.getByRole('dialog', { name: 'Your details' }));
  const box = (label: string) => details().getByLabelText<HTMLInputElement>(new RegExp(`^${label}`));
  const ask = async (answers: Handlers = {}, user = profile({ phone: '+44 1632 960101' })) => {
    const page = await open({ user, answers });
    await page.user.click(account().getByRole('button', { name: 'Edit' }));
    return {
      ...page,
      async fill(label: string, text: string) {
        await page.user.clear(box(label));
        if (text) await page.user.paste(text);
      },
      save: () => page.user.click(details().getByRole('button', { name: 'Save Changes' })),
    };
  };

  it('are saved, and the sidebar shows the new name at once', async () => {
    const answer = held<unknown>();
    const { fill, save, server } = await ask({ [PROFILE]: () => answer.promise });
    expect(box('Full name').value).toBe('Robin Baker');
    await fill('Full name', 'Kim Baker ');
    await fill('Phone number', '');
    await fill('Company', 'Hearth & Crumb Ltd');
    await save();
    expect(details().getByRole('button', { name: 'Saving...' })).toHaveProperty('disabled', true);
    answer.release(profile({ displayName: 'Kim Baker', firstName: 'Kim', company: 'Hearth & Crumb Ltd' }));
    await screen.findByText('Your details have been saved.');
    expect(server.sent(PROFILE).map(({ body }) => body)).toEqual([
      { fullName: 'Kim Baker ', phone: '', company: 'Hearth & Crumb Ltd' },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('link', { name: `Settings: Kim Baker ${ROBIN}` })).toBeTruthy();
    expect(document.activeElement).toBe(account().getByRole('button', { name: 'Edit' }));
  });

  it('name what is wrong at its field, here and by the server, and keep what was typed', async () => {
    const long = 'Company must be at most 200 characters';
    const { fill, save, server } = await ask({
      [PROFILE]: () =>
        failWith(400, 'validation_failed', 'Please correct the marked fields.', [
          { field: 'company', message: long },
        ]),
    });
    await fill('Full name', ' ');
    await fill('Phone number', 'call me');
    await save();
    expect(document.activeElement).toBe(box('Full name'));
    expect(details().getByText('Name is required')).toBeTruthy();
    expect(details().getByText(/^Phone number must be 5 to 15 digits/)).toBeTruthy();
    expect(server.sent(PROFILE)).toEqual([]);
    await fill('Full name', 'Kim');
    expect(details().queryByText('Name is required')).toBeNull();
    await fill('Phone number', '01632 960101');
    await fill('Company', 'A long one');
    await save();
    await details().findByText(long);
    expect(document.activeElement).toBe(box('Company'));
    expect(box('Company').value).toBe('A long one');
  });

  it('are not lost without a question', async () => {
    const { user, fill } = await ask();
    await fill('Company', 'H & C');
    await user.keyboard('{Escape}');
    const asked = within(screen.getByRole('alertdialog', { name: 'Discard changes' }));
    await user.click(asked.getByRole('button', { name: 'Keep editing' }));
    expect(box('Company').value).toBe('H & C');
    await user.click(details().getByRole('button', { name: 'Cancel' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('The password', () => {
  const PASSWORD = 'POST /api/auth/password';
  const ask = async (answer: () => unknown) => {
    const page = await open({ answers: { [PASSWORD]: answer } });
    await page.user.click(account().getByRole('button', { name: 'Change password' }));
    const asked = within(screen.getByRole('dialog', { name: 'Change your password' }));
    return {
      ...page,
      asked,
      async fill(...texts: string[]) {
        for (const [at, label] of ['Current password', 'New password', 'Confirm new password'].entries()) {
          await page.user.clear(asked.getByLabelText(label));
          if (texts[at]) await page.user.paste(texts[at]);
        }
        await page.user.click(asked.getByRole('button', { name: 'Change password' }));
      },
    };
  };

  it('is changed with the current one, and the sessions are counted again', async () => {
    const { fill, server } = await ask(() => ({ user: profile({ lastSignIn: '2026-11-21T08:00:00.000Z' }) }));
    server.on({ [FIGURES]: () => ({ scheduledPosts: 3, sessions: 1 }) });
    await fill('correct horse', 'battery staple', 'battery staple');
    await screen.findByText('Your password has been changed.');
    expect(server.sent(PASSWORD).map(({ body }) => body)).toEqual([
      { currentPassword: 'correct horse', newPassword: 'battery staple' },
    ]);
    expect(await account().findByText('Only in this browser.')).toBeTruthy();
    expect(document.activeElement).toBe(account().getByRole('button', { name: 'Change password' }));
  });

  it('needs all three fields, and stays if it is refused', async () => {
    const { asked, fill, server } = await ask(() =>
      failWith(400, 'auth/wrong-password', 'Incorrect password.'),
    );
    await fill();
    for (const fault of [
      'Current password is required',
      'New password is required',
      'Please confirm your password',
    ])
      expect(asked.getByText(fault)).toBeTruthy();
    await fill('correct horse', '12345', '123456');
    expect(asked.getByText('Password must be at least 6 characters')).toBeTruthy();
    expect(asked.getByText('Passwords do not match')).toBeTruthy();
    expect(server.sent(PASSWORD)).toEqual([]);
    await fill('not the one', 'battery staple', 'battery staple');
    expect(await asked.findByText('Incorrect password.')).toBeTruthy();
    expect(asked.getByLabelText<HTMLInputElement>('New password').value).toBe('battery staple');
  });

  it("of a Google account is Google's, and the photo is too", async () => {
    const photoURL = 'https://lh3.googleusercontent.com/a/robin';
    await open({ user: profile({ signInMethod: 'google', photoURL }) });
    expect(account().getByText(/^You log in with Google, so your password is/)).toBeTruthy();
    expect(account().queryByRole('button', { name: 'Change password' })).toBeNull();
    expect(account().getByText(/Photo: from your Google account$/)).toBeTruthy();
  });
});

describe('Log out everywhere', () => {
  it('ends all sessions and goes to the login page', async () => {
    const answer = held<undefined>();
    const { user, server } = await open({ answers: { [EVERYWHERE]: () => answer.promise } });
    await user.click(account().getByRole('button', { name: 'Log out everywhere' }));
    expect(account().getByRole('button', { name: 'Logging out...' })).toHaveProperty('disabled', true);
    answer.release(undefined);
    await login();
    expect(server.sent(EVERYWHERE)).toHaveLength(1);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('asks first if unsaved changes would be lost', async () => {
    const object = (event: Event) => event.preventDefault();
    window.addEventListener('beforeunload', object);
    try {
      const { user, server } = await open({ answers: { [EVERYWHERE]: () => undefined } });
      await user.click(account().getByRole('button', { name: 'Log out everywhere' }));
      const asked = within(screen.getByRole('alertdialog', { name: 'Log out everywhere without saving?' }));
      await user.click(asked.getByRole('button', { name: 'Stay' }));
      expect(server.sent(EVERYWHERE)).toEqual([]);
      await user.click(account().getByRole('button', { name: 'Log out everywhere' }));
      await user.click(
        within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Log out everywhere' }),
      );
      await login();
    } finally {
      window.removeEventListener('beforeunload', object);
    }
  });

  it('stays on the page if the server fails, and says so', async () => {
    const { user } = await open({
      answers: { [EVERYWHERE]: () => failWith(500, 'internal', 'Something went wrong on our side.') },
    });
    await user.click(account().getByRole('button', { name: 'Log out everywhere' }));
    expect(await screen.findByText('Server error. Please try again later.')).toBeTruthy();
    expect(account().getByRole('button', { name: 'Log out everywhere' })).toBeTruthy();
  });
});

describe('Deleting the account', () => {
  const FAREWELL = 'Your account and everything in it has been deleted.';
  const deleted = () => ({ revoked: null, signInDeleted: true, message: FAREWELL });
  const ask = async (answers: Handlers = {}, user = profile()) => {
    const page = await open({ user, answers: { [DELETE]: deleted, ...answers } });
    await page.user.click(account().getByRole('button', { name: 'Delete account' }));
    const fill = async (label: string, text: string) => {
      await page.user.clear(question().getByLabelText(label));
      await page.user.paste(text);
    };
    return {
      ...page,
      typeAddress: (text = ROBIN) => fill('Type your email address to confirm', text),
      typePassword: (text: string) => fill('Password', text),
      submit: () => page.user.click(question().getByRole('button', { name: 'Delete my account' })),
    };
  };

  it('says what is lost and what stays, and closes by Cancel', async () => {
    const { user } = await ask(answersOfConnected());
    expect(await question().findByText('3 scheduled posts. None of them will be published.')).toBeTruthy();
    const losses = question()
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(losses).toContain('The connection to your Google Business Profile (tamsin.okonjo@example.com).');
    expect(question().getByText(/^What you’ve published on Google stays there\./)).toBeTruthy();
    for (const name of ['Download my data', 'Download my photos'])
      expect(question().getByRole('link', { name })).toBeTruthy();
    expect(document.activeElement).toBe(question().getByLabelText('Type your email address to confirm'));
    await user.click(question().getByRole('button', { name: 'Cancel' }));
    expect(document.activeElement).toBe(account().getByRole('button', { name: 'Delete account' }));
  });

  it('needs the address and the password', async () => {
    const { submit, typeAddress, server } = await ask();
    await typeAddress('somebody@example.com');
    await submit();
    const field = question().getByLabelText('Type your email address to confirm');
    expect(document.activeElement).toBe(field);
    expect(question().getByText(`Please type ${ROBIN}`)).toBeTruthy();
    expect(question().getByText('Password is required')).toBeTruthy();
    await typeAddress(' Robin@Example.com ');
    await submit();
    expect(document.activeElement).toBe(question().getByLabelText('Password'));
    expect(server.sent(DELETE)).toEqual([]);
  });

  it('goes to the login page, which says what was deleted', async () => {
    const { submit, typeAddress, typePassword, server, address } = await ask();
    await typeAddress();
    await typePassword('correct horse');
    await submit();
    await login();
    expect(screen.getByText(FAREWELL)).toBeTruthy();
    expect(address()).toBe('/login');
    expect(server.sent(DELETE).map(({ body }) => body)).toEqual([
      { confirmation: ROBIN, password: 'correct horse' },
    ]);
  });

  it.each([
    ['is deleted when its confirmation was lost', [noNetwork, sessionEnded]],
    ['is not deleted when the session had ended before', [sessionEnded]],
  ])('%s', async (outcome, answers) => {
    steerTimers();
    const { submit, typeAddress, typePassword, server } = await ask({ [DELETE]: () => answers.shift()?.() });
    await typeAddress();
    await typePassword('correct horse');
    await submit();
    await until(() => server.sent(DELETE).length === 1);
    await advance(1000);
    await until(() => screen.queryByRole('heading', { level: 1, name: 'Welcome Back' }));
    const isSaid = outcome.startsWith('is deleted');
    expect(screen.queryByText(/^You’ve been logged out\. Your account was probably deleted/) !== null).toBe(
      isSaid,
    );
    expect(screen.queryByText('Authentication required. Please log in.') === null).toBe(isSaid);
    jest.useRealTimers();
  });

  it.each([
    [400, 'auth/wrong-password', 'Incorrect password.'],
    [409, 'post_being_sent', 'A post is being sent to Google at this moment.'],
  ])('says why it was refused, and keeps what was typed: %i %s', async (status, code, message) => {
    const { submit, typeAddress, typePassword } = await ask({
      [DELETE]: () => failWith(status, code, message),
    });
    await typeAddress();
    await typePassword('not the one');
    await submit();
    const shown = await question().findAllByText(message);
    expect(shown.filter((words) => words.closest('[role=alert]'))).toHaveLength(1);
    expect(question().getByLabelText<HTMLInputElement>('Password').value).toBe('not the one');
  });

  it('asks for a new sign-in with Google if the last one was too long ago', async () => {
    const channel = new BroadcastChannel('shingle.google-sign-in');
    const opened = jest
      .spyOn(window, 'open')
      .mockReturnValue({ closed: false, close: () => undefined } as Window);
    const robin = profile({ signInMethod: 'google' });
    const { submit, typeAddress, server, user } = await ask(
      {
        [DELETE]: () => failWith(403, 'auth/requires-recent-login', 'Please sign in again first.'),
      },
      robin,
    );
    expect(question().queryByLabelText('Password')).toBeNull();
    await typeAddress();
    await submit();
    await question().findByText('Please sign in again first.');
    await user.click(question().getByRole('button', { name: 'Continue with Google' }));
    const [address] = opened.mock.calls[0] ?? [];
    const attempt = new URL(String(address), window.location.origin).searchParams.get('attempt');
    server.on({
      'GET /api/auth/session': () => ({ user: { ...robin, lastSignIn: '2026-11-21T08:00:00.000Z' } }),
      [DELETE]: deleted,
    });
    act(() => channel.postMessage({ attempt, result: 'signed-in' }));
    await question().findByText('Thank you. You can delete your account now.');
    expect(question().queryByRole('button', { name: /Google/ })).toBeNull();
    expect(document.activeElement).toBe(question().getByRole('button', { name: 'Delete my account' }));
    await submit();
    await login();
    expect(server.sent(DELETE).at(-1)?.body).toEqual({ confirmation: ROBIN });
    channel.close();
  });
});
