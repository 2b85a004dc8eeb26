import { askEarly } from '../api/early-connection';
import { loadCode } from '../ui/messages/load-code';
import { LoadingScreen } from '../ui/basics/logo';
import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';
import { dashboardTitle } from '../lib/view-titles';
import { deliverHomePage } from '../site/offered-demo';
import { NotFoundPage, PageError } from './page-error';
import { RequireSession } from './require-session';
import { Root, type RouteHandle } from './root';

/** A route's `lazy`, from the import of its module. @throws CodeNotLoaded as `loadCode` does */
export function lazyPage(load: () => Promise<ComponentType>): () => Promise<{ Component: ComponentType }> {
  return async () => ({ Component: await loadCode(load) });
}

const loadDashboard = lazyPage(() => {
  askEarly();
  return import('./user-dashboard').then((module) => module.dashboardWithView());
});

const titled = (title: string): RouteHandle => ({ title: () => title });

/**
 * The six pages of the specification, section 2, the last page of the Google sign-in popup, and a page for every other
 * address. Each is its own chunk.
 */
export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: PageError,
    HydrateFallback: LoadingScreen,
    children: [
      {
        path: '/',
        handle: titled('Shingle: your local business on Google'),
        loader: deliverHomePage,
        // With nothing to load again, a new key of the address counts at once (main.tsx).
        shouldRevalidate: () => false,
        lazy: lazyPage(() => import('../site/home-page').then((module) => module.HomePage)),
      },
      {
        path: '/blog',
        handle: titled('Blog - Shingle'),
        lazy: lazyPage(() => import('../site/blog-page').then((module) => module.BlogPage)),
      },
      {
        path: '/login',
        // Only `?demo` has a query, and its page looks at it: the code before this choice stays small.
        handle: titled('Log in - Shingle'),
        lazy: lazyPage(() =>
          window.location.search
            ? import('../auth/demo-page').then((module) => module.DemoPage)
            : import('../auth/login-page').then((module) => module.LoginPage),
        ),
      },
      {
        path: '/signup',
        handle: titled('Create account - Shingle'),
        lazy: lazyPage(() => import('../auth/signup-page').then((module) => module.SignupPage)),
      },
      {
        path: '/google-sign-in',
        handle: titled('Log in with Google - Shingle'),
        lazy: lazyPage(() => import('../auth/google-sign-in-page').then((module) => module.GoogleSignInPage)),
      },
      {
        path: '/gbp-callback',
        handle: titled('Connecting - Shingle'),
        lazy: lazyPage(() =>
          import('../business-profile/callback-page').then((module) => module.CallbackPage),
        ),
      },
      {
        Component: RequireSession,
        children: [
          {
            path: '/dashboard',
            handle: { title: dashboardTitle } satisfies RouteHandle,
            lazy: loadDashboard,
          },
        ],
      },
      { path: '*', handle: titled('Page not found - Shingle'), Component: NotFoundPage },
    ],
  },
];
