import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { profile, renderPage } from '../../support/page/page.js';

const h1 = (name: string) => screen.findByRole('heading', { level: 1, name });
const navigation = () => screen.getByRole('navigation', { name: 'Dashboard' });

describe('The sidebar', () => {
  it('links to every view, in order, and marks the current one', async () => {
    renderPage('/dashboard?view=ai-agent');
    await h1('AI Agent');
    const links = within(navigation()).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Dashboard', '/dashboard'],
      ['Accounts', '/dashboard?view=accounts'],
      ['Locations', '/dashboard?view=locations'],
      ['Content Calendar', '/dashboard?view=calendar'],
      ['ConnectionSample data', '/dashboard?view=setup'],
      ['StatisticsConnect to use', '/dashboard?view=statistics'],
      ['ReputationConnect to use', '/dashboard?view=reputation'],
      ['Change LogConnect to use', '/dashboard?view=change-log'],
      ['TasksConnect to use', '/dashboard?view=tasks'],
      ['Rank Tracking', '/dashboard?view=rank-tracking'],
      ['Competitors', '/dashboard?view=competitors'],
      ['AI Agent', '/dashboard?view=ai-agent'],
    ]);
    const current = links.filter((link) => link.hasAttribute('aria-current'));
    expect(current.map(({ textContent }) => textContent)).toEqual(['AI Agent']);
    expect(within(screen.getByRole('list', { name: 'Coming soon' })).getAllByRole('link')).toHaveLength(3);
    expect(screen.getByRole('link', { name: 'Help' })).toBeTruthy();
  });

  it('shows who is signed in', async () => {
    renderPage('/dashboard', { user: profile({ photoURL: 'https://lh3.googleusercontent.com/a/robin' }) });
    await h1('Dashboard');
    const sidebar = screen.getByRole('complementary', { name: 'Sidebar' });
    expect(within(sidebar).getByText('Robin Baker')).toBeTruthy();
    expect(within(sidebar).getByText('robin@example.com')).toBeTruthy();
    expect(sidebar.querySelector('img')?.src).toBe('https://lh3.googleusercontent.com/a/robin');
  });

  it('shows an initial without a photo, and only the e-mail address without a name', async () => {
    renderPage('/dashboard', { user: profile({ displayName: '' }) });
    await h1('Dashboard');
    const sidebar = screen.getByRole('complementary', { name: 'Sidebar' });
    expect(within(sidebar).getByText('R')).toBeTruthy();
    expect(within(sidebar).getAllByText('robin@example.com')).toHaveLength(1);
  });

  it('collapses to icons that keep their names, and stays so after a reload', async () => {
    const page = renderPage('/dashboard');
    await h1('Dashboard');
    const toggle = screen.getByRole('button', { name: 'Toggle sidebar', expanded: true });
    expect(document.getElementById(toggle.getAttribute('aria-controls') ?? '')).toBe(
      screen.getByRole('complementary', { name: 'Sidebar' }),
    );
    await page.user.click(toggle);
    expect(toggle.getAttribute('aria-expanded')).toBe('false');
    expect(within(navigation()).getByRole('link', { name: 'Accounts' }).title).toBe('Accounts');

    page.unmount();
    renderPage('/dashboard');
    await h1('Dashboard');
    const again = screen.getByRole('button', { name: 'Toggle sidebar', expanded: false });
    await page.user.click(again);
    expect(again.getAttribute('aria-expanded')).toBe('true');
    expect(within(navigation()).getByRole('link', { name: 'Accounts' }).title).toBe('');
  });

  it('is a drawer on a narrow screen, which closes when a view is chosen', async () => {
    const { user } = renderPage('/dashboard', { narrow: true });
    await h1('Dashboard');
    expect(screen.queryByRole('navigation')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Toggle sidebar', expanded: false }));
    const drawer = screen.getByRole('dialog', { name: 'Navigation' });
    expect(screen.getByRole('button', { name: 'Toggle sidebar', expanded: true })).toBeTruthy();
    await user.click(within(drawer).getByRole('button', { name: 'Coming soon 3' }));
    await user.click(within(drawer).getByRole('link', { name: 'AI Agent' }));
    await h1('AI Agent');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('closes as a drawer by Esc', async () => {
    const { user } = renderPage('/dashboard', { narrow: true });
    await h1('Dashboard');
    const toggle = screen.getByRole('button', { name: 'Toggle sidebar' });
    await user.click(toggle);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(toggle.getAttribute('aria-expanded')).toBe('false');
  });
});

describe('A change of view', () => {
  it("sets the title and moves focus to the view's heading", async () => {
    const { user } = renderPage('/dashboard');
    await h1('Dashboard');
    expect(document.title).toBe('Dashboard - Shingle');
    // On the first page the focus stays at the top.
    expect(document.activeElement).toBe(document.body);
    expect(within(navigation()).queryByRole('link', { name: 'AI Agent' })).toBeNull();
    await user.click(within(navigation()).getByRole('button', { name: 'Coming soon 3' }));
    await user.click(within(navigation()).getByRole('link', { name: 'AI Agent' }));
    const heading = await h1('AI Agent');
    expect(document.activeElement).toBe(heading);
    expect(document.title).toBe('AI Agent - Shingle');
  });

  it('can be undone by Back', async () => {
    const { user, back, address } = renderPage('/dashboard');
    await h1('Dashboard');
    await user.click(within(navigation()).getByRole('button', { name: 'Coming soon 3' }));
    await user.click(within(navigation()).getByRole('link', { name: 'AI Agent' }));
    await h1('AI Agent');
    await back();
    expect(document.activeElement).toBe(await h1('Dashboard'));
    expect(address()).toBe('/dashboard');
  });

  it('clears what was chosen in accounts and locations', async () => {
    const { user, address } = renderPage('/dashboard?view=tasks&account=a-1&location=l-1');
    await h1('Tasks');
    await user.click(within(navigation()).getByRole('link', { name: 'Dashboard' }));
    await h1('Dashboard');
    expect(address()).toBe('/dashboard');
  });

  it('is the overview for a view that does not exist', async () => {
    renderPage('/dashboard?view=admin');
    await h1('Dashboard');
  });
});

describe('The header', () => {
  it('links to the accounts', async () => {
    const { user, address } = renderPage('/dashboard', {
      answers: { 'GET /api/accounts': () => ({ items: [] }) },
    });
    await h1('Dashboard');
    await user.click(screen.getByRole('link', { name: 'VIEW ACCOUNTS' }));
    await waitFor(() => expect(address()).toBe('/dashboard?view=accounts'));
  });

  it('comes after a skip link, the first stop of the Tab key', async () => {
    const { user } = renderPage('/dashboard');
    await h1('Dashboard');
    await user.tab();
    expect(document.activeElement?.textContent).toBe('Skip to content');
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });
});
