import { useId, useRef, useState } from 'react';
import { announce } from '../ui/announcer';
import { Banner } from '../ui/banner';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { NOTHING_TO_SAVE, useFormFaults } from '../ui/use-form-faults';
import styles from './move-post-dialog.module.css';
import { comingPublishTimeOf, isSameTime, publishTimeOf, type PublishTime } from './post-draft';
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
  const [hasNothingToSave, setHasNothingToSave] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { errors, show, end } = useFormFaults<'publishDate'>(form);

  function submit() {
    const present = publishTimeOf(new Date(post.publishAt), timeZone);
    if (post.status === 'SCHEDULED' && isSameTime(publishTime, present)) {
      announce(NOTHING_TO_SAVE);
      return setHasNothingToSave(true);
    }
    const fault = onMove(post, publishTime);
    if (fault) show({ publishDate: fault });
  }

  const when = dateTimeWords(new Date(post.publishAt), timeZone);
  return (
    <Dialog
      open
      size="small"
      title="Move post"
      onClose={onClose}
      message={hasNothingToSave && <Banner tone="info">{NOTHING_TO_SAVE}</Banner>}
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
        ref={form}
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
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
          error={errors.publishDate}
          onChange={(changed) => {
            setPublishTime(changed);
            setHasNothingToSave(false);
            end();
          }}
        />
      </form>
    </Dialog>
  );
}
