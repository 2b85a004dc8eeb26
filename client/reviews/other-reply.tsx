import { Banner } from '../ui/banner';
import { Button } from '../ui/button';
import styles from './reply-editor.module.css';
import type { ReplyAtGoogle } from './review-types';

interface OtherReplyProps {
  /** What Google has now; null: the reply was removed. */
  theirs: ReplyAtGoogle | null;
  isBusy: boolean;
  onSendMine: () => void;
  onKeepTheirs: () => void;
}

/** Says that the reply was changed elsewhere while this one was written. Both texts are on screen. */
export function OtherReply({ theirs, isBusy, onSendMine, onKeepTheirs }: OtherReplyProps) {
  return (
    <div className={styles.other} role="group" aria-label="Answered elsewhere">
      <Banner tone="warning">
        {theirs
          ? 'Somebody else has answered in the meantime, so nothing was overwritten. On Google now:'
          : 'Somebody else has removed the reply in the meantime, so nothing was sent.'}
      </Banner>
      {theirs && <blockquote className={styles.text}>{theirs.text}</blockquote>}
      <div className={styles.actions}>
        <Button size="small" disabled={isBusy} onClick={onSendMine}>
          {theirs ? 'Replace it with mine' : 'Send mine'}
        </Button>
        <Button size="small" disabled={isBusy} onClick={onKeepTheirs}>
          {theirs ? 'Keep theirs, discard mine' : 'Discard mine'}
        </Button>
      </div>
    </div>
  );
}
