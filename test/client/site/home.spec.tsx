import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderPage } from '../../support/page.js';

describe('The home page', () => {
  it.each([
    ['Login', '/login', 'Welcome Back'],
    ['Sign up', '/signup', 'Create Account'],
    ['Blog template', '/blog', 'Blog Post Title'],
    ['Dashboard', '/login', 'Welcome Back'],
  ])('welcomes visitors, and its link "%s" leads to %s', async (name, path, heading) => {
    const { user, address } = renderPage('/', { user: null });
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome to Shingle' })).toBeTruthy();
    await user.click(screen.getByRole('link', { name }));
    const arrived = await screen.findByRole('heading', { level: 1, name: heading });
    expect(document.activeElement).toBe(arrived);
    expect(address()).toBe(path);
  });

  it('redirects a signed-in user to the dashboard', async () => {
    const { user, address } = renderPage('/');
    await user.click(await screen.findByRole('link', { name: 'Dashboard' }));
    await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
    expect(address()).toBe('/dashboard');
  });
});
