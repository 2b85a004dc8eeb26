import { describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { failWith, type Handler } from '../../support/page/fake-server.js';
import { messageOf } from '../../support/page/form.js';
import { renderPage } from '../../support/page/page.js';

const RESET = 'POST /api/auth/password-reset';
const SENT = 'If this address has an account, we’ve emailed it a link to choose a new password.';

async function openReset(answer: Handler, typed = '') {
  const page = renderPage('/login', { user: null, answers: { [RESET]: answer } });
  const field = await screen.findByLabelText('Email');
  if (typed) await page.user.type(field, typed);
  await page.user.click(screen.getByRole('button', { name: 'Forgot password?' }));
  const dialog = await screen.findByRole('dialog', { name: 'Reset your password' });
  const send = () => page.user.click(within(dialog).getByRole('button', { name: 'Send reset link' }));
  return { ...page, dialog, email: within(dialog).getByLabelText('Email'), send };
}

describe('Forgot password?', () => {
  it("requests a reset link, and shows only the server's message", async () => {
    const page = await openReset(
      () => Response.json({ message: SENT }, { status: 202 }),
      'robin@example.com',
    );
    expect(page.email).toHaveProperty('value', 'robin@example.com');
    await page.send();
    expect(await within(page.dialog).findByText(SENT)).toBeTruthy();
    expect(page.server.sent(RESET).map(({ body }) => body)).toEqual([{ email: 'robin@example.com' }]);
    await page.user.click(within(page.dialog).getByRole('button', { name: 'Back to login' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'robin@example.com');
  });

  it.each([
    ['', 'Email is required'],
    ['robin', 'Email is invalid'],
  ])('refuses the address "%s" without a request', async (typed, message) => {
    const page = await openReset(() => undefined, typed);
    await page.send();
    expect(messageOf(page.email)).toBe(message);
    expect(document.activeElement).toBe(page.email);
    expect(page.server.sent(RESET)).toEqual([]);
  });

  it('shows a refusal in the dialog and keeps the address', async () => {
    const words = 'Too many failed attempts. Please try again later.';
    const page = await openReset(() => failWith(429, 'auth/too-many-requests', words), 'robin@example.com');
    await page.send();
    expect((await within(page.dialog).findByText(words)).closest('[role=alert]')).toBeTruthy();
    expect(page.email).toHaveProperty('value', 'robin@example.com');
  });

  it('closes without a request', async () => {
    const page = await openReset(() => undefined);
    await page.user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(page.server.sent(RESET)).toEqual([]);
  });
});
