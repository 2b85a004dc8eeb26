import { afterEach, jest } from '@jest/globals';
// Loaded first, so that its own hook, which takes down what was rendered, runs before the one below.
import { act, configure } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';

// Jest runs this before each file of page tests. What the specs of a folder share is put back after each test.

// Of scrolling and popovers, jsdom knows nothing.
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;
HTMLElement.prototype.showPopover = () => undefined;

configure({
  // A whole page on a busy machine may take seconds, and the first one of a file is compiled when it is opened.
  asyncUtilTimeout: 20_000,
  // Texts are looked for where they are seen. The copy that `announce` has a screen reader say comes a moment later, and
  // on a slow machine that moment is over before the test looks; tests of announcements ask for the region itself.
  defaultIgnore:
    'script, style, [role="status"][aria-atomic="false"] *, [role="alert"][aria-atomic="false"] *',
});

const works: (() => Promise<void>)[] = [];

/** Has this done at the end of the running test, after what it rendered has been taken down. What it throws fails the test. */
export function atEndOfTest(work: () => Promise<void>): void {
  works.push(work);
}

afterEach(async () => {
  try {
    await Promise.all(works.splice(0).map((work) => work()));
  } finally {
    act(() => toast.remove());
    jest.useRealTimers();
    jest.restoreAllMocks();
    localStorage.clear();
    sessionStorage.clear();
    window.history.replaceState(null, '', '/');
    document.title = '';
    delete document.documentElement.dataset.theme;
  }
});
