import type { Location } from '../model.js';

/** A location as readings show it at a time (ms since 1970): as it is, or as it was where they are behind. */
export function shownAt(now: number, location: Location): Location {
  const { behind } = location;
  return behind && now < behind.until ? behind.shown : location;
}
