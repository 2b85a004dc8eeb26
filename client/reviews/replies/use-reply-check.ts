import { useEffect } from 'react';
import useSWR from 'swr';
import { answer, api } from '../../api/client';
import { useDebouncedValue } from '../../lib/use-search';
import { announce } from '../../ui/basics/screen-reader';
import type { ReplyWarning } from '../data/review-types';

/** The pause in typing after which the text is checked. */
const SETTLE_MS = 500;
const NOTHING: readonly ReplyWarning[] = [];

/**
 * What Google may reject in a reply, as the server knows it at this moment.
 * @throws ApiError
 */
export async function findWarnings(reviewId: string, text: string): Promise<readonly ReplyWarning[]> {
  const request = api.POST('/api/reviews/check', { body: { reviewId, text } });
  return (await answer(request, { quiet: true })).warnings;
}

/**
 * What Google may reject in a reply. The server checks the text when typing pauses, and new warnings are announced. If
 * the check fails, there are none.
 */
export function useReplyWarnings(reviewId: string, text: string): readonly ReplyWarning[] {
  const settled = useDebouncedValue(text, SETTLE_MS);
  const { data = NOTHING, error } = useSWR<readonly ReplyWarning[], unknown>(
    settled.trim() ? ['reply-check', reviewId, settled] : null,
    () => findWarnings(reviewId, settled),
    // The result also depends on the other replies at the location.
    { keepPreviousData: true, dedupingInterval: 0, revalidateOnFocus: false },
  );
  const found = error === undefined && settled.trim() ? data : NOTHING;
  const words = found.map(({ reason, cure }) => `${reason} ${cure}`).join(' ');
  useEffect(() => {
    if (words) announce(words);
  }, [words]);
  return found;
}
