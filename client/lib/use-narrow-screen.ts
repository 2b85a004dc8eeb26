import { useSyncExternalStore } from 'react';

/** At this width a dialog of the kit covers the whole screen. */
const NARROW = '(width < 640px)';

/** Whether the screen is too narrow for two columns in a dialog. */
export function useNarrowScreen(): boolean {
  return useSyncExternalStore(onChange, () => matchMedia(NARROW).matches);
}

function onChange(listener: () => void): () => void {
  const media = matchMedia(NARROW);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}
