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
const stop = router.subscribe(showWhenReady);
showWhenReady(router.state);

/** Keeps the delivered HTML until the page can be rendered. */
function showWhenReady({ initialized }: typeof router.state): void {
  if (!initialized || !root) return;
  stop();
  createRoot(root).render(
    <StrictMode>
      <App router={router} />
    </StrictMode>,
  );
}
