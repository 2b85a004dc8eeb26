import type { RouteObject } from 'react-router-dom';
import { dashboardTitle } from '../dashboard/titles';
import { preloadView } from '../dashboard/view-code';
import { LoadingScreen } from '../ui/loading-screen';
import { viewOf } from '../ui/views';
import { lazyPage } from './lazy-page';
import { NotFoundPage } from './not-found-page';
import { PageError } from './page-error';
import { RequireSession } from './require-session';
import { Root } from './root';
import type { RouteHandle } from './route-handle';

/** With the view that the window's address names, so that it need not wait for the dashboard around it. */
async function loadDashboard() {
  const view = viewOf(new URLSearchParams(window.location.search));
  const [{ UserDashboard }] = await Promise.all([import('./user-dashboard'), preloadView(view)]);
  return UserDashboard;
}

const titled = (title: string): RouteHandle => ({ title: () => title });

/**
 * The six pages of the specification, section 2, and the one on which the popup of a sign-in with Google ends, each in a
 * chunk of its own; and one for every other address.
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
        lazy: lazyPage(() => import('../site/home-page').then((module) => module.HomePage)),
      },
      {
        path: '/blog',
        handle: titled('Blog - Shingle'),
        lazy: lazyPage(() => import('../site/blog-page').then((module) => module.BlogPage)),
      },
      {
        path: '/login',
        handle: titled('Sign in - Shingle'),
        lazy: lazyPage(() => import('../auth/login-page').then((module) => module.LoginPage)),
      },
      {
        path: '/signup',
        handle: titled('Create account - Shingle'),
        lazy: lazyPage(() => import('../auth/signup-page').then((module) => module.SignupPage)),
      },
      {
        path: '/google-sign-in',
        handle: titled('Sign in with Google - Shingle'),
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
            lazy: lazyPage(loadDashboard),
          },
        ],
      },
      { path: '*', handle: titled('Page not found - Shingle'), Component: NotFoundPage },
    ],
  },
];
