import { useId } from 'react';
import { Button } from '../../ui/basics/button';
import { cx } from '../../ui/basics/cx';
import { Badge } from '../../ui/basics/labels';
import prose from '../../ui/basics/prose.module.css';
import common from '../../ui/layout/common.module.css';
import styles from './reply-cards.module.css';
import type { OwnReply, ReplyAtGoogle } from '../data/review-types';
import { GOOGLE_STATES, momentWords, ownLook, rejectionWords, type StateLook } from '../data/review-words';

interface ReplyCardProps {
  title: string;
  reply: ReplyAtGoogle;
  /** Whether the text is left out, since the editor shows it. */
  isFolded?: boolean;
  timeZone: string;
}

/** A reply as Google has it: its text, its state, and for a rejected one the reason and the cure. */
export function ReplyCard({ title, reply, isFolded, timeZone }: ReplyCardProps) {
  const { text, updatedAt, state, reason } = reply;
  const look = GOOGLE_STATES[state];
  return (
    <div className={cx(common.stack2, styles.card, state === 'REJECTED' && styles.bad)}>
      <Head title={title} look={look} at={updatedAt} timeZone={timeZone} />
      {state === 'REJECTED' && (
        <p className={styles.reason}>
          {rejectionWords(reply)} {reason?.cure}
        </p>
      )}
      {!isFolded && <blockquote className={cx(common.written, styles.text)}>{text}</blockquote>}
      {look.meaning && <p className={common.small}>{look.meaning}</p>}
    </div>
  );
}

interface OwnReplyCardProps {
  own: OwnReply;
  timeZone: string;
  busy: string | undefined;
  canSend: boolean;
  onRetry: () => void;
  onDiscard: () => void;
}

/** A reply or removal that Google does not have yet: its text, its state and reason, and the ways on. */
export function OwnReplyCard({ own, timeZone, busy, canSend, onRetry, onDiscard }: OwnReplyCardProps) {
  const { kind, text, state, error, theirs, createdAt, nextTryAt, actorName } = own;
  const { isReviewChanged, isEarlierBeingSent } = own;
  const look = ownLook(own);
  const isOpen = state === 'FAILED' || state === 'CONFLICT';
  const isRemoval = kind === 'DELETE';
  // Where the review was changed there may be no other reply.
  const isAboutReply = state === 'CONFLICT' && (theirs !== null || !isReviewChanged);
  const mineId = useId();
  return (
    <div
      className={cx(
        common.stack2,
        styles.card,
        state === 'FAILED' && styles.bad,
        state === 'CONFLICT' && styles.warn,
      )}
    >
      <Head
        title={isRemoval ? 'Removal of your reply' : 'Your reply'}
        look={look}
        at={createdAt}
        by={actorName}
        timeZone={timeZone}
      />
      {error && <p className={styles.reason}>{error}</p>}
      {isAboutReply && (
        <>
          <h4 className={styles.label}>On Google now</h4>
          <blockquote className={cx(common.written, styles.text)}>
            {theirs ? theirs.text : 'No reply'}
          </blockquote>
          <h4 className={styles.label}>Yours</h4>
        </>
      )}
      {text !== null && (
        <blockquote id={mineId} className={cx(common.written, styles.text)}>
          {text}
        </blockquote>
      )}
      {state === 'CONFLICT' && isRemoval && <p className={common.small}>You wanted to remove the reply.</p>}
      {look.meaning && <p className={common.small}>{look.meaning}</p>}
      {isEarlierBeingSent && (
        <p className={common.small}>
          An earlier reply is being sent and can’t be stopped.{' '}
          {isRemoval
            ? 'It will be removed once Shingle knows whether Google has it.'
            : 'This one will be sent once Shingle knows whether Google has it.'}
        </p>
      )}
      {nextTryAt && <p className={common.small}>Next try {momentWords(nextTryAt, timeZone)}.</p>}
      {isOpen && (
        <div className={common.wrap}>
          <Button
            size="small"
            variant="primary"
            disabled={!canSend || busy !== undefined}
            busyText={busy === 'retry' && 'Sending...'}
            onClick={onRetry}
          >
            {state === 'CONFLICT' ? (isRemoval ? 'Remove it anyway' : 'Send mine') : 'Try again'}
          </Button>
          <Button
            size="small"
            disabled={busy !== undefined}
            busyText={busy === 'discard' && 'Discarding...'}
            onClick={onDiscard}
          >
            {isAboutReply ? 'Keep what’s on Google' : isRemoval ? 'Keep the reply' : 'Discard mine'}
          </Button>
        </div>
      )}
    </div>
  );
}

interface HeadProps {
  title: string;
  look: StateLook;
  at: string | null;
  by?: string | undefined;
  timeZone: string;
}

function Head({ title, look, at, by, timeZone }: HeadProps) {
  return (
    <div className={cx(common.line, styles.head)}>
      <h3 className={prose.minorTitle}>{title}</h3>
      <Badge icon={look.icon} tone={look.tone}>
        {look.label}
      </Badge>
      {at && (
        <p className={cx(common.small, styles.at)}>
          {by && `${by}, `}
          <time dateTime={at}>{momentWords(at, timeZone)}</time>
        </p>
      )}
    </div>
  );
}
