import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { failWith, held, type SentRequest } from '../../support/page/fake-server.js';
import { profile, renderPage } from '../../support/page/page.js';

const PROFILE = 'PATCH /api/auth/profile';
const themed = (theme: 'light' | 'dark' | 'system') =>
  profile({ preferences: { theme, notifications: true, emailUpdates: true } });

const stored = () => localStorage.getItem('shingle.theme');
const choice = (name: string) => screen.findByRole('radio', { name });

describe('The theme', () => {
  /** The themes of the events that /theme.js received. */
  let received: unknown[];
  const listen = (event: Event) => received.push((event as CustomEvent).detail);
  beforeEach(() => {
    received = [];
    window.addEventListener('shingle:theme', listen);
  });
  afterEach(() => window.removeEventListener('shingle:theme', listen));

  it("is the profile's after signing in", async () => {
    renderPage('/dashboard', { user: themed('dark') });
    expect(await choice('Dark')).toHaveProperty('checked', true);
    expect(received).toEqual(['dark']);
    expect(stored()).toBe('dark');
  });

  it('changes at once and is saved in the profile', async () => {
    const answer = held();
    const { user, server } = renderPage('/dashboard', { answers: { [PROFILE]: () => answer.promise } });
    await user.click(await choice('System'));
    expect(await choice('System')).toHaveProperty('checked', true);
    expect(received.at(-1)).toBe('system');
    await waitFor(() => expect(server.sent(PROFILE)[0]?.body).toEqual({ preferences: { theme: 'system' } }));
    answer.release(themed('system'));
    await waitFor(async () => expect(await choice('System')).toHaveProperty('checked', true));
    expect(stored()).toBe('system');
  });

  it('is rolled back if it cannot be saved, with a message', async () => {
    const refusal = () => failWith(400, 'validation_failed', 'Please correct the marked fields.');
    const { user } = renderPage('/dashboard', { answers: { [PROFILE]: refusal } });
    await user.click(await choice('Dark'));
    await screen.findAllByText('Please correct the marked fields.');
    await waitFor(async () => expect(await choice('Light')).toHaveProperty('checked', true));
    expect(received).toEqual(['light', 'dark', 'light']);
    expect(stored()).toBe('light');
  });

  it('can be chosen with the sidebar collapsed', async () => {
    const save = ({ body }: SentRequest) =>
      themed((body as { preferences: { theme: 'dark' } }).preferences.theme);
    const { user, server } = renderPage('/dashboard', { answers: { [PROFILE]: save } });
    await user.click(await screen.findByRole('button', { name: 'Toggle sidebar' }));
    await user.click(await choice('Dark'));
    await waitFor(() => expect(server.sent(PROFILE)).toHaveLength(1));
    expect(await choice('Dark')).toHaveProperty('checked', true);
  });

  it('stays after logging out, although the answer clears all data of this site', async () => {
    const { user } = renderPage('/dashboard', {
      user: themed('dark'),
      answers: { 'POST /api/auth/logout': () => localStorage.clear() },
    });
    await user.click(await screen.findByRole('button', { name: 'Toggle sidebar' }));
    localStorage.setItem('unrelated', 'gone');
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    await screen.findByRole('heading', { level: 1, name: 'Welcome Back' });
    expect({ ...localStorage }).toEqual({ 'shingle.theme': 'dark', 'shingle.sidebar': 'collapsed' });
  });
});
