import { useEffect, useRef, useState } from 'react';
import { useConnection } from '../../business-profile/use-connection';
import { dateTimeWords } from '../../lib/time-words';
import common from '../../ui/layout/common.module.css';
import { AlertDialog } from '../../ui/layers/dialog';
import { FormDialog, useNothingToSave } from '../../ui/form/form-dialog';
import { Checkbox } from '../../ui/form/inputs';
import { useFormFaults } from '../../ui/form/use-form-faults';
import { PostComposer } from '../composer/post-composer';
import { comingPublishTimeOf, isSameTime, publishTimeOf, type PublishTime } from '../composer/post-draft';
import { PublishTimeFields } from '../composer/publish-time-fields';
import { APART_FROM_CAMPAIGN, shortened, type Post } from '../../posting/post-words';
import { PostDetailsDialog } from './post-details-dialog';
import styles from './post-dialogs.module.css';
import type { RowActions } from './use-row-actions';

interface PostDialogsProps {
  actions: RowActions;
  now: Date;
  timeZone: string;
}

/** The dialog opened by a post's button, if any. */
export function PostDialogs({ actions, now, timeZone }: PostDialogsProps) {
  const { opened, close, act, confirmDelete, movePost } = actions;
  return (
    <>
      {opened?.action === 'view' && (
        <PostDetailsDialog post={opened.post} now={now} timeZone={timeZone} onClose={close} onAction={act} />
      )}
      {opened?.action === 'move' && (
        <MovePostDialog post={opened.post} timeZone={timeZone} onMove={movePost} onClose={close} />
      )}
      <PostComposer
        open={opened?.action === 'edit' || opened?.action === 'again'}
        {...(opened?.action === 'again' ? { from: opened.post } : { post: opened?.post })}
        onClose={close}
      />
      {opened?.action === 'delete' && (
        <DeletePostDialog
          post={opened.post}
          timeZone={timeZone}
          isDeleting={opened.isBusy}
          onCancel={close}
          onConfirm={confirmDelete}
        />
      )}
    </>
  );
}

/** Characters of a post's text that tell it from others. */
const NAMED_LENGTH = 60;

/** A deletion that takes longer (ms) has to wait for its turn. */
const PATIENCE_MS = 1000;

interface DeletePostDialogProps {
  post: Post;
  timeZone: string;
  /** Whether the deletion is running. Closing the dialog does not stop it. */
  isDeleting?: boolean | undefined;
  onCancel: () => void;
  onConfirm: (where: { atGoogle: boolean }) => void;
}

/** Asks before a post is deleted, and for a published one whether to delete it at Google too. */
export function DeletePostDialog({
  post,
  timeZone,
  isDeleting = false,
  onCancel,
  onConfirm,
}: DeletePostDialogProps) {
  const { connection } = useConnection();
  const [atGoogle, setAtGoogle] = useState(false);
  const isPublished = post.status === 'PUBLISHED';
  // Sample posts are not at Google.
  const isAtGoogle = isPublished && connection?.source === 'google';
  return (
    <AlertDialog
      open
      title="Delete post"
      confirmLabel="Delete"
      busyText={isDeleting && (isAtGoogle ? 'Deleting from Google...' : 'Deleting...')}
      cancelLabel={isDeleting ? 'Close' : 'Cancel'}
      onCancel={onCancel}
      onConfirm={() => onConfirm({ atGoogle: isAtGoogle && atGoogle })}
    >
      <p>Are you sure you want to delete this {isPublished ? 'published' : 'scheduled'} post?</p>
      <p className={styles.named}>
        “{shortened(post.summary, NAMED_LENGTH)}”, {post.locationName},{' '}
        {dateTimeWords(new Date(post.publishAt), timeZone)}
      </p>
      {post.campaignId !== null && (
        <p className={styles.named}>
          It’s part of a campaign. The campaign keeps its other posts, and won’t create this one again.
        </p>
      )}
      {isAtGoogle && (
        <div className={styles.atGoogle}>
          <p>Customers will still see it on Google unless you delete it there too.</p>
          <Checkbox
            checked={atGoogle}
            disabled={isDeleting}
            onChange={(event) => setAtGoogle(event.target.checked)}
          >
            Also delete it on Google
          </Checkbox>
          <div role="status">{isDeleting && <WaitWords />}</div>
        </div>
      )}
    </AlertDialog>
  );
}

/** Shown while Google is asked; after a while with the reason: Google takes 10 changes a minute for each location. */
function WaitWords() {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <p>Deleting it from Google. You can close this: the deletion continues, and you’ll see the result.</p>
      {isLong && (
        <p>Google limits changes per minute for each location, so this can take up to 20 seconds.</p>
      )}
    </>
  );
}

interface MovePostDialogProps {
  post: Post;
  timeZone: string;
  /** Returns the message of the rule that the time breaks. Without one the dialog is closed. */
  onMove: (post: Post, publishTime: PublishTime) => string | undefined;
  onClose: () => void;
}

/** Asks for the new publish time of a post. */
function MovePostDialog({ post, timeZone, onMove, onClose }: MovePostDialogProps) {
  const [publishTime, setPublishTime] = useState<PublishTime>(() =>
    comingPublishTimeOf(new Date(post.publishAt), new Date(), timeZone),
  );
  const form = useRef<HTMLFormElement>(null);
  const { errors, show, end } = useFormFaults<'publishDate'>(form);
  const unchanged = useNothingToSave();

  function submit() {
    const present = publishTimeOf(new Date(post.publishAt), timeZone);
    if (post.status === 'SCHEDULED' && isSameTime(publishTime, present)) return unchanged.say();
    const fault = onMove(post, publishTime);
    if (fault) show({ publishDate: fault });
  }

  const when = dateTimeWords(new Date(post.publishAt), timeZone);
  return (
    <FormDialog
      title="Move post"
      form={{ ref: form, onSubmit: submit }}
      hasNothingToSave={unchanged.isShown}
      label="Move"
      onClose={onClose}
    >
      <p className={styles.post}>{shortened(post.summary)}</p>
      <p className={common.muted}>
        {post.status === 'FAILED'
          ? `Failed on ${when}. Choose a new time to schedule it again.`
          : `Scheduled for ${when}.`}
      </p>
      {post.campaignId !== null && <p className={common.muted}>{APART_FROM_CAMPAIGN}</p>}
      <PublishTimeFields
        value={publishTime}
        timeZone={timeZone}
        locationId={post.locationId}
        error={errors.publishDate}
        onChange={(changed) => {
          setPublishTime(changed);
          unchanged.forget();
          end();
        }}
      />
    </FormDialog>
  );
}
