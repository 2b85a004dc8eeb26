/** For a browser that lets nothing be stored: then it lasts until the page is left. */
const memory = new Map<string, string>();

/** Something kept for this tab alone, over reloads; undefined when there is nothing readable. */
export function readItem(key: string): unknown {
  try {
    const text = sessionStorage.getItem(key) ?? memory.get(key);
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Keeps something for this tab; undefined removes it. */
export function writeItem(key: string, value: object | undefined): void {
  memory.delete(key);
  try {
    if (value) sessionStorage.setItem(key, JSON.stringify(value));
    else sessionStorage.removeItem(key);
  } catch {
    if (value) memory.set(key, JSON.stringify(value));
  }
}
