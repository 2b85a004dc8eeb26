import useSWR, { useSWRConfig } from 'swr';
import { answer, api, type Schemas } from '../api/client';

export type LocationChoice = Schemas['LocationChoiceDto'];
export type SavedSelection = Schemas['SelectionDto'];
export type ChosenLocation = Schemas['ChosenLocationDto'];

const SELECTIONS = 'selections';
const listKey = () => [SELECTIONS, 'list'] as const;
const matchesKey = (choice: LocationChoice, skip: number) => [SELECTIONS, 'matches', choice, skip] as const;

/** How many store codes or locations one request can name. */
export const MOST_NAMED = 500;
/** How many locations one answer has. */
export const MATCHES_PAGE = 100;

/** The selections that are kept under a name, by name. */
export function useSelections() {
  return useSWR(listKey(), async () => (await answer(api.GET('/api/selections'), { quiet: true })).items);
}

/** The labels of all locations, by name. */
export function useLabels() {
  return useSWR([SELECTIONS, 'labels'] as const, async () => {
    return (await answer(api.GET('/api/selections/labels'), { quiet: true })).items;
  });
}

/**
 * A page (100) of the locations that a choice means. While the first page of another choice is loading, the previous
 * answer stays.
 * @param choice undefined loads nothing
 * @param skip how many locations of the list to skip
 */
export function useMatches(choice: LocationChoice | undefined, skip = 0) {
  return useSWR(choice && matchesKey(choice, skip), ([, , asked]) => findMatches(asked, skip), {
    keepPreviousData: skip === 0,
  });
}

/** @throws ApiError */
function findMatches(choice: LocationChoice, offset: number, limit = MATCHES_PAGE) {
  return answer(api.POST('/api/selections/matches', { body: { choice, offset, limit } }), { quiet: true });
}

/**
 * Keeps chosen locations under a name, or gathers them in parts. Failures are thrown without a toast.
 * @throws ApiError
 */
export function useSelectionActions() {
  const { mutate } = useSWRConfig();

  async function add(body: Schemas['NewSelectionDto']): Promise<SavedSelection> {
    const added = await answer(api.POST('/api/selections', { body }), { quiet: true });
    if (added.name !== null) void mutate(listKey());
    return added;
  }

  return {
    /**
     * Keeps a choice under a name. With `isLive` locations that fit it later belong to it as well; else it keeps those
     * that fit it now.
     */
    save: (name: string, choice: LocationChoice, isLive: boolean): Promise<SavedSelection> =>
      add({ name, choice, isLive }),

    /** The id of a selection that means the choice. It is dropped after a day, unless it is one that was saved. */
    async gather({ selectionId, ...choice }: LocationChoice): Promise<string> {
      if (selectionId !== undefined && Object.keys(choice).length === 0) return selectionId;
      return (await add({ isLive: false, choice: { ...choice, selectionId } })).id;
    },

    /** Deletes a selection. Campaigns that were planned with it keep their locations. */
    async remove(id: string): Promise<void> {
      const request = api.DELETE('/api/selections/{id}', { params: { path: { id } } });
      await answer(request, { quiet: true, doneIs: 404 });
      await mutate(listKey());
    },

    /** The choice of all locations with these store codes. More than 500 go to the server in parts. */
    async choiceOfCodes(codes: readonly string[]): Promise<LocationChoice> {
      const parts = partsOf(codes);
      const [first = [], ...rest] = parts;
      if (rest.length === 0) return { storeCodes: first };
      const { id } = await add({ isLive: false, choice: { storeCodes: first } });
      for (const addStoreCodes of rest) {
        const params = { path: { id } };
        await answer(api.PATCH('/api/selections/{id}', { params, body: { addStoreCodes } }), { quiet: true });
      }
      return { selectionId: id };
    },

    /** The ids of all locations that a choice means; undefined if there are more than one request can name. */
    async idsOf(choice: LocationChoice): Promise<string[] | undefined> {
      const ids: string[] = [];
      for (;;) {
        const { items, matched } = await findMatches(choice, ids.length);
        if (matched > MOST_NAMED) return undefined;
        ids.push(...items.map(({ locationId }) => locationId));
        if (items.length === 0 || ids.length >= matched) return ids;
      }
    },
  };
}

function partsOf(codes: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(codes.length / MOST_NAMED) }, (_, index) =>
    codes.slice(index * MOST_NAMED, (index + 1) * MOST_NAMED),
  );
}
