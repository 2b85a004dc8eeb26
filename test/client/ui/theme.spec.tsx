import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
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

const script = '../../../client/public/theme.js';

/** Runs the script as a new page would. */
async function loadPage() {
  delete document.documentElement.dataset.theme;
  jest.resetModules();
  await import(script);
}

beforeEach(() => {
  Object.defineProperty(window, 'matchMedia', { configurable: true, value: () => dark });
});

afterEach(() => {
  dark.matches = false;
  localStorage.clear();
});

describe('theme', () => {
  it('is light until the user chooses another, whatever the system setting is', async () => {
    dark.matches = true;
    await loadPage();
    expect(getTheme()).toBe('light');
    expect(shown()).toBe('light');
  });

  it('is applied at once when chosen, and again on the next page', async () => {
    await loadPage();
    setTheme('dark');
    expect(shown()).toBe('dark');

    await loadPage();
    expect(getTheme()).toBe('dark');
    expect(shown()).toBe('dark');
  });

  it('follows the system only if that is chosen', async () => {
    await loadPage();
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

  it('follows a choice made in another tab', async () => {
    await loadPage();
    localStorage.setItem('shingle.theme', 'dark');
    window.dispatchEvent(new StorageEvent('storage', { key: 'shingle.theme' }));
    expect(shown()).toBe('dark');
  });

  it('treats an unknown stored value as light', async () => {
    localStorage.setItem('shingle.theme', 'sepia');
    await loadPage();
    expect(getTheme()).toBe('light');
    expect(shown()).toBe('light');
  });

  it('works for this page if storage is blocked', async () => {
    const forbidden = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    const get = jest.spyOn(Storage.prototype, 'getItem').mockImplementation(forbidden);
    const set = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(forbidden);
    try {
      await loadPage();
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
