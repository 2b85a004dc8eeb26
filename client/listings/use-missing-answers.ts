import useSWR from 'swr';
import { answer, api, type Schemas } from '../api/client';
import { useConnection } from '../business-profile/use-connection';
import { addDays } from '../lib/calendar-days';
import { toWallTime, viewerTimeZone } from '../lib/wall-time';

/** The first part of all keys for holidays. */
export const HOLIDAYS = 'holidays';
const DAYS_AHEAD = 30;

/** Public holidays for which locations have not said what they do. */
export interface MissingAnswers {
  /** Those in the next 30 days, the next one first. */
  dates: Schemas['HolidayDateDto'][];
  /** How many answers they lack. */
  notSaid: number;
}

/** The answers that are missing for the holidays of the next 30 days, for the overview. On sample data there are none. */
export function useMissingAnswers() {
  const { connection } = useConnection();
  return useSWR<MissingAnswers, unknown>(
    connection?.source === 'google' ? [HOLIDAYS, 'missing'] : null,
    async () => {
      const { items } = await answer(api.GET('/api/holidays/dates'), { quiet: true });
      const last = addDays(toWallTime(new Date(), viewerTimeZone()).date, DAYS_AHEAD);
      const dates = items.filter(({ date, notSaid }) => date <= last && notSaid > 0);
      return { dates, notSaid: dates.reduce((sum, { notSaid }) => sum + notSaid, 0) };
    },
  );
}
