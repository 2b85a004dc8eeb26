import { LoadingScreen } from './ui/basics/logo';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { BlogPage } from './site/blog-page';
import { HomePage } from './site/home-page';

const html = (page: ReactNode): string => renderToStaticMarkup(<MemoryRouter>{page}</MemoryRouter>);

/**
 * The HTML of a page before its code has arrived. Home and blog have their content, which is the same for everyone and
 * works without code; of home there is one with the demo and one without. All other pages have the loading screen.
 */
export const markup = {
  index: html(<HomePage offersDemo={false} />),
  'index-demo': html(<HomePage offersDemo />),
  blog: html(<BlogPage />),
  loading: html(<LoadingScreen />),
};
