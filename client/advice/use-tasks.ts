import useSWR, { useSWRConfig } from 'swr';
import { answer, api, type Schemas } from '../api/client';
import { readPages } from '../api/pages';
import { afterTries } from '../api/swr';
import { CHANGES } from '../listings/use-google-edits';
import { REFRESH_EVERY_MS, TASKS } from './use-open-tasks';

export type Task = Schemas['TaskDto'];
export type TaskList = Schemas['TaskListDto'];
export type Finding = Schemas['AdviceFindingDto'];
export type Cure = Schemas['CureDto'];
export type TaskState = Finding['state'];
/** Which findings are meant: those of a task, or some by their ids. */
export type ChosenFindings = Schemas['ChosenFindingsDto'];

const FINDINGS = 'findings';
const PAGE_SIZE = 50;
/** The longest page that the server gives. */
const LONGEST_PAGE = 100;
const WHILE_CHECKING_MS = 5_000;

/** Whether a key holds tasks, or what they consist of. */
const isTasksKey = (key: unknown) =>
  Array.isArray(key) && key[0] === CHANGES && [TASKS, FINDINGS].includes(key[1] as string);

/**
 * Tasks in a state, those that matter most first. They are read again while locations are being checked.
 * @param pages how many pages of 50 to load; all are read again together
 */
export function useTasks(state: TaskState, pages: number) {
  const { data, error, ...rest } = useSWR<{ of: TaskState; list: TaskList }, unknown>(
    [CHANGES, TASKS, state, pages],
    async () => {
      const part = (cursor?: string) =>
        answer(api.GET('/api/tasks', { params: { query: { state, cursor, limit: PAGE_SIZE } } }), {
          quiet: true,
        });
      return { of: state, list: await readPages(part, pages) };
    },
    {
      keepPreviousData: true,
      refreshInterval: (known) =>
        known?.list.check.state === 'checking' ? WHILE_CHECKING_MS : REFRESH_EVERY_MS,
    },
  );
  return {
    ...rest,
    ...afterTries(error),
    /** The counts and the check are the same in each state. */
    known: data?.list,
    list: data?.of === state ? data.list : undefined,
  };
}

type FindingFilters = { state: TaskState } & ({ task: string } | { locationId: string });

/**
 * Findings, each at one location.
 * @param pages how many pages of 50 to load
 */
export function useFindings(filters: FindingFilters, pages = 1) {
  return useSWR(
    [CHANGES, FINDINGS, filters, pages],
    () =>
      readPages(
        (cursor) =>
          answer(api.GET('/api/findings', { params: { query: { ...filters, cursor, limit: PAGE_SIZE } } }), {
            quiet: true,
          }),
        pages,
      ),
    { keepPreviousData: true },
  );
}

/**
 * The ids of all locations of a task that is to be done.
 * @throws ApiError
 */
export async function locationsOf({ key }: Task): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { task: key, state: 'open', cursor, limit: LONGEST_PAGE } as const;
    const { items, nextCursor } = await answer(api.GET('/api/findings', { params: { query } }), {
      quiet: true,
    });
    ids.push(...items.map(({ locationId }) => locationId));
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
  return ids;
}

/**
 * Dismisses findings, or brings them back. Failures are thrown without a toast. Afterwards all tasks are read again.
 * @throws ApiError
 */
export function useFindingActions() {
  const { mutate } = useSWRConfig();
  const finished = async (request: Parameters<typeof answer<Schemas['ChangedFindingsDto']>>[0]) => {
    try {
      return (await answer(request, { quiet: true })).count;
    } finally {
      await mutate(isTasksKey);
    }
  };
  return {
    /** @param until the first day on which they count again; undefined: they never do */
    dismiss: (chosen: ChosenFindings, reason: string, until: string | undefined): Promise<number> =>
      finished(api.POST('/api/findings/dismiss', { body: { ...chosen, reason, ...(until && { until }) } })),
    bringBack: (chosen: ChosenFindings): Promise<number> =>
      finished(api.POST('/api/findings/bring-back', { body: chosen })),
  };
}
