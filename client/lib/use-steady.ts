import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * The same function at each render, which calls that of the last one: what is memoized is not rendered again because its
 * parent has made its handler anew. It is for events, not to be called while rendering.
 */
export function useSteady<Args extends unknown[]>(handler: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(handler);
  useLayoutEffect(() => {
    latest.current = handler;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
