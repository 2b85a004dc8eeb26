import useSWR from 'swr';
import { answer, api } from '../api/client';

const categoriesKey = (search: string) => ['categories', search] as const;

/** Google's categories whose name contains the words, at most 20, best match first; none are asked for without words. */
export function useCategories(search: string) {
  return useSWR(
    search === '' ? null : categoriesKey(search),
    async () =>
      (await answer(api.GET('/api/categories', { params: { query: { search } } }), { quiet: true })).items,
    { keepPreviousData: true },
  );
}
