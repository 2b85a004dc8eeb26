import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

const PARAMETER = 'search';
/** ms without typing. */
const SETTLE = 300;

/**
 * The text of a search box. It follows into the address once the typing pauses, so that Back and Reload bring it back.
 * @returns the text as it is typed, the text of the address, and how to set it
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
    }, SETTLE);
    return () => clearTimeout(timer);
  }, [text, settled, setQuery]);

  return { text, settled, setText };
}
