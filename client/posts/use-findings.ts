import { useEffect } from 'react';
import useSWR from 'swr';
import { answer, api, type Schemas } from '../api/client';
import { useSettled } from '../listings/use-settled';
import { announce } from '../ui/announcer';
import { toDraftPost } from './draft-check';
import type { DraftField, PostDraft } from './post-draft';
import type { Post } from './post-words';
import { fieldOf } from './server-faults';

type DraftPost = Schemas['DraftPostDto'];
export type Finding = Schemas['FindingDto'];

/** What was found about a draft, by the field that it is about. */
export type Findings = Partial<Record<DraftField, Finding[]>>;

/** ms without typing. */
const SETTLE = 500;

/**
 * What is known to become of a draft at Google, asked for whenever typing pauses; new findings are spoken as well. What
 * the post itself must be like is not among them: of that the form tells when it is sent. Where the server cannot be
 * asked, or refuses the draft as it stands, nothing was found.
 * @param post the one that is being edited
 */
export function useFindings(draft: PostDraft, timeZone: string, post: Post | undefined): Findings {
  const body = useSettled(JSON.stringify(toDraftPost(draft, timeZone, post)), SETTLE);
  const { data, error } = useSWR<Finding[], unknown>(
    body && ['preflight', body],
    () => check(JSON.parse(body) as DraftPost),
    // What it depends on changes beside the draft: places, other posts, the connection. Each opening asks anew.
    { keepPreviousData: true, dedupingInterval: 0, revalidateOnFocus: false },
  );
  const found = data && body && error === undefined ? data : [];
  const words = found.map(({ reason }) => reason).join(' ');
  useEffect(() => {
    if (words) announce(words);
  }, [words]);
  return Object.groupBy(found, ({ field }) => fieldOf(field) ?? 'summary');
}

async function check(body: DraftPost): Promise<Finding[]> {
  const { findings } = await answer(api.POST('/api/posts/preflight', { body }), { quiet: true });
  return findings.filter(({ id, field }) => {
    // An offer that is not finished yet has title and dates of the server's, which nobody has written.
    const isOfNoEvent = field.startsWith('postBody.event') && !body.postBody.event;
    return id !== 'invalid' && !isOfNoEvent;
  });
}
