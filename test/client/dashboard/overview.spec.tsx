import { describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { renderPage } from '../../support/page.js';

describe('The overview', () => {
  it('counts nothing while the data is a sample, and says why', async () => {
    renderPage('/dashboard');
    await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
    const names = screen.getAllByRole('term').map(({ textContent }) => textContent);
    const figures = screen.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(names).toEqual(['Business Accounts', 'Locations', 'Scheduled Posts', 'Published This Month']);
    expect(figures).toEqual(['0', '0', '0', '0']);
    expect(screen.getByText(/Sample data does not count as yours/)).toBeTruthy();
  });

  it('opens the dialog for a post', async () => {
    const { user } = renderPage('/dashboard', {
      answers: { 'GET /api/locations': () => ({ items: [], matched: 0, total: 0, nextCursor: null }) },
    });
    await user.click(await screen.findByRole('button', { name: 'SCHEDULE POST' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByLabelText(/^Post content/)).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    ['Browse the accounts', '/dashboard?view=accounts'],
    ['Open the content calendar', '/dashboard?view=calendar'],
    ['Connect your Google Business Profile', '/dashboard?view=setup'],
  ])('leads on: %s', async (name, href) => {
    renderPage('/dashboard');
    expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(href);
  });
});

describe('The banner', () => {
  const STATUS = 'GET /api/auth/gbp-status';

  it('says that the data is a sample and leads to the setup', async () => {
    const { user, address } = renderPage('/dashboard?view=tasks');
    await screen.findByText(/^You are looking at sample data\./);
    await user.click(screen.getByRole('link', { name: 'Connect' }));
    await screen.findByRole('heading', { level: 1, name: 'Connection' });
    expect(address()).toBe('/dashboard?view=setup');
    expect(screen.queryByText(/^You are looking at sample data\./)).toBeNull();
  });

  it('asks to reconnect when the access has ended', async () => {
    renderPage('/dashboard', { answers: { [STATUS]: () => ({ hasAccess: false, source: 'google' }) } });
    await screen.findByText(/^The access to your Google Business Profile has ended\./);
    expect(screen.getByRole('link', { name: 'Reconnect' }).getAttribute('href')).toBe(
      '/dashboard?view=setup',
    );
  });

  it('is absent for a connected person', async () => {
    renderPage('/dashboard', { answers: { [STATUS]: () => ({ hasAccess: true, source: 'google' }) } });
    await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
    expect(screen.queryByText(/sample data\./)).toBeNull();
    expect(screen.queryByRole('link', { name: /onnect$/ })).toBeNull();
  });
});
