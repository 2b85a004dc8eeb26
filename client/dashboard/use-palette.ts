import { useEffect } from 'react';
import { useOnDemand } from './use-on-demand';

const load = () => import('./command-palette').then((module) => module.CommandPalette);

/** The command palette, whose code is fetched when the browser has nothing else to do, else when it is opened. */
export function usePalette() {
  // Safari has no idle callbacks.
  useEffect(() => {
    const id = window.requestIdleCallback?.(() => void load().catch(() => undefined));
    return () => window.cancelIdleCallback?.(id);
  }, []);

  return useOnDemand(load, 'The search could not be loaded. Please try again.');
}
