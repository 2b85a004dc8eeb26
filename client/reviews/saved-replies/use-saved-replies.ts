import useSWR, { useSWRConfig } from 'swr';
import { answer, api } from '../../api/client';
import type { SavedReply } from '../data/review-types';

const SAVED_REPLIES = ['saved-replies'] as const;

/** The workspace's saved replies. A failure is shown in place, not as a toast. */
export function useSavedReplies() {
  return useSWR<SavedReply[], unknown>(SAVED_REPLIES, async () => {
    return (await answer(api.GET('/api/saved-replies'), { quiet: true })).items;
  });
}

/** Changes saved replies. Failures are thrown without a toast. @throws ApiError */
export function useSavedReplyActions() {
  const { mutate } = useSWRConfig();
  const finished = async (request: Promise<unknown>): Promise<void> => {
    await request;
    await mutate(SAVED_REPLIES);
  };
  return {
    save: (id: string | undefined, body: { title: string; text: string }) =>
      finished(
        id === undefined
          ? answer(api.POST('/api/saved-replies', { body }), { quiet: true })
          : answer(api.PATCH('/api/saved-replies/{id}', { params: { path: { id } }, body }), { quiet: true }),
      ),
    remove: (id: string) =>
      finished(
        answer(api.DELETE('/api/saved-replies/{id}', { params: { path: { id } } }), {
          quiet: true,
          doneIs: 404,
        }),
      ),
  };
}
