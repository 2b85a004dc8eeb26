import { useId, useState } from 'react';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import styles from './move-post-dialog.module.css';
import { comingPublishTimeOf, type PublishTime } from './post-draft';
import { shortened, type Post } from './post-words';
import { PublishTimeFields } from './publish-time-fields';
import { dateTimeWords } from './time-words';

interface MovePostDialogProps {
  post: Post;
  timeZone: string;
  /** Answers which rule the time breaks, if one; else the dialog goes. */
  onMove: (post: Post, publishTime: PublishTime) => string | undefined;
  onClose: () => void;
}

/** Asks to when a post is moved. */
export function MovePostDialog({ post, timeZone, onMove, onClose }: MovePostDialogProps) {
  const formId = useId();
  const [publishTime, setPublishTime] = useState<PublishTime>(() =>
    comingPublishTimeOf(new Date(post.publishAt), new Date(), timeZone),
  );
  const [fault, setFault] = useState<string>();
  const when = dateTimeWords(new Date(post.publishAt), timeZone);
  return (
    <Dialog
      open
      size="small"
      title="Move post"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary">
            Move
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          setFault(onMove(post, publishTime));
        }}
      >
        <p className={styles.post}>{shortened(post.summary)}</p>
        <p className={styles.now}>
          {post.status === 'FAILED'
            ? `Failed on ${when}. With a new time it is scheduled again.`
            : `Scheduled for ${when}.`}
        </p>
        <PublishTimeFields
          value={publishTime}
          timeZone={timeZone}
          error={fault}
          onChange={(changed) => {
            setPublishTime(changed);
            setFault(undefined);
          }}
        />
      </form>
    </Dialog>
  );
}
