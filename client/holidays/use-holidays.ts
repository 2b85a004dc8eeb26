import useSWR from 'swr';
import { answer, api, type Schemas } from '../api/client';
import { readPages } from '../api/pages';

export type HolidayRow = Schemas['HolidayRowDto'];
export type HolidayDay = Schemas['HolidayDayDto'];
export type HolidayDate = Schemas['HolidayDateDto'];

/** Which locations and dates are shown. */
export interface HolidayScope {
  search?: string | undefined;
  country?: string | undefined;
  label?: string | undefined;
  /** Added dates, separated by commas. */
  dates?: string | undefined;
}

const HOLIDAYS = 'holidays';
const given = (scope: HolidayScope) =>
  Object.fromEntries(Object.entries(scope).filter(([, value]) => value)) as Record<
    keyof HolidayScope,
    string
  >;

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
export function useHolidayRows(scope: HolidayScope, pages: number) {
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
