import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { expectFault, messageOf } from '../../support/page/form.js';
import { failWith, held, noNetwork, tooManyTries } from '../../support/page/fake-server.js';
import { messages, profile, renderPage, settled } from '../../support/page/page.js';

const LOGIN = 'POST /api/auth/login';

async function openLogin(options: Parameters<typeof renderPage>[1] = {}) {
  const page = renderPage('/login', { user: null, ...options });
  await screen.findByRole('heading', { name: 'Welcome Back' });
  const email = screen.getByLabelText('Email');
  const password = screen.getByLabelText('Password');
  const signIn = () => page.user.click(screen.getByRole('button', { name: 'Log in' }));
  return { ...page, email, password, signIn };
}

describe('Login', () => {
  it('has all specified elements', async () => {
    const { email, password } = await openLogin();
    expect(email.getAttribute('autocomplete')).toBe('username');
    expect(password.getAttribute('autocomplete')).toBe('current-password');
    expect(screen.getByRole('checkbox', { name: 'Remember me' })).toHaveProperty('checked', false);
    expect(screen.getByRole('button', { name: 'Forgot password?' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Continue with Google' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/signup');
    expect(document.title).toBe('Log in - Shingle');
  });

  it('signs in and goes to the dashboard', async () => {
    const page = await openLogin({ answers: { [LOGIN]: () => ({ user: profile() }) } });
    await page.user.type(page.email, ' robin@example.com ');
    await page.user.type(page.password, 'correct horse');
    await page.signIn();
    expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeTruthy();
    expect(page.address()).toBe('/dashboard');
    expect(page.server.sent(LOGIN).map(({ body }) => body)).toEqual([
      { email: 'robin@example.com', password: 'correct horse', rememberMe: false },
    ]);
  });

  it('asks the server to remember the session if that is chosen', async () => {
    const page = await openLogin({ answers: { [LOGIN]: () => ({ user: profile() }) } });
    await page.user.type(page.email, 'robin@example.com');
    await page.user.type(page.password, 'correct horse');
    await page.user.click(screen.getByRole('checkbox', { name: 'Remember me' }));
    await page.signIn();
    await waitFor(() => expect(page.server.sent(LOGIN)[0]?.body).toMatchObject({ rememberMe: true }));
  });

  it.each([
    ['', '', 'Email is required', 'Password is required'],
    ['   ', '12345', 'Email is required', 'Password must be at least 6 characters'],
    ['robin', '123456', 'Email is invalid', null],
    ['robin@example', '123456', 'Email is invalid', null],
    ['robin@example.com', '12345', null, 'Password must be at least 6 characters'],
  ])('checks e-mail "%s" and password "%s"', async (email, password, emailError, passwordError) => {
    const page = await openLogin();
    if (email) await page.user.type(page.email, email);
    if (password) await page.user.type(page.password, password);
    await page.signIn();
    for (const [field, error] of [
      [page.email, emailError],
      [page.password, passwordError],
    ] as const) {
      expect(field.getAttribute('aria-invalid') === 'true').toBe(error !== null);
      if (error) expect(messageOf(field)).toBe(error);
    }
    expect(document.activeElement).toBe(emailError ? page.email : page.password);
    expect(page.server.sent(LOGIN)).toEqual([]);
  });

  it("removes only a field's own error when it is edited", async () => {
    const page = await openLogin();
    await page.signIn();
    await page.user.type(page.email, 'r');
    expect(screen.queryByText('Email is required')).toBeNull();
    expect(screen.getByText('Password is required')).toBeTruthy();
  });

  it('shows and hides the password, which keeps its value', async () => {
    const page = await openLogin();
    await page.user.click(page.password);
    await page.user.paste('correct horse');
    const toggle = screen.getByRole('button', { name: 'Show password', pressed: false });
    await page.user.click(toggle);
    expect(page.password).toHaveProperty('type', 'text');
    expect(page.password).toHaveProperty('value', 'correct horse');
    expect(toggle.getAttribute('aria-pressed')).toBe('true');
    await page.user.click(toggle);
    expect(page.password).toHaveProperty('type', 'password');
  });

  it.each([
    ['auth/user-not-found', 400, 'No user found with this email address.'],
    ['auth/wrong-password', 400, 'Incorrect password.'],
    ['auth/invalid-credential', 400, 'Incorrect email or password.'],
    ['auth/invalid-email', 400, 'Invalid email address.'],
    ['auth/too-many-requests', 429, 'Too many failed attempts. Please try again later.'],
    ['auth/internal-error', 502, 'Internal error occurred. Please try again.'],
    ['auth/network-request-failed', 503, 'Network error. Please check your internet connection.'],
    [
      'auth/operation-not-allowed',
      400,
      'This sign-in method isn’t enabled. Please enable it in your Firebase setup.',
    ],
    ['auth/invalid-api-key', 400, 'The Firebase API key isn’t valid. Please check your Firebase setup.'],
    [
      'auth/app-not-authorized',
      400,
      'This app isn’t authorized to use Firebase Authentication. Please check your Firebase setup.',
    ],
    ['auth/not-configured', 503, 'Firebase is not properly configured. Please check your setup.'],
    [
      'auth/user-disabled',
      400,
      'Authentication error: auth/user-disabled. Please check your Firebase setup.',
    ],
  ])('shows %s above the form and keeps what was typed', async (code, status, message) => {
    const page = await openLogin({ answers: { [LOGIN]: () => failWith(status, code, message) } });
    await page.user.type(page.email, 'robin@example.com');
    await page.user.type(page.password, 'correct horse');
    await page.signIn();
    await expectFault(message);
    expect(page.email).toHaveProperty('value', 'robin@example.com');
    expect(page.password).toHaveProperty('value', 'correct horse');
    // Shown in place, so there is no toast.
    await settled();
    expect(messages()).toEqual([]);
  });

  it.each([
    ['1', 'You can try again in 1 second.'],
    ['90', 'You can try again in 90 seconds.'],
    ['91', 'You can try again in 2 minutes.'],
  ])(
    'says after too many tries when the next one may come, and keeps what was typed: %s s',
    async (wait, words) => {
      const page = await openLogin({ answers: { [LOGIN]: () => tooManyTries(wait) } });
      await page.user.type(page.email, 'robin@example.com');
      await page.user.type(page.password, 'correct horse');
      await page.signIn();
      await expectFault(`Too many failed attempts. Please try again later. ${words}`);
      expect(page.email).toHaveProperty('value', 'robin@example.com');
      expect(page.password).toHaveProperty('value', 'correct horse');
    },
  );

  it('says that there is no network', async () => {
    const page = await openLogin({ answers: { [LOGIN]: noNetwork } });
    await page.user.type(page.email, 'robin@example.com');
    await page.user.type(page.password, 'correct horse');
    await page.signIn();
    await expectFault('Network error. Please check your internet connection.');
  });

  it.each([
    [
      'a server that breaks',
      () => failWith(500, 'internal', 'Something went wrong on our side. Please try again.'),
    ],
    ['an answer that is none of ours', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
  ])('shows the unexpected-error message for %s', async (_, answer) => {
    const page = await openLogin({ answers: { [LOGIN]: answer } });
    await page.user.type(page.email, 'robin@example.com');
    await page.user.type(page.password, 'correct horse');
    await page.signIn();
    await expectFault('An unexpected error occurred. Please try again.');
  });

  it("shows the server's field error at that field", async () => {
    const refusal = failWith(400, 'validation_failed', 'Please correct the marked fields.', [
      { field: 'email', message: 'Email is invalid' },
    ]);
    const page = await openLogin({ answers: { [LOGIN]: () => refusal } });
    await page.user.type(page.email, 'robin@exa_mple.com');
    await page.user.type(page.password, 'correct horse');
    await page.signIn();
    await screen.findByText('Email is invalid');
    expect(messageOf(page.email)).toBe('Email is invalid');
    expect(document.activeElement).toBe(page.email);
  });

  it('sends one request until the answer has arrived', async () => {
    const answer = held();
    const page = await openLogin({ answers: { [LOGIN]: () => answer.promise } });
    await page.user.type(page.email, 'robin@example.com');
    await page.user.type(page.password, 'correct horse{Enter}');
    expect(await screen.findByRole('button', { name: 'Logging in...' })).toHaveProperty('disabled', true);
    await page.user.type(page.password, '{Enter}');
    answer.release({ user: profile() });
    await screen.findByRole('heading', { name: 'Dashboard' });
    expect(page.server.sent(LOGIN)).toHaveLength(1);
  });

  it('redirects a signed-in user to the dashboard', async () => {
    const { address } = renderPage('/login');
    await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
    expect(address()).toBe('/dashboard');
  });
});
