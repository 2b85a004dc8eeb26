import { readSetting, writeSetting } from './browser-storage';

/** `system` follows the operating system's setting, live. */
export type Theme = 'light' | 'dark' | 'system';

/** Read by /theme.js too. */
const SETTING = 'theme';

/** The theme this browser is set to; light until the person picks another. */
export function getTheme(): Theme {
  const stored = readSetting(SETTING);
  return stored === 'dark' || stored === 'system' ? stored : 'light';
}

/** Stores the theme in this browser and has /theme.js, which owns `data-theme` on <html>, apply it at once. */
export function setTheme(theme: Theme): void {
  writeSetting(SETTING, theme);
  window.dispatchEvent(new CustomEvent('shingle:theme', { detail: theme }));
}
