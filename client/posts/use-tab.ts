import { useSearchParams } from 'react-router-dom';
import type { PostTab } from './post-list';

const PARAMETER = 'status';
const OF_PARAMETER: Partial<Record<string, PostTab>> = {
  scheduled: 'SCHEDULED',
  published: 'PUBLISHED',
  failed: 'FAILED',
};

/** The chosen tab of the scheduled-posts table; it stands in the address, so that Reload and Back keep it. */
export function useTab(): [PostTab, (tab: PostTab) => void] {
  const [query, setQuery] = useSearchParams();
  const tab = OF_PARAMETER[query.get(PARAMETER) ?? ''] ?? 'ALL';

  function choose(next: PostTab): void {
    setQuery(
      (current) => {
        if (next === 'ALL') current.delete(PARAMETER);
        else current.set(PARAMETER, next.toLowerCase());
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  }

  return [tab, choose];
}
