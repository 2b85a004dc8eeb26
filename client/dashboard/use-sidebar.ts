import { useState, useSyncExternalStore } from 'react';

const KEY = 'shingle.sidebar';
/** Below this the sidebar is a drawer (see dashboard-frame.module.css). */
const NARROW = '(width < 960px)';

/** Whether the person has collapsed the sidebar, remembered in this browser. */
export function useCollapsed(): [collapsed: boolean, toggle: () => void] {
  const [collapsed, setCollapsed] = useState(readCollapsed);
  const toggle = (): void => {
    setCollapsed(!collapsed);
    try {
      localStorage.setItem(KEY, collapsed ? 'expanded' : 'collapsed');
    } catch {
      // Storage may be full or forbidden; the choice then holds until the page is left.
    }
  };
  return [collapsed, toggle];
}

function readCollapsed(): boolean {
  try {
    return localStorage.getItem(KEY) === 'collapsed';
  } catch {
    return false;
  }
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
