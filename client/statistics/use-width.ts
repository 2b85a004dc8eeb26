import { useEffect, useRef, useState } from 'react';

/** Where there is no layout, as in tests. */
const USUAL_WIDTH = 960;

/** The width of an element, so that what is drawn into it keeps the size of its words. */
export function useWidth<Box extends Element>() {
  const box = useRef<Box>(null);
  const [width, setWidth] = useState(USUAL_WIDTH);
  useEffect(() => {
    if (box.current === null || !('ResizeObserver' in globalThis)) return;
    const observer = new ResizeObserver(([entry]) => {
      const measured = Math.round(entry?.contentRect.width ?? 0);
      if (measured > 0) setWidth(measured);
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return { box, width };
}
