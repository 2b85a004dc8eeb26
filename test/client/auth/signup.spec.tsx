import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { failWith, noNetwork } from '../../support/page/fake-server.js';
import { expectFault, messageOf } from '../../support/page/form.js';
import { profile, renderPage } from '../../support/page/page.js';

const SIGN_UP = 'POST /api/auth/signup';
const GOOD = {
  'Full name': 'Robin Baker',
  Email: 'robin@example.com',
  Password: 'correct horse',
  'Confirm password': 'correct horse',
};

async function openSignup(options: Parameters<typeof renderPage>[1] = {}) {
  const page = renderPage('/signup', { user: null, ...options });
  await screen.findByRole('heading', { name: 'Create Account' });
  const fill = async (values: Partial<typeof GOOD>) => {
    for (const [label, value] of Object.entries(values)) {
      if (value) await page.user.type(screen.getByLabelText(label), value);
    }
  };
  const create = () => page.user.click(screen.getByRole('button', { name: 'Create Account' }));
  return { ...page, fill, create };
}

describe('Signup', () => {
  it('has all specified elements', async () => {
    await openSignup();
    const purposes = Object.keys(GOOD).map((label) =>
      screen.getByLabelText(label).getAttribute('autocomplete'),
    );
    expect(purposes).toEqual(['name', 'email', 'new-password', 'new-password']);
    expect(screen.getByRole('button', { name: 'Continue with Google' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login');
    expect(document.title).toBe('Create account - Shingle');
  });

  it('creates the account and goes to the dashboard', async () => {
    const page = await openSignup({ answers: { [SIGN_UP]: () => ({ user: profile() }) } });
    await page.fill(GOOD);
    await page.create();
    await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
    expect(page.address()).toBe('/dashboard');
    expect(page.server.sent(SIGN_UP).map(({ body }) => body)).toEqual([
      { fullName: 'Robin Baker', email: 'robin@example.com', password: 'correct horse' },
    ]);
  });

  it('requires every field, and focuses the first', async () => {
    const page = await openSignup();
    await page.create();
    const errors = Object.keys(GOOD).map((label) => messageOf(screen.getByLabelText(label)));
    expect(errors).toEqual([
      'Name is required',
      'Email is required',
      'Password is required',
      'Please confirm your password',
    ]);
    expect(document.activeElement).toBe(screen.getByLabelText('Full name'));
    expect(page.server.sent(SIGN_UP)).toEqual([]);
  });

  it.each([
    ['Full name', { ...GOOD, 'Full name': '   ' }, 'Name is required'],
    ['Email', { ...GOOD, Email: 'robin' }, 'Email is invalid'],
    [
      'Password',
      { ...GOOD, Password: '12345', 'Confirm password': '12345' },
      'Password must be at least 6 characters',
    ],
    ['Confirm password', { ...GOOD, 'Confirm password': '' }, 'Please confirm your password'],
    ['Confirm password', { ...GOOD, 'Confirm password': 'correct house' }, 'Passwords do not match'],
  ])('shows an error only at %s: %j', async (label, values, message) => {
    const page = await openSignup();
    await page.fill(values);
    await page.create();
    const field = screen.getByLabelText(label);
    expect(messageOf(field)).toBe(message);
    expect(document.activeElement).toBe(field);
    expect(document.querySelectorAll('[aria-invalid=true]')).toHaveLength(1);
    await page.user.type(field, 'x');
    expect(messageOf(field)).toBeNull();
    expect(page.server.sent(SIGN_UP)).toEqual([]);
  });

  it.each([
    ['auth/email-already-in-use', 400, 'An account with this email already exists.'],
    ['auth/invalid-email', 400, 'Invalid email address.'],
    ['auth/too-many-requests', 429, 'Too many failed attempts. Please try again later.'],
    ['auth/internal-error', 502, 'Internal error occurred. Please try again.'],
    ['auth/weak-password', 400, 'Password should be at least 6 characters.'],
    [
      'auth/operation-not-allowed',
      400,
      'This sign-in method isn’t enabled. Please enable it in your Firebase setup.',
    ],
    ['auth/not-configured', 503, 'Firebase is not properly configured. Please check your setup.'],
  ])('shows %s above the form and keeps what was typed', async (code, status, message) => {
    const page = await openSignup({ answers: { [SIGN_UP]: () => failWith(status, code, message) } });
    await page.fill(GOOD);
    await page.create();
    await expectFault(message);
    for (const [label, value] of Object.entries(GOOD))
      expect(screen.getByLabelText(label)).toHaveProperty('value', value);
  });

  it('removes the message on the next attempt', async () => {
    const page = await openSignup({ answers: { [SIGN_UP]: noNetwork } });
    await page.fill(GOOD);
    await page.create();
    await expectFault('Network error. Please check your internet connection.');
    page.server.on({ [SIGN_UP]: () => ({ user: profile() }) });
    await page.create();
    await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
  });

  it('redirects a signed-in user to the dashboard', async () => {
    const { address } = renderPage('/signup');
    await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
    expect(address()).toBe('/dashboard');
  });
});
