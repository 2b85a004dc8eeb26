import { Outlet, ScrollRestoration, useNavigation, useLocation, useMatches } from 'react-router-dom';
import styles from './root.module.css';
import { useEffect, useRef } from 'react';
import { focusHeading } from '../ui/basics/screen-reader';
import { viewOf } from '../lib/view-titles';

/** The `handle` of each route. */
export interface RouteHandle {
  /** The page's title, from the address's query. */
  title: (query: URLSearchParams) => string;
}

/** Wraps every page: sets titles, focus and scrolling on navigation, and shows a bar while the next page's code loads. */
export function Root() {
  useNavigationEffects();
  const { state } = useNavigation();
  return (
    <>
      {state === 'loading' && (
        <div className={styles.progress} role="progressbar" aria-label="Loading page" />
      )}
      <Outlet />
      <ScrollRestoration />
    </>
  );
}

/**
 * Does what a page load would do when the page or view changes: sets the document's title and moves the focus to the
 * h1. On the first page the focus stays at the top, so that the skip link comes first.
 */
function useNavigationEffects(): void {
  const { pathname, search, hash } = useLocation();
  const query = new URLSearchParams(search);
  const title = (useMatches().at(-1)?.handle as RouteHandle | undefined)?.title(query);
  const page = `${pathname} ${viewOf(query)}`;
  const lastPage = useRef(page);

  useEffect(() => {
    if (title) document.title = title;
  }, [title]);

  useEffect(() => {
    if (page === lastPage.current) return;
    lastPage.current = page;
    // The part of the page that the address names takes the focus itself.
    if (!hash) return focusHeading();
  }, [page, hash]);
}
