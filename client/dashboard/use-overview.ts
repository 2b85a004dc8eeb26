import { useState } from 'react';
import useSWR from 'swr';
import { answer, api, type Schemas } from '../api/client';
import { POSTS } from '../posts/use-posts';
import { viewerTimeZone } from '../posts/wall-time';

type Overview = Schemas['OverviewDto'];

/** Among the posts, so that it is read again after each change to one. */
const overviewKey = (timeZone: string) => [POSTS, 'overview', timeZone] as const;
export const isOverviewKey = (key: unknown) =>
  Array.isArray(key) && key[0] === POSTS && key[1] === overviewKey('')[1];

/** The four counters, "this month" in this browser's zone. On sample data they are not asked for. */
export function useOverview({ isSample }: { isSample: boolean }) {
  const [timeZone] = useState(viewerTimeZone);
  return useSWR<Overview, unknown>(isSample ? null : overviewKey(timeZone), () =>
    answer(api.GET('/api/overview', { params: { query: { timeZone } } })),
  );
}
