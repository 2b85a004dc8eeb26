import { memo, useEffect, useState, type ReactNode } from 'react';

/** What arrives within this time needs no stand-in (ms). */
const PATIENCE = 300;

/**
 * Whether something new has been on its way for so short a time that what was there before may stay: emptying it first
 * would flash, and be drawing for nothing.
 */
export function useIsBrief(isOnItsWay: boolean): boolean {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    if (!isOnItsWay) return;
    const timer = setTimeout(() => setIsLong(true), PATIENCE);
    return () => {
      clearTimeout(timer);
      setIsLong(false);
    };
  }, [isOnItsWay]);
  return isOnItsWay && !isLong;
}

interface AsLastDrawnProps {
  /** Whether it stays as it was, handlers included; what has not been drawn before is drawn. */
  isHeld: boolean;
  children: ReactNode;
}

/** Its children, and while it is held those of the last time. */
export const AsLastDrawn = memo(
  function AsLastDrawn({ children }: AsLastDrawnProps) {
    return children;
  },
  (_before, { isHeld }) => isHeld,
);
