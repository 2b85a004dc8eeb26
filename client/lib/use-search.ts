import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

const PARAMETER = 'search';
/** ms without typing until the address follows. */
const ADDRESS_DELAY = 300;

/**
 * The text of a search box. The address follows when the typing pauses, so that Back and Reload restore the search.
 * @returns the text as it is typed, the text in the address (`settled`), and the setter of the typed text
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

/** The longest time (ms) that a new search waits for the answer to the previous one. */
const LONGEST_WAIT = 250;

interface Search {
  /** The text that the server was asked for last. */
  asked: string;
  /** The text that is typed now. */
  wanted: string;
  /** Whether the answer to `asked` is still on its way. */
  isWaiting: boolean;
}

/**
 * Throttles a search by the server's speed: the typed text is asked for at once, except while an answer is on its way;
 * then it waits for that answer, 250 ms at most. A quick server answers each letter, a slow one is asked less often.
 * @param ask sets `asked`
 */
export function useSearchThrottle({ asked, wanted, isWaiting }: Search, ask: (text: string) => void): void {
  // During rendering, so that React drops this rendering and no request is made for the outdated text.
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
