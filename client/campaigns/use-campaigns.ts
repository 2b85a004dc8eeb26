import useSWR, { useSWRConfig } from 'swr';
import { ApiError } from '../api/api-error';
import { answer, api, requestSession, type Schemas } from '../api/client';
import { readPages } from '../api/pages';
import { POSTS, useRefreshPosts } from '../posting/use-posts';
import type { Campaign, Target, TargetState } from './campaign-words';

/** Keys of data about campaigns begin like those about posts, so that a change to one reads both again. */
const campaignKey = (id: string) => [POSTS, 'campaign', id] as const;
const targetsKey = (id: string, query: TargetQuery, pages: number) =>
  [POSTS, 'targets', id, query, pages] as const;

const PAGE_SIZE = 100;
const LEFT_OUT_EVERY_MS = 60_000;

/** A campaign with its plan. Without an id nothing is loaded. For an unknown one the error is an `ApiError` with status 404. */
export function useCampaign(id: string | undefined) {
  return useSWR(id === undefined ? null : campaignKey(id), ([, , known]) =>
    answer(api.GET('/api/campaigns/{id}', { params: { path: { id: known } } }), { quiet: true }),
  );
}

/** A campaign that is used again, and how its locations were chosen. */
export interface CampaignAgain {
  campaign: Campaign;
  choice: Schemas['LocationChoiceDto'];
}

export interface TargetQuery {
  /** `gone`: those whose post was taken back. */
  state?: TargetState | 'gone' | undefined;
  /** Only those to which this rule applies, such as `location-suspended`. */
  rule?: string | undefined;
  /** Part of a name or a store code. */
  search?: string | undefined;
  /** How many are wanted at first; 100 unless given. */
  limit?: number | undefined;
}

/** The left-out locations of a campaign that one rule has left out. */
export type LeftOutGroup = Schemas['LeftOutGroupDto'];

/**
 * The left-out locations of a campaign by reason, each with what it would get by now. They are planned for each answer, so
 * they are read again when the campaign changes, and every minute otherwise. While others load, the loaded ones stay.
 */
export function useLeftOut({ id, version, progress }: Campaign) {
  return useSWR(
    ['left-out', id, version, progress.left_out],
    async () => {
      const path = { id };
      const { groups } = await answer(api.GET('/api/campaigns/{id}/left-out', { params: { path } }), {
        quiet: true,
      });
      return groups;
    },
    { keepPreviousData: true, refreshInterval: LEFT_OUT_EVERY_MS },
  );
}

export interface TargetList {
  items: Target[];
  /** How many there are in all; `items` may be the first pages of them. */
  matched: number;
  nextCursor: string | null;
}

/**
 * The locations of a campaign, faults first, then by name.
 * @param id undefined loads nothing
 * @param pages how many pages of 100 are loaded. All are read again together. While others load, the loaded ones stay.
 */
export function useTargets(id: string | undefined, query: TargetQuery = {}, pages = 1) {
  return useSWR<TargetList, unknown>(
    id === undefined ? null : targetsKey(id, query, pages),
    async () => {
      const part = (cursor?: string) =>
        answer(
          api.GET('/api/campaigns/{id}/targets', {
            params: { path: { id: id ?? '' }, query: { limit: PAGE_SIZE, ...query, cursor } },
          }),
          { quiet: true },
        );
      return readPages(part, pages);
    },
    { keepPreviousData: true },
  );
}

/**
 * Plans campaigns and steers them. Failures are thrown without a toast, and the caller shows them in place. Afterwards the
 * campaign shows the server's answer, and all data about campaigns and posts is read again, also after a refusal, which
 * may mean that something has changed elsewhere.
 * @throws ApiError
 */
