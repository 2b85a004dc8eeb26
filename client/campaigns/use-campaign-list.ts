import useSWR from 'swr';
import { answer, api } from '../api/client';
import { readPages } from '../api/pages';
import { POSTS } from '../posting/use-posts';
import { useGroupedCampaigns } from './use-grouped-campaigns';

const PAGE_SIZE = 100;
const DUE_PAGE_SIZE = 50;

interface CampaignQuery {
  /** ISO 8601; only those with a post at or after it. */
  from?: string | undefined;
  /** ISO 8601; only those with a post before it. */
  to?: string | undefined;
  /** Only those that are planned and not confirmed, which are left out otherwise. */
  only?: 'drafts' | undefined;
}

/**
 * All campaigns with posts in a period, the latest made first.
 * @param query null loads nothing
 */
export function useCampaigns(query: CampaignQuery | null) {
  return useSWR(
    query && ([POSTS, 'campaigns', query] as const),
    async () => {
      const part = (cursor?: string) =>
        answer(api.GET('/api/campaigns', { params: { query: { ...query, cursor, limit: PAGE_SIZE } } }), {
          quiet: true,
        });
      let { items, nextCursor } = await part();
      while (nextCursor !== null) {
        const next = await part(nextCursor);
        items = [...items, ...next.items];
        nextCursor = next.nextCursor;
      }
      return items;
    },
    { keepPreviousData: true },
  );
}

/** How many campaigns the list has without a search; undefined until that is known. */
export function useCampaignCount(): number | undefined {
  const hasCampaigns = useGroupedCampaigns();
  const { data } = useSWR(hasCampaigns ? ([POSTS, 'campaigns', 'count'] as const) : null, () =>
    answer(api.GET('/api/campaigns', { params: { query: { limit: 1 } } }), { quiet: true }),
  );
  return data?.total;
}

/**
 * The campaigns in the order in which they are due: first those under way, then the soonest, then the latest of those that
 * are over.
 * @param search words of the name or of the text
 * @param pages how many pages of 50 are loaded. All are read again together. While others load, the loaded ones stay.
 */
export function useCampaignPages(search: string, pages: number) {
  return useSWR(
    [POSTS, 'campaigns', 'due', search, pages] as const,
    () =>
      readPages(
        (cursor) =>
          answer(
            api.GET('/api/campaigns', {
              params: { query: { order: 'due', search: search || undefined, cursor, limit: DUE_PAGE_SIZE } },
            }),
            { quiet: true },
          ),
        pages,
      ),
    { keepPreviousData: true },
  );
}
