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

/** Of texts that stay in this browser. Unlike settings they are personal, so a logout empties them with the rest. */
const TEXT_PREFIX = 'shingle-text.';
const textMemory = new Map<string, string>();
const textListeners = new Set<() => void>();

/** A text that is kept in this browser, over reloads and closed tabs, until the user logs out; null if there is none. */
export function readText(key: string): string | null {
  try {
    return localStorage.getItem(TEXT_PREFIX + key) ?? textMemory.get(key) ?? null;
  } catch {
    return textMemory.get(key) ?? null;
  }
}

/** Keeps a text in this browser; null removes it. If storage is full or blocked, it lasts until the page is left. */
export function writeText(key: string, text: string | null): void {
  textMemory.delete(key);
  try {
    if (text === null) localStorage.removeItem(TEXT_PREFIX + key);
    else localStorage.setItem(TEXT_PREFIX + key, text);
  } catch {
    if (text !== null) textMemory.set(key, text);
  }
  textListeners.forEach((listener) => listener());
}

/** Calls back when a kept text may have changed, here or in another tab. Returns the function that stops it. */
export function onTextChange(listener: () => void): () => void {
  textListeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    textListeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
