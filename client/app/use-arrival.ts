import { useEffect, useRef } from 'react';
import { useLocation, useMatches } from 'react-router-dom';
import { focusHeading } from '../ui/focus-heading';
import { viewOf } from '../ui/views';
import type { RouteHandle } from './route-handle';

/**
 * Makes a change of page or view known, as a page load would: sets the document's title and moves focus to the h1.
 * The first page keeps the browser's own start, so that the skip link comes first.
 */
export function useArrival(): void {
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  const title = (useMatches().at(-1)?.handle as RouteHandle | undefined)?.title(query);
  const place = `${pathname} ${viewOf(query)}`;
  const lastPlace = useRef(place);

  useEffect(() => {
    if (title) document.title = title;
  }, [title]);

  useEffect(() => {
    if (place === lastPlace.current) return;
    lastPlace.current = place;
    return focusHeading();
  }, [place]);
}
