import { CalendarDays, Link, Pencil, Tag, type LucideIcon } from 'lucide-react';
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
  STANDARD: { label: 'Update', description: 'News from your location', icon: Pencil },
  CALL_TO_ACTION: { label: 'Call to action', description: 'With a button', icon: Link },
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

/** The reason for a post's state if there is no other. */
export const DETAILS: Readonly<Record<NonNullable<Post['detail']>, string>> = Object.freeze({
  in_review: 'In review at Google',
  waiting_for_quota: 'Google isn’t accepting posts right now. We’ll keep trying.',
  waiting_for_sign_in: 'Google isn’t accepting Shingle’s sign-in right now. We’ll keep trying.',
  waiting_for_google: 'Google isn’t responding right now. We’ll keep trying.',
  waiting_for_approval: 'Waiting until Google lets this server publish posts.',
  connection_lost: 'Held until you reconnect to Google.',
  connection_held: 'Held until you choose whether to keep the connection to Google.',
  campaign_paused: 'Paused with its campaign.',
  unconfirmed: 'Google hasn’t confirmed this post. It may already be live.',
});

/** Says what happens when one post of a campaign is changed on its own. */
export const APART_FROM_CAMPAIGN =
  'This post is part of a campaign. If you edit it separately, later changes to the campaign won’t apply to it.';

/** The actions on a post that can only be looked at. */
export const ONLY_DELETE = Object.freeze({ edit: false, move: false, retry: false, delete: true });

/** The start of a text, with dots where it is cut. Counts code points, so that no emoji is cut in half. */
export function shortened(text: string, length = SUMMARY_LENGTH): string {
  const characters = [...text];
  return characters.length > length ? `${characters.slice(0, length).join('')}...` : text;
}

/** The reason for a post that the undo of a campaign has left, if there is no other. */
export const LEFT_AT_GOOGLE = 'Its campaign was undone, and it may still be on Google.';

const OF_OTHER_ACCOUNT =
  'Held because it belongs to a Google account that isn’t connected. It’ll be published once you connect that account again.';

/** The status that a list shows for a post: its own, or one in place of it. */
export type ShownStatus = Post['status'] | 'UNCONFIRMED' | 'LEFTOVER';

/** The status that is shown for a post or a moment of a campaign. All badges and words for it come from here. */
export function shownStatus({
  status,
  detail,
  undo,
}: { status: ShownStatus } & Partial<Pick<Post, 'detail' | 'undo'>>): ShownStatus {
  if (undo === 'leftover') return 'LEFTOVER';
  return status === 'FAILED' && detail === 'unconfirmed' ? 'UNCONFIRMED' : status;
}

/** The reason for a post's state; undefined if the status needs none. */
export function reasonOf({ status, detail, errorDetails, isOfOtherAccount, undo }: Post): string | undefined {
  if (undo === 'leftover') return errorDetails ?? LEFT_AT_GOOGLE;
  if (isOfOtherAccount) return OF_OTHER_ACCOUNT;
  if (status === 'FAILED') return errorDetails ?? (detail ? DETAILS[detail] : 'The reason isn’t known.');
  return detail ? DETAILS[detail] : undefined;
}

/** Whether a post was certainly not sent yet. */
export function waitsToBeSent({ status, detail }: Pick<Post, 'status' | 'detail'>): boolean {
  return status === 'SCHEDULED' || (status === 'QUEUED' && !!detail?.startsWith('waiting_'));
}

/** Whether a post waits for a connection to Google, before or after its publish time. */
export function isHeld(post: Post): boolean {
  const isOnHold = post.status === 'SCHEDULED' && post.detail === 'connection_held';
  return post.isOfOtherAccount || waitsForReconnecting(post) || isOnHold;
}

/** Whether Google has neither confirmed nor listed a post, so that the user has to decide about it. */
export function isUnconfirmed(post: Post): boolean {
  return shownStatus(post) === 'UNCONFIRMED' && post.undo === null;
}

/** Whether a post waits for the user to reconnect the current account. */
export function waitsForReconnecting({ status, detail, isOfOtherAccount }: Post): boolean {
  return status === 'SCHEDULED' && detail === 'connection_lost' && !isOfOtherAccount;
}

