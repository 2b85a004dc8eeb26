import { useConnection } from '../business-profile/use-connection';
import useSWR from 'swr';
import { answer, api, type Schemas } from '../api/client';
import { readPages } from '../api/pages';

/** The first part of all keys of the change log: changes, sets and Google's edits. */
export const CHANGES = 'changes';
/** Whether a key is one of the change log, all of which is read again after each change. */
export const isChangesKey = (key: unknown) => Array.isArray(key) && key[0] === CHANGES;

type EditState = Schemas['GoogleEditDto']['state'];

interface EditFilters {
  state: EditState;
  field?: Exclude<Schemas['ChangeDto']['field'], 'presence'> | undefined;
  locationId?: string | undefined;
}

/** How many edits a page has. */
export const PAGE_SIZE = 100;

/**
 * What Google or the public changed, the latest first.
 * @param pages how many pages of 100 to load; all are read again together
 */
export function useGoogleEdits(filters: EditFilters | null, pages = 1) {
  const { state, field, locationId } = filters ?? {};
  return useSWR(
    filters && ([CHANGES, 'edits', { state, field, locationId }, pages] as const),
    async (): Promise<Schemas['GoogleEditListDto']> => {
      const part = (cursor?: string) => {
        const query = { state, field, locationId, cursor, limit: PAGE_SIZE };
        return answer(api.GET('/api/google-edits', { params: { query } }), { quiet: true });
      };
      return readPages(part, pages);
    },
    { keepPreviousData: true },
  );
}

/**
 * The first of Google's edits that wait for an answer, of all locations or of one; `counts.open` counts them all. On sample
 * data there are none.
 */
export function useOpenEdits(locationId?: string) {
  const { connection } = useConnection();
  return useGoogleEdits(connection?.source === 'google' ? { state: 'OPEN', locationId } : null);
}
