/** The prefix of texts that stay in this browser. Unlike settings they are personal, so a logout removes them too. */
const PREFIX = 'shingle-text.';
/** Replaces localStorage if it is full or blocked; lasts until the page is left. */
const memory = new Map<string, string>();
const listeners = new Set<() => void>();

/** A text that is kept in this browser, over reloads and closed tabs, until the user logs out; null if there is none. */
export function readText(key: string): string | null {
  // What could not be stored is newer than what is.
  const unstored = memory.get(key);
  if (unstored !== undefined) return unstored;
  try {
    return localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

/** Keeps a text in this browser; null removes it. If storage is full or blocked, it lasts until the page is left. */
export function writeText(key: string, text: string | null): void {
  memory.delete(key);
  try {
    if (text === null) localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, text);
  } catch {
    if (text !== null) memory.set(key, text);
  }
  listeners.forEach((listener) => listener());
}

/** Calls back when a kept text may have changed, here or in another tab. Returns the function that stops it. */
export function onTextChange(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
