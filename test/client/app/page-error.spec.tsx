import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { lazyPage } from '../../../client/app/routes.js';
import { PageError } from '../../../client/app/page-error.js';
import { CodeNotLoaded } from '../../../client/ui/messages/load-code.js';

describe('The code of a page', () => {
  it('fails to load after 120 s', async () => {
    jest.useFakeTimers();
    let failure: unknown;
    void lazyPage(() => new Promise(() => undefined))().catch((error: unknown) => (failure = error));
    await jest.advanceTimersByTimeAsync(119_999);
    expect(failure).toBeUndefined();
    await jest.advanceTimersByTimeAsync(1);
    expect(failure).toBeInstanceOf(CodeNotLoaded);
  });

  it('leaves no timer behind when it has loaded', async () => {
    jest.useFakeTimers();
    const Page = () => null;
    expect(await lazyPage(() => Promise.resolve(Page))()).toEqual({ Component: Page });
    expect(jest.getTimerCount()).toBe(0);
  });
});

describe('A page that fails', () => {
  const consoleError = console.error;
  beforeEach(() => {
    // React logs errors that a boundary has caught; they are expected here.
    console.error = () => undefined;
  });
  afterEach(() => {
    console.error = consoleError;
  });

  function open(page: object) {
    const router = createMemoryRouter([
      { ErrorBoundary: PageError, HydrateFallback: () => null, children: [{ path: '/', ...page }] },
    ]);
    render(<RouterProvider router={router} />);
  }

  it('offers a reload when its code cannot be loaded', async () => {
    open({
      lazy: lazyPage(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))),
    });
    expect(
      await screen.findByRole('heading', { level: 1, name: 'This page couldn’t be loaded' }),
    ).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Reload page' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to Home' })).toBeTruthy();
  });

  it('offers a reload when it throws, without technical terms', async () => {
    open({
      Component: () => {
        throw new Error('x is undefined');
      },
    });
    expect(await screen.findByRole('heading', { level: 1, name: 'Something went wrong' })).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toBe('An unexpected error occurred. Please try again.');
    expect(screen.queryByText(/undefined/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Reload page' })).toBeTruthy();
  });
});
