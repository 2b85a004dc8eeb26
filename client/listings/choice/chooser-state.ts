import type { LocationChoice, SavedSelection } from './use-selections';

/** The ways to choose locations. */
export type Way = 'find' | 'codes' | 'saved';

/** Which locations are listed to choose from; empty texts do not count. */
export interface LocationFilter {
  accountId: string;
  label: string;
  state: NonNullable<LocationChoice['state']> | '';
  search: string;
}

/** The state of the chooser. Each way to choose keeps its own, so that looking at another way loses nothing. */
export interface ChooserState {
  way: Way;
  filter: LocationFilter;
  /** Whether all that fit the filter are chosen; otherwise those of `ids` are. */
  isAll: boolean;
  ids: readonly string[];
  /** Store codes as they were typed or pasted, and the choice that was made of them. */
  codes: string;
  ofCodes: LocationChoice | undefined;
  savedId: string;
  /** The locations that were unticked among all that fit the filter, the codes or the saved selection. */
  without: Readonly<Record<Way, readonly string[]>>;
}

const NO_FILTER: LocationFilter = Object.freeze({ accountId: '', label: '', state: '', search: '' });
const NOTHING: ChooserState = Object.freeze({
  way: 'find',
  filter: NO_FILTER,
  isAll: false,
  ids: [],
  codes: '',
  ofCodes: undefined,
  savedId: '',
  without: { find: [], codes: [], saved: [] },
});

/** The state in which the chooser opens for a choice that was made before. */
export function chooserStateOf(
  choice: LocationChoice | undefined,
  saved: readonly SavedSelection[],
): ChooserState {
  if (choice === undefined) return NOTHING;
  const { without = [], storeCodes, locationIds, selectionId, ...filter } = choice;
  const takenOut = (way: Way) => ({ way, without: { ...NOTHING.without, [way]: without } });
  if (storeCodes)
    return { ...NOTHING, ...takenOut('codes'), codes: storeCodes.join('\n'), ofCodes: { storeCodes } };
  if (selectionId === undefined)
    return {
      ...NOTHING,
      ...takenOut('find'),
      filter: { ...NO_FILTER, ...filter },
      isAll: locationIds === undefined,
      ids: locationIds ?? [],
    };
  // A selection without a name holds store codes that were sent in parts.
  return saved.some(({ id }) => id === selectionId)
    ? { ...NOTHING, ...takenOut('saved'), savedId: selectionId }
    : { ...NOTHING, ...takenOut('codes'), ofCodes: { selectionId } };
}

/** The locations that are listed; undefined if none are wanted yet. */
export function listedBy({ way, filter, ofCodes, savedId }: ChooserState): LocationChoice | undefined {
  if (way === 'codes') return ofCodes;
  if (way === 'saved') return savedId === '' ? undefined : { selectionId: savedId };
  const { state, search, ...texts } = filter;
  const given = Object.fromEntries(
    Object.entries({ ...texts, search: search.trim() }).filter(([, text]) => text !== ''),
  );
  return state === '' ? given : { ...given, state };
}

/** Whether a listed location is chosen. */
export function isChosen({ way, isAll, ids, without }: ChooserState, id: string): boolean {
  return way === 'find' && !isAll ? ids.includes(id) : !without[way].includes(id);
}

/** The state after a listed location was ticked or unticked. */
export function withTick(state: ChooserState, id: string, isTicked: boolean): ChooserState {
  const { way, isAll, ids, without } = state;
  if (way === 'find' && !isAll) return { ...state, ids: changed(ids, id, isTicked) };
  return { ...state, without: { ...without, [way]: changed(without[way], id, !isTicked) } };
}

/** The state in which all that fit a filter are chosen. */
export function withAll(state: ChooserState, filter: LocationFilter): ChooserState {
  return { ...state, way: 'find', filter, isAll: true, ids: [], without: { ...state.without, find: [] } };
}

/** The state in which the locations with these ids are chosen. */
export function withIds(state: ChooserState, ids: readonly string[]): ChooserState {
  return { ...state, way: 'find', isAll: false, ids: [...new Set(ids)] };
}

/** Whether everything that fits one filter fits another one too, as far as the filters alone say it. */
export function isWithin(filter: LocationFilter, other: LocationFilter): boolean {
  return (Object.keys(other) as (keyof LocationFilter)[]).every((key) => {
    const wanted = other[key].trim();
    return wanted === '' || wanted === filter[key].trim();
  });
}

/** The state with another filter. Locations that were unticked in the former list no longer count. */
export function withFilter(state: ChooserState, change: Partial<LocationFilter>): ChooserState {
  return {
    ...state,
    filter: { ...state.filter, ...change },
    without: { ...state.without, find: [] },
  };
}

/** How many locations are chosen. */
export function chosenCount({ way, isAll, ids, without }: ChooserState, matched: number): number {
  return way === 'find' && !isAll ? ids.length : Math.max(0, matched - without[way].length);
}

/** The choice that a state stands for; undefined if nothing is chosen. */
export function choiceOfState(state: ChooserState): LocationChoice | undefined {
  const { way, isAll, ids } = state;
  if (way === 'find' && !isAll) return ids.length > 0 ? { locationIds: [...ids] } : undefined;
  const listed = listedBy(state);
  const without = state.without[way];
  return listed && without.length > 0 ? { ...listed, without: [...without] } : listed;
}

/** Store codes from a text, separated by lines, commas, semicolons or tabs, each once. Spaces separate them if nothing else does. */
export function codesIn(text: string): string[] {
  const separators = /[\n\r,;\t|]+/;
  const parts = text.trim().split(separators.test(text.trim()) ? separators : /\s+/);
  const codes = parts.map((part) => part.trim().replace(/^["']|["']$/g, '')).filter((part) => part !== '');
  return [...new Map(codes.map((code) => [code.toLowerCase(), code])).values()];
}

function changed(ids: readonly string[], id: string, isIn: boolean): readonly string[] {
  const others = ids.filter((other) => other !== id);
  return isIn ? [...others, id] : others;
}
