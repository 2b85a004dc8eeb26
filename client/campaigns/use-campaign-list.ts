import useSWR from 'swr';
import { answer, api } from '../api/client';
import { POSTS } from '../posting/use-posts';

const PAGE_SIZE = 100;

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
