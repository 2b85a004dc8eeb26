import { SOURCES } from '../../../dist/server/advice/rules/sources.js';

/** After so many days a source is to be compared again. */
const MAX_AGE_DAYS = 180;

/** The sources of advice that were last compared too long ago, as seen on a day. */
export function staleSources(today: Date): string[] {
  return Object.entries(SOURCES)
    .filter(([, { comparedOn }]) => today.getTime() - Date.parse(comparedOn) > MAX_AGE_DAYS * 86_400_000)
    .map(([id, { url }]) => `${id}, ${url}`);
}
