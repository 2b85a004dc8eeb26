import { lazy, Suspense, useEffect, useState } from 'react';
import { useToasterStore } from 'react-hot-toast/headless';
import { RouterProvider, type createBrowserRouter } from 'react-router-dom';
import { SessionProvider } from '../auth/session';
import { Announcer } from '../ui/screen-reader';

/** The whole client: the providers that every page needs, and the pages. */
export function App({ router }: { router: ReturnType<typeof createBrowserRouter> }) {
  return (
    <SessionProvider>
      <RouterProvider router={router} />
      <Announcer />
      <Messages />
    </SessionProvider>
  );
}

const Toaster = lazy(() => import('../ui/toaster').then((module) => ({ default: module.Toaster })));
/** ms after the start, when the page has what it needs first. */
const QUIET = 2000;

/** The messages of `notify`. Their code is not part of the first load: it comes soon after, or with the first message. */
function Messages() {
  const { toasts } = useToasterStore();
  const [isQuiet, setIsQuiet] = useState(false);

  useEffect(() => {
    const timer = setTimeout(() => setIsQuiet(true), QUIET);
    return () => clearTimeout(timer);
  }, []);

  return (
    (isQuiet || toasts.length > 0) && (
      <Suspense>
        <Toaster />
      </Suspense>
    )
  );
}
