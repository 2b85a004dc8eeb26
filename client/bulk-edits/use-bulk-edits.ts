import useSWR, { useSWRConfig } from 'swr';
import { answer, api, type Schemas } from '../api/client';
import { readPages } from '../api/pages';
import { BULK, draftsKey } from '../listings/bulk-drafts';
import { isChangesKey } from '../listings/use-google-edits';
import type { BulkChange, BulkEdit, LocationChoice, RowsState } from './bulk-types';

const PAGE_SIZE = 50;

const editKey = (id: string) => [BULK, 'edit', id] as const;
const rowsKey = (id: string, query: RowsQuery, pages: number, version: number) =>
  [BULK, 'rows', id, query, pages, version] as const;

/** Which locations of an edit are listed. */
export interface RowsQuery {
  state: RowsState;
  /** Only those to which this rule applies, such as `location-suspended`. */
  rule?: string | undefined;
}

/** An edit. Without an id nothing is loaded. For one that is gone the error is an `ApiError` with status 404. */
export function useBulkEdit(id: string | undefined) {
  return useSWR(id === undefined ? null : editKey(id), ([, , known]) =>
    answer(api.GET('/api/bulk-edits/{id}', { params: { path: { id: known } } }), { quiet: true }),
  );
}

/**
 * Some of the locations of an edit.
 * @param pages how many pages of 50 are loaded. While others load, the loaded ones stay.
 */
export function useBulkRows({ id, version }: BulkEdit, query: RowsQuery, pages: number) {
  return useSWR(
    rowsKey(id, query, pages, version),
    () =>
      readPages(
        (cursor) =>
          answer(
            api.GET('/api/bulk-edits/{id}/rows', {
              params: { path: { id }, query: { ...query, limit: PAGE_SIZE, cursor } },
            }),
            { quiet: true },
          ),
        pages,
      ),
    { keepPreviousData: true },
  );
}

/** What is asked of many locations. */
export interface BulkWish {
  choice: LocationChoice;
  change: BulkChange;
  name: string;
}

/**
 * Writes and confirms edits of many locations. Failures are thrown without a toast, and the caller shows them in place.
 * @throws ApiError
 */
export function useBulkActions() {
  const { mutate } = useSWRConfig();
  const of = (id: string) => ({ params: { path: { id } } });

  async function shown(edit: BulkEdit): Promise<BulkEdit> {
    await mutate(editKey(edit.id), edit, { revalidate: false });
    void mutate(draftsKey());
    return edit;
  }

  return {
    /** Makes a draft, with the preview of it. */
    create: async (body: BulkWish): Promise<BulkEdit> =>
      shown(await answer(api.POST('/api/bulk-edits', { body }), { quiet: true })),

    /** Changes parts of a draft, unless it has another version by now (409 `changed_since`). */
    change: async (
      { id, version }: Pick<BulkEdit, 'id' | 'version'>,
      wish: Partial<BulkWish> & Pick<Schemas['UpdateBulkEditDto'], 'addHolidays'>,
    ): Promise<BulkEdit> =>
      shown(
        await answer(api.PATCH('/api/bulk-edits/{id}', { ...of(id), body: { version, ...wish } }), {
          quiet: true,
        }),
      ),

    /** Reads a draft again. */
    read: async (id: string): Promise<BulkEdit> =>
      shown(await answer(api.GET('/api/bulk-edits/{id}', of(id)), { quiet: true })),

    /** Deletes a draft. */
    async remove(id: string): Promise<void> {
      await answer(api.DELETE('/api/bulk-edits/{id}', of(id)), { quiet: true, doneIs: 404 });
      await mutate(draftsKey());
    },

    /** Lets Google check some of the locations. Nothing is changed. */
    validate: async (id: string): Promise<BulkEdit> =>
      shown(await answer(api.POST('/api/bulk-edits/{id}/validate', of(id)), { quiet: true })),

    /**
     * Confirms a draft as it was seen. Repeating it with the same key confirms nothing twice.
     * @returns the id of the set of changes
     */
    async confirm(
      { id, version }: Pick<BulkEdit, 'id' | 'version'>,
      reason: string | null,
      idempotencyKey: string,
    ): Promise<string> {
      const params = { path: { id }, header: { 'Idempotency-Key': idempotencyKey } };
      const body = { version, ...(reason && { reason }) };
      const { setId } = await answer(api.POST('/api/bulk-edits/{id}/confirm', { params, body }), {
        quiet: true,
      });
      void mutate(editKey(id));
      void mutate(draftsKey());
      void mutate(isChangesKey);
      return setId;
    },
  };
}
