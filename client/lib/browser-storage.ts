const PREFIX = 'shingle.';

/**
 * A setting that this browser keeps, such as theme or sidebar; null when there is none, or storage cannot be read.
 * Settings are words of a fixed set and hold no personal data.
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
    // Storage may be full or forbidden; the setting then holds until the page is left.
  }
}

/**
 * Saves the settings before something empties the browser's storage, as the answer to a logout does.
 * @returns restores them
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

/** Stands in for sessionStorage where it is full or forbidden; lasts until the page is left. */
const memory = new Map<string, string>();

/** A value kept for this tab, which survives reloads; undefined when there is none, or it is not readable. */
export function readTabItem(key: string): unknown {
  try {
    const text = sessionStorage.getItem(key) ?? memory.get(key);
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Keeps a value for this tab; undefined removes it. */
export function writeTabItem(key: string, value: object | undefined): void {
  memory.delete(key);
  try {
    if (value) sessionStorage.setItem(key, JSON.stringify(value));
    else sessionStorage.removeItem(key);
  } catch {
    if (value) memory.set(key, JSON.stringify(value));
  }
}
