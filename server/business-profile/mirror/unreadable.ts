/** The longest name that is noted. */
const MAX_KEY = 220;

/** The name of a location in `mirror_imports.unreadable`. @param id '' for one without an id */
export function locationKey(id: string): string {
  return `locations/${id}`.slice(0, MAX_KEY);
}

/** The name of an account in `mirror_imports.unreadable`. */
export function accountKey(id: string): string {
  return `accounts/${id}`.slice(0, MAX_KEY);
}

/** How many accounts and locations could not be read. */
export function countUnreadable(unreadable: Record<string, number>): { accounts: number; locations: number } {
  const names = Object.keys(unreadable);
  const accounts = names.filter((name) => name.startsWith('accounts/')).length;
  return { accounts, locations: names.length - accounts };
}
