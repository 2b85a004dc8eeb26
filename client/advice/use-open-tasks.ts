import useSWR from 'swr';
import { answer, api, type Schemas } from '../api/client';
import { useConnection } from '../business-profile/use-connection';
import { CHANGES } from '../listings/use-google-edits';

/** How many of them the overview shows. */
const SHOWN = 3;
/** Profiles are checked in the background. */
export const REFRESH_EVERY_MS = 2 * 60_000;

/** The second part of all keys for tasks. They are read again with the change log: each change may end some. */
export const TASKS = 'tasks';

/**
 * The first tasks that are to be done, and how many there are (`counts.open`), for the overview and the sidebar. On sample
 * data there are none.
 */
export function useOpenTasks() {
  const { connection } = useConnection();
  return useSWR<Schemas['TaskListDto'], unknown>(
    connection?.source === 'google' ? [CHANGES, TASKS] : null,
    () => answer(api.GET('/api/tasks', { params: { query: { limit: SHOWN } } }), { quiet: true }),
    { refreshInterval: REFRESH_EVERY_MS },
  );
}
