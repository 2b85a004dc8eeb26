import { CalendarDays, MessageSquareText, MousePointerClick, Tag, type LucideIcon } from 'lucide-react';
import type { Schemas } from '../api/client';

/** A post as lists show it. */
export type Post = Schemas['ListedPostDto'];
/** A post with all its content, for its form. */
export type WholePost = Schemas['PostDto'];
export type PostType = Post['postType'];
export type ActionType = Schemas['CallToActionDto']['actionType'];
type PostDetails = Schemas['PostDetailsDto'];

/** The post types in the order of the composer. */
export const POST_TYPES: Readonly<
  Record<PostType, Readonly<{ label: string; description: string; icon: LucideIcon }>>
> = Object.freeze({
  STANDARD: { label: 'Standard update', description: 'News from your place', icon: MessageSquareText },
  CALL_TO_ACTION: { label: 'Call to action', description: 'With a button', icon: MousePointerClick },
  EVENT: { label: 'Event', description: 'With a title and dates', icon: CalendarDays },
  OFFER: { label: 'Offer', description: 'With dates and a coupon', icon: Tag },
});

/** The labels of the buttons of call-to-action posts. */
export const ACTIONS: Readonly<Record<ActionType, string>> = Object.freeze({
  BOOK: 'Book',
  ORDER: 'Order',
  SHOP: 'Shop',
  LEARN_MORE: 'Learn more',
  SIGN_UP: 'Sign up',
  CALL: 'Call',
});

/** Characters of a post's text in a list (specification, section 9). */
const SUMMARY_LENGTH = 100;

const DETAILS: Record<NonNullable<Post['detail']>, string> = {
  in_review: 'In review at Google',
  waiting_for_quota: 'Waiting: Google takes no posts at the moment',
  connection_lost: 'Held: the connection to Google is lost. Reconnect to publish.',
  connection_held: 'Held: choose first whether to keep the connection to Google.',
  unconfirmed: 'Google has not confirmed this post. It may be live already.',
};

/** The actions on a post that can only be looked at. */
export const ONLY_DELETE = Object.freeze({ edit: false, move: false, retry: false, delete: true });

/** The start of a text, with dots where it is cut. Counts code points, so that no emoji is cut in half. */
export function shortened(text: string, length = SUMMARY_LENGTH): string {
  const characters = [...text];
  return characters.length > length ? `${characters.slice(0, length).join('')}...` : text;
}

const OF_OTHER_ACCOUNT =
  'Held: this post belongs to a Google account that is not connected. It goes out once that account is connected again.';

/** The reason for a post's state; undefined if the status needs none. */
export function reasonOf({ status, detail, errorDetails, isOfOtherAccount }: Post): string | undefined {
  if (isOfOtherAccount) return OF_OTHER_ACCOUNT;
  if (status === 'FAILED') return errorDetails ?? (detail ? DETAILS[detail] : 'The reason is not known.');
  return detail ? DETAILS[detail] : undefined;
}

/** Whether a post waits for a connection to Google, before or after its publish time. */
export function isHeld(post: Post): boolean {
  const isOnHold = post.status === 'SCHEDULED' && post.detail === 'connection_held';
  return post.isOfOtherAccount || waitsForReconnecting(post) || isOnHold;
}

/** Whether Google has neither confirmed nor listed a post, so that the user has to decide about it. */
export function isUnconfirmed({ status, detail }: Post): boolean {
  return status === 'FAILED' && detail === 'unconfirmed';
}

/** Whether a post waits for the user to reconnect the current account. */
export function waitsForReconnecting({ status, detail, isOfOtherAccount }: Post): boolean {
  return status === 'SCHEDULED' && detail === 'connection_lost' && !isOfOtherAccount;
}

/** Whether a scheduled post is past its time and not held, so that it is about to be published. */
export function isDueNow(post: Post, now: Date): boolean {
  return post.status === 'SCHEDULED' && !isHeld(post) && Date.parse(post.publishAt) <= now.getTime();
}

/**
 * The actions on a post besides viewing it (specification, section 4). A post that can be edited, or that is queued and
 * not sent yet, can also be moved. A post of a Google account that is not connected can only be deleted.
 */
export function actionsFor({ status, detail, isOfOtherAccount }: Post): {
  edit: boolean;
  move: boolean;
  retry: boolean;
  delete: boolean;
} {
  if (isOfOtherAccount) return ONLY_DELETE;
  const failed = status === 'FAILED';
  const waits = status === 'SCHEDULED' || (status === 'QUEUED' && detail === 'waiting_for_quota');
  const open = failed || waits;
  return { edit: open, move: open, retry: failed, delete: open || status === 'PUBLISHED' };
}

/** Which action solves the problem of a failed post: a refused one has to be edited. One that may be live has not. */
export function helpfulAction(post: Post): 'edit' | 'retry' {
  return isUnconfirmed(post) ? 'retry' : 'edit';
}

type Outcome = NonNullable<Schemas['PublishAttemptDto']['outcome']>;

const OUTCOMES: Record<Outcome, string> = {
  published: 'published',
  in_review: 'taken by Google, which reviews it',
  rejected: 'rejected by Google after its review',
  refused: 'refused',
  not_sent: 'not sent',
  unconfirmed: 'not confirmed',
  not_found: 'not confirmed, and not found at Google',
};

const OTHER_ACCOUNT_ADVICE =
  'Until then it can only be looked at, or deleted here. One that is long overdue by then fails instead, and can be retried.';

/** Advice by what a queued post waits for. Without a detail it is being sent. */
const QUEUED: Record<NonNullable<PostDetails['detail']> | 'sending', string | undefined> = {
  sending: 'It is being sent to Google right now, and cannot be changed until the outcome is known.',
  waiting_for_quota: 'Nothing has been sent yet. It is tried again by itself, and can still be changed.',
  in_review: 'Google has taken it. It counts as published once Google shows it.',
  unconfirmed:
    'It is looked for at Google, and is not sent again meanwhile. Look at the location on Google if you cannot wait.',
  connection_lost: undefined,
  connection_held: undefined,
};

/** Advice by the outcome of a failed post's last attempt. Some reasons need no advice. */
const FAILED: Partial<Record<Outcome, string>> = {
  refused: 'Correct it with Edit, and it is scheduled again. Retry sends it as it is.',
  rejected: 'Correct it with Edit, and it is scheduled again. Retry sends it as it is.',
};

/** The outcome of an attempt, with its error. */
export function outcomeWords({ outcome, error }: Schemas['PublishAttemptDto']): string {
  const words = outcome ? OUTCOMES[outcome] : 'under way';
  return error ? `${words}. ${error}` : words;
}

/** Advice to the user in addition to the reason; undefined if there is none. */
export function adviceOn({ status, detail, attempts, isOfOtherAccount }: PostDetails): string | undefined {
  if (isOfOtherAccount) return OTHER_ACCOUNT_ADVICE;
  if (status === 'QUEUED') return QUEUED[detail ?? 'sending'];
  const outcome = attempts.at(-1)?.outcome;
  return status === 'FAILED' && outcome ? FAILED[outcome] : undefined;
}

/** Whether Google may show a post that it has not confirmed, so that the user should check the location. */
export function mayBeLive({ status, detail, attempts }: PostDetails): boolean {
  const outcome = attempts.at(-1)?.outcome;
  const wasLost = outcome === 'unconfirmed' || outcome === 'not_found';
  return detail === 'unconfirmed' || (status === 'FAILED' && wasLost);
}
