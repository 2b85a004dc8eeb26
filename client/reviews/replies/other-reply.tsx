import { cx } from '../../ui/basics/cx';
import common from '../../ui/layout/common.module.css';
import { Banner } from '../../ui/messages/banner';
import { Button } from '../../ui/basics/button';
import styles from './reply-editor.module.css';
import type { Review } from '../data/review-types';
import { Stars } from '../data/stars';

/** What has changed since the review was opened. */
export interface Unseen {
  /** The review and its reply as they are now. */
  now: Review;
  /** Whether the review says something else, and whether the reply is another one. */
  isReviewChanged: boolean;
  isReplyChanged: boolean;
}

interface OtherReplyProps {
  unseen: Unseen;
  isBusy: boolean;
  onSendMine: () => void;
  onKeepTheirs: () => void;
}

/** Says that the review or its reply was changed while this reply was written. Both replies are on screen, and the review. */
export function OtherReply({ unseen, isBusy, onSendMine, onKeepTheirs }: OtherReplyProps) {
  const { now, isReviewChanged, isReplyChanged } = unseen;
  const { words, text, keep } = isReplyChanged ? otherWords(now) : NO_OTHER;
  const sendWords = isReviewChanged ? 'Send mine anyway' : 'Send mine';
  return (
    <div
      className={common.stack3}
      role="group"
      aria-label={isReviewChanged ? 'Review changed' : 'Answered elsewhere'}
    >
      {isReviewChanged && (
        <>
          <Banner tone="warning">
            The review was changed after you opened it, so nothing was sent. This is what it says now:
          </Banner>
          <div className={cx(common.written, styles.now)}>
            <Stars stars={now.stars} />
            <blockquote>{now.text ?? 'Rating without text'}</blockquote>
          </div>
        </>
      )}
      {words && <Banner tone="warning">{words}</Banner>}
      {text !== null && <blockquote className={cx(common.written, styles.text)}>{text}</blockquote>}
      <div className={common.wrap}>
        <Button size="small" disabled={isBusy} onClick={onSendMine}>
          {text === null ? sendWords : 'Replace it with mine'}
        </Button>
        <Button size="small" disabled={isBusy} onClick={onKeepTheirs}>
          {keep}
        </Button>
      </div>
    </div>
  );
}

const DISCARD = 'Discard mine';
const NO_OTHER = { words: undefined, text: null, keep: DISCARD };

/** The reply that there is now, in words: one that was written here, or the one on Google. */
function otherWords({ ownReply, replyAtGoogle }: Review) {
  if (ownReply?.kind === 'DELETE')
    return {
      words: 'The reply was removed in Shingle after you opened this review, so nothing was sent.',
      text: null,
      keep: DISCARD,
    };
  if (ownReply)
    return {
      words: 'Another reply was written in Shingle after you opened this review, so nothing was overwritten:',
      text: ownReply.text,
      keep: 'Keep that reply, discard mine',
    };
  if (replyAtGoogle)
    return {
      words: 'This review was answered after you opened it, so nothing was overwritten. The reply on Google:',
      text: replyAtGoogle.text,
      keep: 'Keep theirs, discard mine',
    };
  return {
    words: 'The reply was removed after you opened this review, so nothing was sent.',
    text: null,
    keep: DISCARD,
  };
}
