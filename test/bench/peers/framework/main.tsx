import { createRoot } from 'react-dom/client';
import { toast, useToaster } from 'react-hot-toast/headless';
import { createBrowserRouter, Link, RouterProvider } from 'react-router-dom';
import useSWR from 'swr';

const router = createBrowserRouter([{ path: '*', Component: Page }]);
const root = document.getElementById('root');
if (root) createRoot(root).render(<RouterProvider router={router} />);

/** One use of each package that the client is built on. */
function Page() {
  const { data } = useSWR('words', () => Promise.resolve('One line of text.'));
  const { toasts } = useToaster();
  return (
    <main>
      <h1>The framework alone</h1>
      <p>{data}</p>
      <Link to="/elsewhere" onClick={() => toast('Gone elsewhere.')}>
        Elsewhere
      </Link>
      <ul>
        {toasts.map(({ id }) => (
          <li key={id}>{id}</li>
        ))}
      </ul>
    </main>
  );
}
