import { useCallback } from 'react';
import useSWR from 'swr';
import { useDebouncedValue } from '../../lib/use-search';
import {
  choiceOfState,
  chooserStateOf,
  chosenCount,
  isChosen,
  isWithin,
  listedBy,
  type LocationFilter,
  withAll,
  withIds,
  withTick,
} from './chooser-state';
import { useKeptChoice } from './kept-choice';
import { type LocationChoice, MOST_NAMED, useMatches, useSelectionActions } from './use-selections';

/** How many locations can be chosen one by one, or together under several filters. */
const MOST_CHOSEN = 10_000;

interface ShownList {
  /** The account that was opened; empty: the locations of all are listed. */
  openedAccountId: string;
  /** Which locations the list shows. The account that was opened is part of it. */
  filter: LocationFilter;
  /** How many they are; undefined until that is known. */
  matched: number | undefined;
  /** Whether the filter leaves locations out. */
  isFiltered: boolean;
}

/**
 * The locations that are chosen in a list, over all its pages and filters. Locations that are chosen one by one stay chosen
 * under every filter. All that match a filter stay chosen too: under another filter they are told apart by their ids, as far
 * as a request can name these.
 */
export function useChosen({ openedAccountId, filter, matched, isFiltered }: ShownList) {
  const [kept, setState] = useKeptChoice(openedAccountId);
  const { idsOf, choiceOfIds } = useSelectionActions();
  const search = useDebouncedValue(filter.search);
  const shown = { ...filter, search };
  const listed = listedBy({ ...kept, filter: shown });

  const isOfOtherFilter = kept.isAll && !isWithin(shown, kept.filter);
  const choice = choiceOfState(kept);
  const named = useSWR(isOfOtherFilter && choice ? ['selections', 'ids', choice] : null, ([, , asked]) =>
    idsOf(asked),
  );
  const ids = isOfOtherFilter ? named.data : undefined;
  const state = ids ? withIds(kept, ids) : kept;
  // The same for each render, so that typing in the search box does not render all cards again.
  const tick = useCallback(
    (id: string, isTicked: boolean): void =>
      setState((latest) => withTick(ids ? withIds(latest, ids) : latest, id, isTicked)),
    [ids, setState],
  );
  /** Whether it is known which of the shown locations are chosen. */
  const isTickable = !state.isAll || !isOfOtherFilter;

  const isShown = kept.isAll && isSame(shown, kept.filter);
  const all = useMatches(state.isAll && !isShown ? listedBy(kept) : undefined);
  const count = chosenCount(state, (isShown ? matched : all.data?.matched) ?? 0);
  const canCount = !state.isAll && isFiltered && state.ids.length > 0 && state.ids.length <= MOST_NAMED;
  const inSight = useMatches(canCount ? { ...listed, locationIds: [...state.ids] } : undefined);
  const shownCount = canCount ? inSight.data?.matched : isShown || !isFiltered ? count : undefined;

  return {
    count,
    isTickable,
    /** How many of the chosen ones the list does not show; undefined where that is not known. */
    hidden: shownCount === undefined ? undefined : count - shownCount,
    /** Whether all that the list shows are chosen. */
    areAllShown:
      matched !== undefined &&
      matched > 0 &&
      (shownCount === matched || (state.isAll && !isOfOtherFilter && state.without.find.length === 0)),
    /** Whether locations that match later can belong to the choice. */
    canBeLive: state.isAll,
    has: (id: string): boolean => isTickable && isChosen(state, id),
    tick,
    clear: (): void => setState(chooserStateOf(undefined, [])),
    /**
     * Adds all that the list shows to what is chosen.
     * @throws ApiError
     */
    async addAll(): Promise<void> {
      const isMore = !state.isAll && state.ids.length > 0 && isFiltered;
      const added = isMore ? await idsOf(listed ?? {}, MOST_CHOSEN) : undefined;
      setState(added ? withIds(state, [...state.ids, ...added]) : withAll(state, filter));
    },
    /**
     * Takes all that the list shows out of what is chosen.
     * @throws ApiError
     */
    async removeAll(): Promise<void> {
      const isMore = !state.isAll && shownCount !== count;
      const removed = isMore ? await idsOf(listed ?? {}, MOST_CHOSEN) : undefined;
      setState(
        removed
          ? withIds(
              state,
              state.ids.filter((id) => !removed.includes(id)),
            )
          : chooserStateOf(undefined, []),
      );
    },
    /**
     * What is chosen, for another part of the product; undefined if that is nothing.
     * @throws ApiError
     */
    toChoice: async (): Promise<LocationChoice | undefined> =>
      state.isAll || state.ids.length <= MOST_NAMED ? choiceOfState(state) : choiceOfIds(state.ids),
  };
}

export type Chosen = ReturnType<typeof useChosen>;

function isSame(one: LocationFilter, other: LocationFilter): boolean {
  return isWithin(one, other) && isWithin(other, one);
}
