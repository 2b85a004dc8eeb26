import useSWR from 'swr';
import { answer, api, type Schemas } from '../api/client';
import { useConnection } from '../business-profile/use-connection';
import { dateWords, timeWords } from '../lib/time-words';
import { VIEW_TITLES } from '../lib/view-titles';
import { toWallTime } from '../lib/wall-time';

/** The first part of all keys of edits of many locations. */
export const BULK = 'bulk-edits';
export const draftsKey = () => [BULK, 'drafts'] as const;

/**
 * The edits of many locations that are not confirmed yet, the latest changed first, and whether this server lets many be
 * changed at once. On sample data there are none. A failure is shown in place, not as a toast.
 */
export function useBulkDrafts() {
  const { connection } = useConnection();
  return useSWR(connection?.source === 'google' ? draftsKey() : null, () =>
    answer(api.GET('/api/bulk-edits'), { quiet: true }),
  );
}

/** What a draft is called in a list. */
export function draftName({ name }: Pick<Schemas['BulkEditDto'], 'name'>): string {
  return name ?? VIEW_TITLES['bulk-edit'];
}

const DAY = 24 * 60 * 60_000;

/** How long a draft is kept: 'kept until today 16:40', 'kept until tomorrow 16:40'; later days with their date. */
export function keptWords(expiresAt: string, now: Date, timeZone: string): string {
  const end = new Date(expiresAt);
  const { date } = toWallTime(end, timeZone);
  const days = (Date.parse(date) - Date.parse(toWallTime(now, timeZone).date)) / DAY;
  const day = days === 0 ? 'today' : days === 1 ? 'tomorrow' : dateWords(date);
  return `kept until ${day} ${timeWords(end, timeZone)}`;
}
