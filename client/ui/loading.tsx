import { useEffect, useRef, type ReactNode } from 'react';
import { announce } from './announcer';

interface LoadingProps {
  busy: boolean;
  /** Skeletons in the layout of the content to come. */
  skeleton: ReactNode;
  /** Said once when loading ends, for example "24 locations loaded"; nothing is said without it. */
  loadedMessage?: string | undefined;
  children: ReactNode;
}

/** A region whose content is on its way: skeletons while busy (from 300 ms on), then the content. */
export function Loading({ busy, skeleton, loadedMessage, children }: LoadingProps) {
  const wasBusy = useRef(busy);

  useEffect(() => {
    if (wasBusy.current && !busy && loadedMessage) announce(loadedMessage);
    wasBusy.current = busy;
  }, [busy, loadedMessage]);

  return <div aria-busy={busy}>{busy ? skeleton : children}</div>;
}
