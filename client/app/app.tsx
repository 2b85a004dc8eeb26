import { RouterProvider, type createBrowserRouter } from 'react-router-dom';
import { SessionProvider } from '../auth/session';
import { Announcer } from '../ui/screen-reader';
import { Toaster } from '../ui/toasts';

/** The whole client: the providers that every page needs, and the pages. */
export function App({ router }: { router: ReturnType<typeof createBrowserRouter> }) {
  return (
    <SessionProvider>
      <RouterProvider router={router} />
      <Announcer />
      <Toaster />
    </SessionProvider>
  );
}
