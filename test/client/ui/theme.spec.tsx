import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { getTheme, setTheme } from '../../../client/lib/theme.js';

/** The system's dark setting, controlled by the test. */
class DarkSetting extends EventTarget {
  matches = false;

  turn(dark: boolean) {
    this.matches = dark;
    this.dispatchEvent(new Event('change'));
  }
}

const dark = new DarkSetting();
const shown = () => document.documentElement.dataset.theme;

const SCRIPT = readFileSync('client/public/theme.js', 'utf8');

/** Runs the script as a new page would. */
function loadPage() {
  delete document.documentElement.dataset.theme;
  const script = Object.assign(document.createElement('script'), { textContent: SCRIPT });
  document.head.append(script);
  script.remove();
}

beforeEach(() => {
  Object.assign(window, { matchMedia: () => dark });
});

afterEach(() => {
  dark.matches = false;
});

describe('theme', () => {
  it('is light until the user chooses another, whatever the system setting is', () => {
    dark.matches = true;
    loadPage();
    expect(getTheme()).toBe('light');
    expect(shown()).toBe('light');
  });

  it('is applied at once when chosen, and again on the next page', () => {
    loadPage();
    setTheme('dark');
    expect(shown()).toBe('dark');

    loadPage();
    expect(getTheme()).toBe('dark');
    expect(shown()).toBe('dark');
  });

  it('follows the system only if that is chosen', () => {
    loadPage();
    setTheme('system');
    expect(shown()).toBe('light');
    dark.turn(true);
    expect(shown()).toBe('dark');
    dark.turn(false);
    expect(shown()).toBe('light');

    setTheme('light');
    dark.turn(true);
    expect(shown()).toBe('light');
  });

  it('follows a choice made in another tab', () => {
    loadPage();
    localStorage.setItem('shingle.theme', 'dark');
    window.dispatchEvent(new StorageEvent('storage', { key: 'shingle.theme' }));
    expect(shown()).toBe('dark');
  });

  it('treats an unknown stored value as light', () => {
    localStorage.setItem('shingle.theme', 'sepia');
    loadPage();
    expect(getTheme()).toBe('light');
    expect(shown()).toBe('light');
  });

  it('works for this page if storage is blocked', () => {
    const forbidden = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    const get = jest.spyOn(Storage.prototype, 'getItem').mockImplementation(forbidden);
    const set = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(forbidden);
    try {
      loadPage();
      expect(shown()).toBe('light');
      setTheme('dark');
      expect(shown()).toBe('dark');
      expect(getTheme()).toBe('light');
    } finally {
      get.mockRestore();
      set.mockRestore();
    }
  });
});
