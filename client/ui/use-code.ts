import { useEffect, useEffectEvent, useReducer } from 'react';
import type { Code } from './load-code';

/**
 * A part whose code is fetched as soon as it is wanted. `Part` is undefined until it is there.
 * @param onFailure called with a CodeNotLoaded when it does not arrive; wanted anew it is fetched anew
 */
export function useCode<Part>(
  code: Code<Part>,
  wanted: boolean,
  onFailure: (error: unknown) => void,
): { Part: Part | undefined } {
  const [, showIt] = useReducer((count: number) => count + 1, 0);
  const fail = useEffectEvent(onFailure);
  const isWanting = wanted && code.loaded === undefined;

  useEffect(() => {
    if (!isWanting) return;
    let isCurrent = true;
    code.load().then(
      () => isCurrent && showIt(),
      (error: unknown) => isCurrent && fail(error),
    );
    return () => {
      isCurrent = false;
    };
  }, [isWanting, code]);

  return { Part: code.loaded };
}