/** Whether a scheduled post is past its time and neither held nor paused, so that it is about to be published. */
export function isDueNow(post: Post, now: Date): boolean {
  const waits = isHeld(post) || post.detail === 'campaign_paused';
  return post.status === 'SCHEDULED' && !waits && Date.parse(post.publishAt) <= now.getTime();
}

/**
 * The actions on a post besides viewing it (specification, section 4). A post that can be edited, or that is queued and
 * not sent yet, can also be moved. A post of a Google account that is not connected, or of a campaign that was undone, can
 * only be deleted.
 */
export function actionsFor({ status, detail, isOfOtherAccount, undo }: Post): {
  edit: boolean;
  move: boolean;
  retry: boolean;
  delete: boolean;
} {
  if (isOfOtherAccount) return ONLY_DELETE;
  const failed = status === 'FAILED';
  const waits = waitsToBeSent({ status, detail });
  const open = failed || waits;
  const mayGoOut = undo === null;
  return {
    edit: open && mayGoOut,
    move: open && mayGoOut,
    retry: failed && mayGoOut,
    delete: open || status === 'PUBLISHED',
  };
}

/**
 * The action that helps most with a post. What Google refused has to be edited. What was not sent or may be live is retried,
 * as far as the last attempt is known.
 */
export function helpfulAction(post: Post | PostDetails): 'edit' | 'retry' {
  const outcome = 'attempts' in post ? post.attempts.at(-1)?.outcome : undefined;
  const canSucceed = outcome && outcome !== 'refused' && outcome !== 'rejected';
  return post.status === 'FAILED' && (canSucceed || isUnconfirmed(post)) ? 'retry' : 'edit';
}

type Outcome = NonNullable<Schemas['PublishAttemptDto']['outcome']>;

const OTHER_ACCOUNT_ADVICE =
  'Until then you can only view or delete it. If it’s long overdue by then, it’ll fail, and you can retry it.';

const UNSENT = 'Nothing has been sent yet, so you can still change it.';

/** Advice by what a queued post waits for. Without a detail it is being sent. */
const QUEUED: Record<NonNullable<PostDetails['detail']> | 'sending', string | undefined> = {
  sending: 'It’s being sent to Google right now and can’t be changed until Google responds.',
  waiting_for_quota: UNSENT,
  waiting_for_sign_in: UNSENT,
  waiting_for_google: UNSENT,
  waiting_for_approval:
    'Nothing has been sent yet, so you can still change it. If it’s long overdue by then, it’ll fail, and you can retry it. See Connection for what to do.',
  in_review: 'Google has received it. It’ll count as published once Google shows it.',
  unconfirmed:
    'We’re checking whether it’s on Google, and won’t send it twice. If you can’t wait, check the location on Google.',
  connection_lost: undefined,
  connection_held: undefined,
  campaign_paused: undefined,
};

const EDIT_IT =
  'Edit the post to fix this, and it’ll be scheduled again. Retrying it unchanged will probably fail again.';
const RETRY_IT = 'Retrying checks Google first, so the post won’t be published twice.';

/** Advice by the outcome of a failed post's last attempt. Some reasons need no advice. */
const FAILED: Partial<Record<Outcome, string>> = {
  refused: EDIT_IT,
  rejected: EDIT_IT,
  unconfirmed: RETRY_IT,
  not_found: RETRY_IT,
};

/** Advice to the user in addition to the reason; undefined if there is none. */
export function adviceOn({
  status,
  detail,
  attempts,
  isOfOtherAccount,
  undo,
}: PostDetails): string | undefined {
  if (undo !== null) return undefined;
  if (isOfOtherAccount) return OTHER_ACCOUNT_ADVICE;
  if (status === 'QUEUED') return QUEUED[detail ?? 'sending'];
  const outcome = attempts.at(-1)?.outcome;
  return status === 'FAILED' && outcome ? FAILED[outcome] : undefined;
}

/** Whether Google may show a post that it has not confirmed, so that the user should check the location. */
export function mayBeLive({ status, detail, attempts, undo }: PostDetails): boolean {
  if (undo === 'leftover') return true;
  const outcome = attempts.at(-1)?.outcome;
  const wasLost = outcome === 'unconfirmed' || outcome === 'not_found';
  return detail === 'unconfirmed' || (status === 'FAILED' && wasLost);
}
