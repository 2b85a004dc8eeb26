import { CalendarDays, MessageSquareText, MousePointerClick, Tag, type LucideIcon } from 'lucide-react';
import type { Schemas } from '../api/client';

/** A post as lists tell of it. */
export type Post = Schemas['ListedPostDto'];
/** The same, with what it was made of: what its form needs. */
export type WholePost = Schemas['PostDto'];
export type PostType = Post['postType'];
export type ActionType = Schemas['CallToActionDto']['actionType'];

/** The post types in the order of the composer. */
export const POST_TYPES: Readonly<
  Record<PostType, Readonly<{ label: string; description: string; icon: LucideIcon }>>
> = Object.freeze({
  STANDARD: { label: 'Standard update', description: 'News from your place', icon: MessageSquareText },
  CALL_TO_ACTION: { label: 'Call to action', description: 'With a button', icon: MousePointerClick },
  EVENT: { label: 'Event', description: 'With a title and dates', icon: CalendarDays },
  OFFER: { label: 'Offer', description: 'With dates and a coupon', icon: Tag },
});

/** What the button of a call-to-action post says. */
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

/** What can be done to a post where it is only looked at. */
export const ONLY_DELETE = Object.freeze({ edit: false, move: false, retry: false, delete: true });

/** The start of a text, marked where it is cut; by code points, so that no emoji is cut in half. */
export function shortened(text: string, length = SUMMARY_LENGTH): string {
  const characters = [...text];
  return characters.length > length ? `${characters.slice(0, length).join('')}...` : text;
}

const OF_OTHER_ACCOUNT =
  'Held: this post belongs to a Google account that is not connected. It goes out once that account is connected again.';

/** Why a post is where it is, in plain words; undefined where its status says it all. */
export function reasonOf({ status, detail, errorDetails, isOfOtherAccount }: Post): string | undefined {
  if (isOfOtherAccount) return OF_OTHER_ACCOUNT;
  if (status === 'FAILED') return errorDetails ?? (detail ? DETAILS[detail] : 'The reason is not known.');
  return detail ? DETAILS[detail] : undefined;
}

/** Whether a post waits for the connection to Google, past its time or not. */
export function isHeld(post: Post): boolean {
  const isOnHold = post.status === 'SCHEDULED' && post.detail === 'connection_held';
  return post.isOfOtherAccount || waitsForReconnecting(post) || isOnHold;
}

/** Whether Google has neither confirmed nor listed a post, so that its owner decides what becomes of it. */
export function isUnconfirmed({ status, detail }: Post): boolean {
  return status === 'FAILED' && detail === 'unconfirmed';
}

/** Whether a post waits until the present connection is made again. */
export function waitsForReconnecting({ status, detail, isOfOtherAccount }: Post): boolean {
  return status === 'SCHEDULED' && detail === 'connection_lost' && !isOfOtherAccount;
}

/** A post that is waiting for its time may be past it: unless it is held, it goes out as soon as its turn comes. */
export function isDueNow(post: Post, now: Date): boolean {
  return post.status === 'SCHEDULED' && !isHeld(post) && Date.parse(post.publishAt) <= now.getTime();
}

/**
 * What a post's status lets its owner do besides looking at it (specification, section 4). What can be edited can be
 * moved to another time; that goes for a queued post too, as long as it only waits to be sent. A post of a Google
 * account that is not connected can only be deleted.
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
