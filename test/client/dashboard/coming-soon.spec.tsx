import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderPage } from '../../support/page/page.js';

describe('Coming Soon', () => {
  it.each([
    ['rank-tracking', 'Rank Tracking'],
    ['competitors', 'Competitors'],
    ['reputation', 'Reputation'],
    ['tasks', 'Tasks'],
    ['statistics', 'Statistics'],
    ['ai-agent', 'AI Agent'],
    ['change-log', 'Change Log'],
  ])('%s says what will come and links back', async (view, title) => {
    const { user, address } = renderPage(`/dashboard?view=${view}`);
    const heading = await screen.findByRole('heading', { level: 1, name: title });
    expect(heading.parentElement?.textContent).toMatch(/^Coming Soon.+\.$/);
    await user.click(screen.getByRole('link', { name: 'Back to Dashboard' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeTruthy();
    expect(address()).toBe('/dashboard');
  });

  it.each(['change-log', 'reputation', 'statistics', 'tasks'])(
    'says of %s that it opens with a connected profile',
    async (view) => {
      renderPage(`/dashboard?view=${view}`);
      expect(await screen.findByText('Connect a Google Business Profile to use it.')).toBeTruthy();
    },
  );
});
