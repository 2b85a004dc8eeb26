import { useSyncExternalStore } from 'react';

/** At this width a dialog of the kit covers the whole screen. */
const NARROW = '(width < 640px)';

/** Whether the screen is too narrow for two columns in a dialog. */
export function useNarrowScreen(): boolean {
  return useMedia(NARROW);
}

/** Whether the screen matches a media query, at present. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const media = matchMedia(query);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    () => matchMedia(query).matches,
  );
}
