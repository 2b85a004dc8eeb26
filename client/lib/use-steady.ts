import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * The same function at each render, which calls the handler of the last one, so that a memoized child is not rendered again
 * for a new handler of its parent. It is for events, not to be called while rendering.
 */
export function useSteady<Args extends unknown[]>(handler: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(handler);
  useLayoutEffect(() => {
    latest.current = handler;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
