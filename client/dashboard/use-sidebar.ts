import { useState, useSyncExternalStore } from 'react';
import { readSetting, writeSetting } from '../ui/browser-settings';

const SETTING = 'sidebar';
/** Below this the sidebar is a drawer (see dashboard-frame.module.css). */
const NARROW = '(width < 960px)';

/** Whether the person has collapsed the sidebar, remembered in this browser. */
export function useCollapsed(): [collapsed: boolean, toggle: () => void] {
  const [collapsed, setCollapsed] = useState(() => readSetting(SETTING) === 'collapsed');
  const toggle = (): void => {
    setCollapsed(!collapsed);
    writeSetting(SETTING, collapsed ? 'expanded' : 'collapsed');
  };
  return [collapsed, toggle];
}

/** Whether the window is too narrow for a sidebar beside the content. */
export function useNarrow(): boolean {
  return useSyncExternalStore(onWidthChange, () => matchMedia(NARROW).matches);
}

function onWidthChange(listener: () => void): () => void {
  const media = matchMedia(NARROW);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}
