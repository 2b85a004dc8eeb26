import { useEffect, useEffectEvent, useState } from 'react';
import { readSetting, writeSetting } from '../ui/browser-settings';
import { useTopModalLayer } from '../ui/modal-layers';
import type { Commands } from './commands';
import { isPaletteKey, singleKeyOf } from './shortcuts';

const SETTING = 'single-keys';

/** Whether keys work alone, without a modifier; remembered in this browser. */
export function useSingleKeys(): [on: boolean, set: (on: boolean) => void] {
  const [on, setOn] = useState(() => readSetting(SETTING) !== 'off');
  const set = (next: boolean): void => {
    setOn(next);
    writeSetting(SETTING, next ? 'on' : 'off');
  };
  return [on, set];
}

/** Has the keys do what they stand for, unless a dialog is open: that is a place of its own. */
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

  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
