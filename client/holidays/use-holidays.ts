import useSWR from 'swr';
import { answer, api, type Schemas } from '../api/client';
import { readPages } from '../api/pages';
import { HOLIDAYS } from '../listings/use-missing-answers';

export type HolidayRow = Schemas['HolidayRowDto'];
export type HolidayDay = Schemas['HolidayDayDto'];
export type HolidayDate = Schemas['HolidayDateDto'];

/** Which locations and dates are shown. */
export interface HolidayScope {
  /** The account that shows them. */
  accountId?: string | undefined;
  search?: string | undefined;
  selectionId?: string | undefined;
  country?: string | undefined;
  label?: string | undefined;
  /** Added dates, separated by commas. */
  dates?: string | undefined;
}

/** The same, in an order. */
export interface OrderedScope extends HolidayScope {
  /** By name, unless given. */
  sort?: 'storeCode' | undefined;
}

/** A part of the table: some of its dates at locations that follow each other. */
export interface TableBlock {
  dates: readonly string[];
  /** The place of the first one, and how many they are; undefined: all locations. */
  rows: { first: number; count: number } | undefined;
}

function given<Query extends object>(query: Query) {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value)) as {
    [Name in keyof Query]?: Exclude<Query[Name], undefined>;
  };
}

/** The dates ahead, with how many locations have said what they do. The answer before stays while another loads. */
export function useHolidayDates(scope: HolidayScope) {
  const query = given(scope);
  return useSWR(
    [HOLIDAYS, 'dates', query] as const,
    () => answer(api.GET('/api/holidays/dates', { params: { query } }), { quiet: true }),
    { keepPreviousData: true },
  );
}

/**
 * The locations by name, each with its days.
 * @param pages how many pages of 100 are loaded
 */
export function useHolidayRows(scope: OrderedScope, pages: number) {
  const query = given(scope);
  return useSWR(
    [HOLIDAYS, 'rows', query, pages] as const,
    () =>
      readPages(
        (cursor) =>
          answer(api.GET('/api/holidays', { params: { query: { ...query, ...(cursor && { cursor }) } } }), {
            quiet: true,
          }),
        pages,
      ),
    { keepPreviousData: true },
  );
}

const queryOf = (scope: OrderedScope, { dates, rows }: TableBlock) => ({
  ...given(scope),
  on: dates.join(),
  ...(rows && { cursor: String(rows.first), count: rows.count }),
});

/** The cells of a block that have no answer, also where they are not loaded. */
export function useBlanks(scope: OrderedScope, block: TableBlock) {
  const query = queryOf(scope, block);
  return useSWR([HOLIDAYS, 'blanks', query] as const, () =>
    answer(api.GET('/api/holidays/blanks', { params: { query } }), { quiet: true }),
  );
}

/** What was said a year before, for the cells of a block that have no answer. */
export function useLastYear(scope: OrderedScope, block: TableBlock) {
  const query = queryOf(scope, block);
  return useSWR([HOLIDAYS, 'last-year', query] as const, () =>
    answer(api.GET('/api/holidays/last-year', { params: { query } }), { quiet: true }),
  );
}
