/** `system` follows the operating system's setting, live. */
export type Theme = 'light' | 'dark' | 'system';

const KEY = 'shingle.theme';

/** The theme this browser is set to; light until the person picks another. */
export function getTheme(): Theme {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'dark' || stored === 'system' ? stored : 'light';
  } catch {
    return 'light';
  }
}

/** Stores the theme in this browser and has /theme.js, which owns `data-theme` on <html>, apply it at once. */
export function setTheme(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Storage may be full or forbidden; the choice then holds until the page is left.
  }
  window.dispatchEvent(new CustomEvent('shingle:theme', { detail: theme }));
}
