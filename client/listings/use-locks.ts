import useSWR, { useSWRConfig } from 'swr';
import { answer, api, type Schemas } from '../api/client';
import { readPages } from '../api/pages';
import { useConnection } from '../business-profile/use-connection';
import type { LocationChoice } from './choice/use-selections';
import type { ProfileField } from './field-values';
import { CHANGES, isChangesKey } from './use-google-edits';

export type Lock = Schemas['LockDto'];
export type LockEvent = Schemas['LockEventDto'];
/** An edit of a locked field that a person has to answer. */
export type WaitingEdit = Lock['waiting'][number];

/** A field that can be locked. */
export type LockedField = Lock['field'];

/** The fields that can be locked, in the order of a form. Google changes addresses in its own editor alone. */
export const LOCKABLE: readonly LockedField[] = Object.freeze([
  'phoneNumber',
  'websiteUri',
  'regularHours',
  'specialHours',
  'moreHours',
  'name',
  'categoryIds',
  'description',
  'openStatus',
  'openingDate',
  'additionalPhones',
  'services',
  'serviceArea',
]);

/** Whether a field can be locked. */
export const isLockable = (field: ProfileField): field is LockedField =>
  (LOCKABLE as readonly ProfileField[]).includes(field);

/** How many locks a page has. */
const PAGE_SIZE = 25;

interface LockFilters {
  locationId?: string | undefined;
}

/**
 * Locks, those that wait for a person first. On sample data there are none.
 * @param pages how many pages of 25 to load; all are read again together
 */
export function useLocks({ locationId }: LockFilters = {}, pages = 1) {
  const { connection } = useConnection();
  return useSWR(
    connection?.source === 'google' ? ([CHANGES, 'locks', { locationId }, pages] as const) : null,
    async (): Promise<Schemas['LockListDto']> => {
      const part = (cursor?: string) =>
        answer(api.GET('/api/locks', { params: { query: { locationId, cursor, limit: PAGE_SIZE } } }), {
          quiet: true,
        });
      return readPages(part, pages);
    },
    { keepPreviousData: true },
  );
}

/**
 * Locks fields, unlocks them, or takes locations out of a lock. Failures are thrown; `lock` also shows them as a toast unless
 * `quiet`. Afterwards all locks are read again.
 * @throws ApiError
 */
export function useLockActions() {
  const { mutate } = useSWRConfig();
  const finished = async <Data>(...request: Parameters<typeof answer<Data>>): Promise<Data> => {
    try {
      return await answer(...request);
    } finally {
      await mutate(isChangesKey);
    }
  };
  return {
    /** Locks fields at chosen locations, with one lock for each field. A location whose field is locked already keeps that lock. */
    lock: (fields: readonly LockedField[], choice: LocationChoice, options?: { quiet: boolean }) =>
      finished(api.POST('/api/locks', { body: { fields: [...fields], choice } }), options),
    unlock: (id: string): Promise<void> =>
      finished(api.DELETE('/api/locks/{id}', { params: { path: { id } } }), { quiet: true, doneIs: 404 }),
    /** Takes locations out of a lock. Without any location left the lock is gone. */
    exclude: (id: string, without: string[]) =>
      finished(api.PATCH('/api/locks/{id}', { params: { path: { id } }, body: { without } }), {
        quiet: true,
      }),
  };
}

/** What the dialog needs that locks fields of chosen locations. */
export interface LockFieldsProps {
  choice: LocationChoice;
  onLocked: () => void;
  onClose: () => void;
}
