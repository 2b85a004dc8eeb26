import { useEffect, useState } from 'react';
import { loadCode } from '../ui/load-code';
import { notify } from '../ui/notify';
import type { CommandPalette } from './command-palette';

const load = () => import('./command-palette').then((module) => module.CommandPalette);

/** The command palette, whose code is fetched apart: when the browser has nothing else to do, else when it is opened. */
export function usePalette() {
  const [palette, setPalette] = useState<{ Palette: typeof CommandPalette }>();
  const [isOpening, setIsOpening] = useState(false);

  // Safari has no idle callbacks.
  useEffect(() => {
    const id = window.requestIdleCallback?.(() => void load().catch(() => undefined));
    return () => window.cancelIdleCallback?.(id);
  }, []);

  return {
    /** Set while it is open. */
    Palette: palette?.Palette,
    /** Asked for, but not there yet. */
    isOpening,
    open(): void {
      if (isOpening) return;
      setIsOpening(true);
      loadCode(load)
        .then(
          (Palette) => setPalette({ Palette }),
          () => notify.error('The search could not be loaded. Please try again.'),
        )
        .finally(() => setIsOpening(false));
    },
    close: () => setPalette(undefined),
  };
}
