import { useSearchParams } from 'react-router-dom';

/** Parameters of the address. Those that are undefined are left out; others that the address has stay. */
type Parameters = Record<string, string | undefined>;

/** What a view keeps in the address, so that Reload, Back and links restore it. */
export function useAddress() {
  const [query, setQuery] = useSearchParams();
  return {
    query,
    /** Replaces the address or, with `isStep`, adds an entry to the history. */
    change: (parameters: Parameters, { isStep = false } = {}) =>
      setQuery((current) => withParameters(current, parameters), {
        replace: !isStep,
        preventScrollReset: true,
        // Otherwise a chosen radio or option jumps back until the view is drawn.
        flushSync: !isStep,
      }),
    linkTo: (parameters: Parameters) => `?${withParameters(new URLSearchParams(query), parameters)}`,
  };
}

function withParameters(query: URLSearchParams, parameters: Parameters): URLSearchParams {
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) query.delete(name);
    else query.set(name, value);
  }
  return query;
}
