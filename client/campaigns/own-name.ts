import { isBlank } from '../lib/visible-text';

/** The longest name of a campaign or of a selection, in characters. The server has the same rule. */
export const MAX_NAME = 80;

/** What is wrong with such a name, by field. */
export function faultsOfName(name: string): { name?: string } {
  if (isBlank(name)) return { name: 'Name is required' };
  if ([...name.trim()].length > MAX_NAME) return { name: `Name must be at most ${MAX_NAME} characters` };
  return {};
}
