import type { SyntheticEvent } from 'react';
import { viewOf } from '../lib/view-titles';
import { loadComposer } from '../posts/composer/post-composer';
import { loadCode } from '../ui/messages/load-code';
import { loadViewCode } from './view-code';

export const loadPalette = () => import('./commands/command-palette').then((module) => module.CommandPalette);

/** What buttons open, by their `data-ahead`. */
const OPENED: Readonly<Record<string, () => Promise<unknown>>> = Object.freeze({
  composer: loadComposer,
  palette: loadPalette,
});

/**
 * Loads the code of what a link or button opens as soon as it is pointed at or focused. For each such event in the
 * dashboard: nothing is loaded before the person is about to need it. A failure is reported when the code is needed.
 */
export function loadAhead({ target }: SyntheticEvent): void {
  // Only Chromium knows whether the person saves data.
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (connection?.saveData || !(target instanceof Element)) return;
  const link = target.closest<HTMLAnchorElement>('a[href]');
  if (link?.pathname === '/dashboard') void loadViewCode(viewOf(new URLSearchParams(link.search)));
  const button = target.closest<HTMLElement>('[data-ahead]');
  const load = button && OPENED[button.dataset['ahead'] ?? ''];
  if (load) loadCode(load).catch(() => undefined);
}
