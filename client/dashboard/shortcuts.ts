import { viewUrl } from '../ui/views';
import type { Commands } from './commands';
import { VIEW_TITLES } from './titles';

interface Shortcut {
  key: string;
  /** What it does, for the list of shortcuts. */
  title: string;
  /** Returns false where it has nothing to do; the key then keeps its usual effect. */
  run: (commands: Commands) => void | false;
}

/** Keys that work alone. Each needs a way to switch it off (WCAG 2.1.4). */
export const SINGLE_KEYS: readonly Shortcut[] = Object.freeze<Shortcut[]>([
  { key: 'n', title: 'Schedule a post', run: ({ schedulePost }) => schedulePost() },
  { key: 'o', title: VIEW_TITLES.overview, run: ({ go }) => go(viewUrl('overview')) },
  { key: 'a', title: VIEW_TITLES.accounts, run: ({ go }) => go(viewUrl('accounts')) },
  { key: 'l', title: VIEW_TITLES.locations, run: ({ go }) => go(viewUrl('locations')) },
  { key: 'c', title: VIEW_TITLES.calendar, run: ({ go }) => go(viewUrl('calendar')) },
  { key: 'b', title: 'Toggle sidebar', run: ({ toggleSidebar }) => toggleSidebar() },
  { key: '/', title: 'Search in this view', run: focusSearchBox },
  { key: '?', title: 'Keyboard shortcuts', run: ({ showShortcuts }) => showShortcuts() },
]);

/** On a Mac Ctrl+K belongs to the text boxes. */
const IS_MAC = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The keys that open the palette: as caps, and as `aria-keyshortcuts` spells them. */
export const PALETTE_KEYS = IS_MAC
  ? Object.freeze({ caps: Object.freeze(['⌘', 'K']), aria: 'Meta+K' })
  : Object.freeze({ caps: Object.freeze(['Ctrl', 'K']), aria: 'Control+K' });

export function isPaletteKey({ key, metaKey, ctrlKey, altKey, shiftKey }: KeyboardEvent): boolean {
  const hasModifier = IS_MAC ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  return hasModifier && !altKey && !shiftKey && key.toLowerCase() === 'k';
}

/** The shortcut that a key means, if any: not with a modifier, and not while somebody is typing. */
export function singleKeyOf({ key, metaKey, ctrlKey, altKey, shiftKey, target }: KeyboardEvent) {
  if (metaKey || ctrlKey || altKey || isTyping(target)) return undefined;
  // Signs may need Shift, depending on the keyboard; a capital letter comes of Caps Lock.
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
