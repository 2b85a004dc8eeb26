const PREFIX = 'shingle.';

/**
 * A setting that is kept in this browser, such as the theme; null if there is none or storage cannot be read. Settings
 * are words of a fixed set and hold no personal data.
 */
export function readSetting(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

/** Keeps a setting in this browser. */
export function writeSetting(name: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // Storage may be full or blocked. The setting then lasts until the page is left.
  }
}

/**
 * Saves the settings before something empties the browser's storage, as the answer to a logout does.
 * @returns restores them
 */
export function saveSettings(): () => void {
  let held: [name: string, value: string][] = [];
  try {
    held = Object.entries({ ...localStorage }).filter((entry): entry is [string, string] =>
      entry[0].startsWith(PREFIX),
    );
  } catch {
    // Nothing was stored, so nothing can be lost.
  }
  return () => held.forEach(([name, value]) => writeSetting(name.slice(PREFIX.length), value));
}

/** Replaces sessionStorage if it is full or blocked; lasts until the page is left. */
const memory = new Map<string, string>();

/** A value that is kept for this tab and survives reloads; undefined if there is none or it cannot be read. */
export function readTabItem(key: string): unknown {
  try {
    const text = sessionStorage.getItem(key) ?? memory.get(key);
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Stores a value for this tab; undefined removes it. */
export function writeTabItem(key: string, value: object | undefined): void {
  memory.delete(key);
  try {
    if (value) sessionStorage.setItem(key, JSON.stringify(value));
    else sessionStorage.removeItem(key);
  } catch {
    if (value) memory.set(key, JSON.stringify(value));
  }
}
