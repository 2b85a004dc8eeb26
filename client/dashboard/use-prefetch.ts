import { useEffect } from 'react';
import { composerCode } from '../posts/composer-code';
import { whenIdle } from '../ui/when-idle';
import { paletteCode } from './use-palette';
import { VIEW_CODE } from './view-code';

/** What a person may want next, the likelier first. */
const PARTS = [paletteCode, composerCode, ...Object.values(VIEW_CODE)];

/**
 * Fetches the code of all parts of the dashboard, one after the other, whenever the browser has nothing else to do; not
 * for people who save data.
 */
export function usePrefetch(): void {
  useEffect(() => {
    let isOver = false;
    const fetchFrom = (index: number): void => {
      const part = PARTS[index];
      if (!part) return;
      whenIdle(() => {
        if (isOver) return;
        part.load().then(
          () => fetchFrom(index + 1),
          () => undefined,
        );
      });
    };
    fetchFrom(0);
    return () => {
      isOver = true;
    };
  }, []);
}
