import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

const PARAMETER = 'search';
/** ms without typing until the address is updated. */
const ADDRESS_DELAY = 300;

/**
 * The text of a search box. The address is updated when typing pauses, so that Back and Reload restore the search.
 * @returns the typed text, the text in the address (`settled`), and the setter of the typed text
 */
export function useSearchText() {
  const [query, setQuery] = useSearchParams();
  const settled = query.get(PARAMETER) ?? '';
  const [text, setText] = useState(settled);

  useEffect(() => {
    const wanted = text.trim();
    if (wanted === settled) return;
    const timer = setTimeout(() => {
      setQuery(
        (current) => {
          if (wanted) current.set(PARAMETER, wanted);
          else current.delete(PARAMETER);
          return current;
        },
        { replace: true, preventScrollReset: true },
      );
    }, ADDRESS_DELAY);
    return () => clearTimeout(timer);
  }, [text, settled, setQuery]);

  return { text, settled, setText };
}

/** The longest time (ms) a new search waits for the answer to the previous one. */
const LONGEST_WAIT = 250;

interface Search {
  /** The text of the last request. */
  asked: string;
  /** The text in the box. */
  wanted: string;
  /** Whether the answer to `asked` has not arrived yet. */
  isWaiting: boolean;
}

/**
 * Throttles a search by the server's speed: the typed text is requested at once, unless an answer is pending. Then it
 * waits for that answer, 250 ms at most. A fast server gets a request for each letter, a slow one gets fewer.
 * @param ask sets `asked`
 */
export function useSearchThrottle({ asked, wanted, isWaiting }: Search, ask: (text: string) => void): void {
  // Called while rendering, so that React discards this render and no request is made for the old text.
  if (asked !== wanted && !isWaiting) ask(wanted);
  useEffect(() => {
    if (asked === wanted) return;
    const timer = setTimeout(() => ask(wanted), LONGEST_WAIT);
    return () => clearTimeout(timer);
  }, [asked, wanted, ask]);
}

/** The value once it has not changed for `delay` ms. */
export function useDebouncedValue<Value>(value: Value, delay = 250): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return debounced;
}