export function useCampaignActions() {
  const { mutate } = useSWRConfig();
  const refreshPosts = useRefreshPosts();

  async function finished<Data extends Campaign | undefined>(
    request: Parameters<typeof answer<Data>>[0],
    options: Parameters<typeof answer>[1] = {},
  ): Promise<Data> {
    const begunUnder = requestSession();
    try {
      const answered = await answer(request, { ...options, quiet: true });
      if (answered) await mutate(campaignKey(answered.id), answered, { revalidate: false });
      return answered;
    } finally {
      if (begunUnder === requestSession()) refreshPosts();
    }
  }
  const of = (id: string) => ({ params: { path: { id } } });

  return {
    /** Plans a campaign. Repeating it with the same key plans no second one. */
    create: (body: Schemas['NewCampaignDto'], idempotencyKey: string): Promise<Campaign> => {
      const params = { header: { 'Idempotency-Key': idempotencyKey } };
      return finished(api.POST('/api/campaigns', { params, body }));
    },
    /** Changes a plan and makes it again. Of a confirmed campaign it changes the posts that are not out yet. */
    update: (id: string, body: Schemas['UpdateCampaignDto']): Promise<Campaign> =>
      finished(api.PATCH('/api/campaigns/{id}', { ...of(id), body })),
    /** Plans it again with the current data of the locations. */
    planAgain: (id: string): Promise<Campaign> => finished(api.POST('/api/campaigns/{id}/plan', of(id))),
    /**
     * Schedules the posts of that version of the plan. Errors: `plan_outdated` when there is a newer plan, or some of its
     * times have passed.
     */
    confirm: ({ id, version }: Campaign): Promise<Campaign> =>
      finished(api.POST('/api/campaigns/{id}/confirm', { ...of(id), body: { version } })),
    pause: (id: string): Promise<Campaign> => finished(api.POST('/api/campaigns/{id}/pause', of(id))),
    resume: (id: string): Promise<Campaign> => finished(api.POST('/api/campaigns/{id}/resume', of(id))),
    undo: (id: string): Promise<Campaign> => finished(api.POST('/api/campaigns/{id}/undo', of(id))),
    /** Schedules failed posts again, due at once: all of them, or those of the named locations (100 at most). */
    retry: (id: string, locationIds?: string[]): Promise<Campaign> => {
      const body = locationIds ? { locationIds } : {};
      return finished(api.POST('/api/campaigns/{id}/targets/retry', { ...of(id), body }));
    },
    /** Takes left-out locations of a rule in: all that can have a post by now, or those that are named. */
    takeIn: (
      { id, version }: Campaign,
      rule: LeftOutGroup['rule'],
      locationIds?: string[],
    ): Promise<Campaign> =>
      finished(
        api.POST('/api/campaigns/{id}/targets/take-in', {
          ...of(id),
          body: { rule: rule as Schemas['TakeInDto']['rule'], version, ...(locationIds && { locationIds }) },
        }),
      ),
    /** A campaign with how its locations were chosen, so that another one can be written from it. */
    readAgain: async (id: string): Promise<CampaignAgain> => {
      const [campaign, { choice }] = await Promise.all([
        answer(api.GET('/api/campaigns/{id}', of(id)), { quiet: true }),
        answer(api.POST('/api/campaigns/{id}/choice', of(id)), { quiet: true }),
      ]);
      return { campaign, choice };
    },
    /** Gives locations of a plan a text for them only, or leaves them out (100 at most). */
    changeTargets: ({ id, version }: Campaign, items: Schemas['TargetChangeDto'][]): Promise<Campaign> =>
      finished(api.PATCH('/api/campaigns/{id}/targets', { ...of(id), body: { items, version } })),
    /** Deletes a plan that was not confirmed. */
    remove: async (id: string): Promise<void> => {
      await finished<undefined>(api.DELETE('/api/campaigns/{id}', of(id)), { doneIs: 404 });
    },
  };
}

/**
 * Plans a campaign, or plans again the one that was made before and is not confirmed yet. Failures are thrown without a toast.
 * @throws ApiError
 */
export function usePlanCampaign() {
  const { create, update } = useCampaignActions();
  return async (
    planId: string,
    body: Schemas['NewCampaignDto'],
    idempotencyKey: string,
  ): Promise<Campaign> => {
    const before = planId === '' ? undefined : await readIfThere(planId);
    if (before?.state !== 'draft' || before.isOfOtherAccount) return create(body, idempotencyKey);
    return update(planId, { ...body, version: before.version });
  };
}

/** Undefined: there is none. */
async function readIfThere(id: string): Promise<Campaign | undefined> {
  try {
    return await answer(api.GET('/api/campaigns/{id}', { params: { path: { id } } }), { quiet: true });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}
