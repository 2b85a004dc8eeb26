import { LoadingScreen } from './ui/logo';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { BlogPage } from './site/blog-page';
import { HomePage } from './site/home-page';

const html = (page: ReactNode): string => renderToStaticMarkup(<MemoryRouter>{page}</MemoryRouter>);

/**
 * What stands in a page before its code has arrived: of these two their content, since it is the same for everybody and
 * needs no code to be read and followed; of all others what is shown while it is unknown what to show.
 */
export const markup = {
  index: html(<HomePage />),
  blog: html(<BlogPage />),
  loading: html(<LoadingScreen />),
};
