const PREFIX = 'shingle.';

/**
 * What this browser remembers about a control: theme, sidebar and the like; null when nothing, or nothing readable.
 * Everything that is kept so comes from a fixed set of words and says nothing about a person.
 */
export function readSetting(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

/** Has this browser remember a choice. */
export function writeSetting(name: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // Storage may be full or forbidden; the choice then holds until the page is left.
  }
}

/**
 * Holds the settings over something that empties the browser's storage, as the answer to a logout does.
 * @returns what puts them back
 */
export function holdSettings(): () => void {
  let held: [name: string, value: string][] = [];
  try {
    held = Object.entries({ ...localStorage }).filter((entry): entry is [string, string] =>
      entry[0].startsWith(PREFIX),
    );
  } catch {
    // Nothing was stored, so nothing gets lost.
  }
  return () => held.forEach(([name, value]) => writeSetting(name.slice(PREFIX.length), value));
}
