import { useEffect } from 'react';
import useSWR from 'swr';
import { answer, api, type Schemas } from '../../api/client';
import { useDebouncedValue } from '../../lib/use-search';
import { announce } from '../../ui/basics/screen-reader';
import type { Post } from '../../posting/post-words';
import { fieldOf, toDraftPost } from './post-body';
import type { DraftField, PostDraft } from './post-draft';

type DraftPost = Schemas['DraftPostDto'];
export type Finding = Schemas['FindingDto'];

/** The findings about a draft, by field. */
export type Findings = Partial<Record<DraftField, Finding[]>>;

/** The pause in typing after which the draft is checked. */
const SETTLE_MS = 500;

/**
 * Problems that a draft would have at Google. The server checks it when typing pauses, and new findings are announced.
 * The form's own rules are checked when it is sent. If the check fails there are no findings.
 * @param post the post being edited
 */
export function useFindings(
  draft: PostDraft,
  timeZone: string,
  post: Post | undefined,
): { findings: Findings; isChecked: boolean } {
  const body = useDebouncedValue(JSON.stringify(toDraftPost(draft, timeZone, post)), SETTLE_MS);
  const { data, error } = useSWR<Finding[], unknown>(
    body && ['preflight', body],
    () => check(JSON.parse(body) as DraftPost),
    // The result also depends on locations, other posts and the connection, so each opening of the composer checks again.
    { keepPreviousData: true, dedupingInterval: 0, revalidateOnFocus: false },
  );
  const isChecked = data !== undefined && body !== undefined && error === undefined;
  const found = isChecked ? data : [];
  const words = found.map(({ reason }) => reason).join(' ');
  useEffect(() => {
    if (words) announce(words);
  }, [words]);
  return { findings: Object.groupBy(found, ({ field }) => fieldOf(field) ?? 'summary'), isChecked };
}

async function check(body: DraftPost): Promise<Finding[]> {
  const { findings } = await answer(api.POST('/api/posts/preflight', { body }), { quiet: true });
  return findings.filter(({ id, field }) => {
    // For an unfinished offer the server fills in title and dates. Findings about those would confuse the user.
    const isAboutFilledIn = field.startsWith('postBody.event') && !body.postBody.event;
    return id !== 'invalid' && !isAboutFilledIn;
  });
}

/** The checks: the fields that each looks at once they are filled in, and its rules, which all have to hold. */
const CHECKS: { words: string; rules: Finding['id'][]; isFilledIn: (draft: PostDraft) => boolean }[] = [
  {
    words: 'No phone number in the text',
    rules: ['phone-in-text', 'phone-in-title'],
    isFilledIn: () => true,
  },
  {
    words: 'This text is new for this location',
    rules: ['same-text'],
    isFilledIn: ({ locationId, publishDate, publishTime }) =>
      Boolean(locationId && publishDate && publishTime),
  },
  {
    words: 'Google accepts posts for this location',
    rules: ['location-gone', 'location-suspended', 'location-unverified', 'location-closed'],
    isFilledIn: ({ locationId }) => locationId !== '',
  },
];

/** The checks of a draft that the server has made and that found nothing. */
export function passedChecks(draft: PostDraft, findings: Findings): string[] {
  const found = Object.values(findings).flatMap((list) => list.map(({ id }) => id));
  return CHECKS.filter(
    ({ rules, isFilledIn }) => isFilledIn(draft) && !rules.some((rule) => found.includes(rule)),
  ).map(({ words }) => words);
}
