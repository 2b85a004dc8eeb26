import { useEffect, useEffectEvent } from 'react';
import type { SWRResponse } from 'swr';
import { isRefusal } from '../api/is-refusal';
import { growingPause } from '../lib/growing-pause';

/** How often statistics are read again while Google is still asked for some: after growing pauses. */
const LOOK_MS = Object.freeze({ least: 3_000, longest: 30_000 });

/**
 * Reads statistics again while Google is still asked for some of them: soon at first, then after growing pauses, and nothing
 * while the tab is hidden. SWR's own interval would be answered from the data of the last minute.
 */
export function useWhileRead<Data extends { locationsToRead: number }>(
  loaded: SWRResponse<Data, unknown>,
): SWRResponse<Data, unknown> {
  const toRead = loaded.data?.locationsToRead ?? 0;
  const read = useEffectEvent(() => {
    if (document.visibilityState === 'hidden' || loaded.isValidating || isRefusal(loaded.error)) return;
    void loaded.mutate();
  });
  useEffect(() => {
    if (toRead === 0) return;
    let [passedMs, readMs] = [0, 0];
    const timer = setInterval(() => {
      passedMs += LOOK_MS.least;
      const pause = Math.min(LOOK_MS.longest, growingPause(passedMs, LOOK_MS.least));
      if (passedMs - readMs < pause) return;
      readMs = passedMs;
      read();
    }, LOOK_MS.least);
    return () => clearInterval(timer);
  }, [toRead]);
  return loaded;
}
