import { describe, expect, it } from '@jest/globals';
import { returnPath } from '../../../client/auth/auth-page.js';

describe('The return path after signing in', () => {
  it('is the requested protected page, with its query', () => {
    expect(returnPath({ from: '/dashboard?view=calendar' })).toBe('/dashboard?view=calendar');
    expect(returnPath({ from: '/dashboard#top' })).toBe('/dashboard#top');
  });

  it.each([
    null,
    undefined,
    'https://evil.example',
    {},
    { from: 7 },
    { from: '' },
    { from: 'https://evil.example/dashboard' },
    { from: '//evil.example/dashboard' },
    { from: '\\\\evil.example/dashboard' },
    { from: 'javascript:alert(1)' },
    { from: '/dashboard/../login' },
    { from: '/dashboards' },
    { from: '/api/auth/logout' },
    { from: 'https://%' },
  ])('is the dashboard for %j', (state) => {
    expect(returnPath(state)).toBe('/dashboard');
  });
});
