import { readSetting, writeSetting } from './browser-storage';

/** `system` follows the operating system's setting. */
export type Theme = 'light' | 'dark' | 'system';

/** Also read by /theme.js. */
const SETTING = 'theme';

/** The theme that was chosen in this browser; light by default. */
export function getTheme(): Theme {
  const stored = readSetting(SETTING);
  return stored === 'dark' || stored === 'system' ? stored : 'light';
}

/** Stores the theme in this browser and makes /theme.js apply it at once (`data-theme` on <html>). */
export function setTheme(theme: Theme): void {
  writeSetting(SETTING, theme);
  window.dispatchEvent(new CustomEvent('shingle:theme', { detail: theme }));
}
