import { useEffectEvent, useLayoutEffect } from 'react';
import type { Theme } from '../../lib/theme';
import { useSetting } from '../../lib/use-setting';
import { VIEW_TITLES } from '../../lib/view-titles';
import { viewUrl } from '../../lib/views';
import { useTopModalLayer } from '../../ui/layers/modal-layers';

/** The actions of the palette and the single keys, available in every view. */
export interface Commands {
  /** Goes to an address within the product. */
  go: (address: string) => void;
  schedulePost: () => void;
  toggleSidebar: () => void;
  chooseTheme: (theme: Theme) => void;
  showShortcuts: () => void;
  logOut: () => void;
}

interface Shortcut {
  key: string;
  /** What it does, for the list of shortcuts. */
  title: string;
  /** Returns false if there is nothing to do; the key then keeps its usual effect. */
  run: (commands: Commands) => void | false;
}

/** Keys without a modifier. Users must be able to switch them off (WCAG 2.1.4). */
export const SINGLE_KEYS: readonly Shortcut[] = Object.freeze<Shortcut[]>([
  { key: 'n', title: 'Schedule a post', run: ({ schedulePost }) => schedulePost() },
  { key: 'o', title: VIEW_TITLES.overview, run: ({ go }) => go(viewUrl('overview')) },
  { key: 'a', title: VIEW_TITLES.accounts, run: ({ go }) => go(viewUrl('accounts')) },
  { key: 'l', title: VIEW_TITLES.locations, run: ({ go }) => go(viewUrl('locations')) },
  { key: 'c', title: VIEW_TITLES.calendar, run: ({ go }) => go(viewUrl('calendar')) },
  { key: 'b', title: 'Toggle sidebar', run: ({ toggleSidebar }) => toggleSidebar() },
  { key: 'j', title: 'Next review', run: pressKeyOf('next-review') },
  { key: 'k', title: 'Previous review', run: pressKeyOf('previous-review') },
  { key: 'r', title: 'Reply to the review', run: pressKeyOf('reply') },
  { key: '/', title: 'Search in this view', run: focusSearchBox },
  { key: '?', title: 'Keyboard shortcuts', run: ({ showShortcuts }) => showShortcuts() },
]);

/** On a Mac, Ctrl+K is an editing key of text boxes. */
const IS_MAC = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The keys that open the palette, for display and for `aria-keyshortcuts`. */
export const PALETTE_KEYS = IS_MAC
  ? Object.freeze({ caps: Object.freeze(['⌘', 'K']), aria: 'Meta+K' })
  : Object.freeze({ caps: Object.freeze(['Ctrl', 'K']), aria: 'Control+K' });

export function isPaletteKey({ key, metaKey, ctrlKey, altKey, shiftKey }: KeyboardEvent): boolean {
  const hasModifier = IS_MAC ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  return hasModifier && !altKey && !shiftKey && key.toLowerCase() === 'k';
}

/** The shortcut of a key, if any. Keys with a modifier and keys typed into a field have none. */
function singleKeyOf({ key, metaKey, ctrlKey, altKey, shiftKey, target }: KeyboardEvent) {
  if (metaKey || ctrlKey || altKey || isTyping(target)) return undefined;
  // Some keyboards need Shift for signs such as "?". A capital letter without Shift comes from Caps Lock.
  if (shiftKey && /^\p{L}$/u.test(key)) return undefined;
  return SINGLE_KEYS.find((shortcut) => shortcut.key === key.toLowerCase());
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, select, textarea, [contenteditable]') !== null;
}

function focusSearchBox(): void | false {
  const box = document.querySelector<HTMLInputElement>('main input[type="search"]');
  if (!box) return false;
  box.focus();
  box.select();
}

/** Uses a control of the view: a button is pressed, a text box gets the focus. */
function pressKeyOf(name: string): () => void | false {
  return () => {
    const control = document.querySelector<HTMLButtonElement | HTMLTextAreaElement>(
      `main [data-key="${name}"]`,
    );
    if (!control || control.disabled) return false;
    if (control instanceof HTMLTextAreaElement) control.focus();
    else control.click();
  };
}

/** Whether single keys are on; remembered in this browser. */
export function useSingleKeys(): [on: boolean, set: (on: boolean) => void] {
  const [setting, choose] = useSetting('single-keys', ['on', 'off']);
  return [setting === 'on', (on) => choose(on ? 'on' : 'off')];
}

/** Listens for the keys and runs their commands. Keys do nothing while a dialog is open. */
export function useShortcuts(commands: Commands, showPalette: () => void, singleKeys: boolean): void {
  const dialog = useTopModalLayer();

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (dialog || event.defaultPrevented || event.repeat || event.isComposing) return;
    if (isPaletteKey(event)) {
      event.preventDefault();
      showPalette();
      return;
    }
    const shortcut = singleKeys ? singleKeyOf(event) : undefined;
    if (shortcut && shortcut.run(commands) !== false) event.preventDefault();
  });

  // With the page itself: what shows can be used, so no key is lost.
  useLayoutEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
