import { useEffect, useState } from 'react';
import { useToasterStore } from 'react-hot-toast/headless';
import { RouterProvider, type createBrowserRouter } from 'react-router-dom';
import { SessionProvider } from '../auth/session';
import { useCode } from '../ui/messages/load-code';
import { Announcer } from '../ui/basics/screen-reader';

/** The whole client: the providers that every page needs, and the pages. */
export function App({ router }: { router: ReturnType<typeof createBrowserRouter> }) {
  return (
    <SessionProvider>
      {/* Before the pages: below one that fills the screen it would be a pixel too much. */}
      <Announcer />
      <RouterProvider router={router} />
      <Messages />
    </SessionProvider>
  );
}

const loadToaster = () => import('../ui/messages/toaster').then((module) => module.Toaster);
/** ms after the start, when the page has what it needs first. */
const QUIET = 2000;

/** The messages of `notify`. Their code is not part of the first load: it comes soon after, or with the first message. */
function Messages() {
  const count = useToasterStore().toasts.length;
  const [isQuiet, setIsQuiet] = useState(false);
  /** How many messages there were when their code could not be loaded. With the next one it is tried again. */
  const [failedAt, setFailedAt] = useState<number>();
  const isWanted = (isQuiet || count > 0) && count !== failedAt;
  const { Part: Toaster } = useCode(loadToaster, isWanted, () => setFailedAt(count));

  useEffect(() => {
    const timer = setTimeout(() => setIsQuiet(true), QUIET);
    return () => clearTimeout(timer);
  }, []);

  return Toaster && <Toaster />;
}
