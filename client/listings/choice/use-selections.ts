import useSWR, { useSWRConfig } from 'swr';
import { answer, api, type Schemas } from '../../api/client';

export type LocationChoice = Schemas['LocationChoiceDto'];
export type SavedSelection = Schemas['SelectionDto'];
export type ChosenLocation = Schemas['ChosenLocationDto'];

/** What the dialog needs that keeps chosen locations under a name. */
export interface SaveSelectionProps {
  choice: LocationChoice;
  count: number;
  /** Whether it was chosen by a filter, so that more locations can fit it later. */
  canBeLive: boolean;
  onSaved: (selection: SavedSelection) => void;
  onClose: () => void;
}

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

  /** A choice that names at most 500 values itself; a longer one is gathered by the server. */
  async function inParts(
    values: readonly string[],
    choiceOf: (part: string[]) => LocationChoice,
    moreOf: (part: string[]) => Schemas['UpdateSelectionDto'],
  ): Promise<LocationChoice> {
    const [first = [], ...rest] = partsOf(values);
    if (rest.length === 0) return choiceOf(first);
    const { id } = await add({ isLive: false, choice: choiceOf(first) });
    for (const part of rest) {
      const request = api.PATCH('/api/selections/{id}', { params: { path: { id } }, body: moreOf(part) });
      await answer(request, { quiet: true });
    }
    return { selectionId: id };
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
    choiceOfCodes: (codes: readonly string[]): Promise<LocationChoice> =>
      inParts(
        codes,
        (storeCodes) => ({ storeCodes }),
        (addStoreCodes) => ({ addStoreCodes }),
      ),

    /** The choice of the locations with these ids. More than 500 go to the server in parts. */
    choiceOfIds: (ids: readonly string[]): Promise<LocationChoice> =>
      inParts(
        ids,
        (locationIds) => ({ locationIds }),
        (addLocationIds) => ({ addLocationIds }),
      ),

    /** The ids of all locations that a choice means; undefined if there are more than `most`. */
    async idsOf(choice: LocationChoice, most = MOST_NAMED): Promise<string[] | undefined> {
      const ids: string[] = [];
      for (;;) {
        const { items, matched } = await findMatches(choice, ids.length);
        if (matched > most) return undefined;
        ids.push(...items.map(({ locationId }) => locationId));
        if (items.length === 0 || ids.length >= matched) return ids;
      }
    },
  };
}

function partsOf(values: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(values.length / MOST_NAMED) }, (_, index) =>
    values.slice(index * MOST_NAMED, (index + 1) * MOST_NAMED),
  );
}
