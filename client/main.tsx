import './ui/layout/common.module.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router-dom';
import { App } from './app/app';
import { routes } from './app/routes';
import './styles/tokens.css';
import './styles/base.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');
const router = createBrowserRouter(routes);
/**
 * React Router's key of every address that was opened by a load. It restores scroll positions by key, so each gets one of
 * its own: a page would else open as far down as the one before it was scrolled.
 */
const FRESH = 'default';
const stop = router.subscribe(showWhenReady);
showWhenReady(router.state);

/** Keeps the delivered HTML until the page can be rendered. */
function showWhenReady({ initialized, location }: typeof router.state): void {
  if (!initialized || !root) return;
  stop();
  if (location.key === FRESH) void router.navigate(location, { replace: true });
  createRoot(root).render(
    <StrictMode>
      <App router={router} />
    </StrictMode>,
  );
}
