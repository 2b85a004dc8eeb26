import { type ReactNode, useId, useRef, useState } from 'react';
import { ApiError } from '../../api/api-error';
import { drawFirst, focusAfter } from '../../lib/draw-first';
import { actionErrorMessage } from '../../posting/action-errors';
import common from '../../ui/layout/common.module.css';
import { Banner } from '../../ui/messages/banner';
import { Button } from '../../ui/basics/button';
import { AlertDialog } from '../../ui/layers/dialog';
import { notify } from '../../ui/messages/notify';
import { OwnReplyCard, ReplyCard } from './reply-cards';
import { ReplyEditor } from './reply-editor';
import { ReplyHistory } from './reply-history';
import type { Review, ReviewDetails } from '../data/review-types';
import { useReplyDraft } from './use-reply-draft';
import { isUnseen, useReplyActions } from '../data/use-reviews';

interface ReplyPartProps {
  review: Review;
  history: ReviewDetails['history'];
  canSend: boolean;
  timeZone: string;
  /** Called after something was sent, to take the focus. */
  onSent: () => void;
  /** The ways to the other reviews, beside the buttons of the reply. */
  children: ReactNode;
}

/** The reply to a review: what Google has, what is under way, and the editor. */
export function ReplyPart({ review, history, canSend, timeZone, onSent, children }: ReplyPartProps) {
  const { id, replyAtGoogle: atGoogle, ownReply: own, basis } = review;
  const { draft, drop } = useReplyDraft(id);
  const [isEditing, setIsEditing] = useState(false);
  const editor = useRef<HTMLTextAreaElement>(null);
  const { remove, retry, discard, readAgain } = useReplyActions(id);
  const { run, busy, failure } = useRun(onSent, readAgain);
  const [asksToRemove, setAsksToRemove] = useState(false);

  // An unfinished text is always shown, also where the review is gone, so that it isn't overlooked.
  const needsText = own === null && (atGoogle === null || atGoogle.state === 'REJECTED');
  const isOpen = isEditing || draft !== undefined || (needsText && review.goneAt === null);
  const editId = useId();
  const edit = () =>
    focusAfter(
      () => setIsEditing(true),
      () => editor.current,
    );
  const close = () =>
    focusAfter(
      () => {
        drop();
        setIsEditing(false);
      },
      () => document.getElementById(editId),
    );
  const isSettled = own === null || own.state === 'FAILED' || own.state === 'CONFLICT';
  const canEdit = !isOpen && review.goneAt === null && own?.kind !== 'DELETE';

  return (
    <section className={common.stack3} aria-label="Reply">
      {own && (
        <OwnReplyCard
          own={own}
          timeZone={timeZone}
          busy={busy}
          canSend={canSend}
          onRetry={() => run('retry', () => retry(basis))}
          onDiscard={() => run('discard', () => discard(basis))}
        />
      )}
      {atGoogle && own?.state !== 'CONFLICT' && (
        <ReplyCard
          title={(own ?? (isOpen && atGoogle.state !== 'REJECTED')) ? 'Reply on Google now' : 'Your reply'}
          reply={atGoogle}
          isFolded={isOpen && atGoogle.state === 'REJECTED'}
          timeZone={timeZone}
        />
      )}
      {failure && <Banner tone="error">{failure}</Banner>}
      {isOpen && (
        <ReplyEditor
          ref={editor}
          review={review}
          initialText={(own?.kind === 'PUT' ? own.text : atGoogle?.text) ?? ''}
          canSend={canSend}
          isCorrection={atGoogle !== null || own !== null}
          onSent={() => {
            drawFirst(() => setIsEditing(false));
            onSent();
          }}
          onClose={needsText ? undefined : close}
        >
          {children}
        </ReplyEditor>
      )}
      {!isOpen && (
        <div className={common.wrap}>
          {canEdit && (
            <Button id={editId} data-key="reply" onClick={edit}>
              Edit reply
            </Button>
          )}
          {children}
          {atGoogle && isSettled && own?.kind !== 'DELETE' && review.goneAt === null && (
            <Button variant="quietDanger" disabled={!canSend} onClick={() => setAsksToRemove(true)}>
              Remove reply
            </Button>
          )}
        </div>
      )}
      <ReplyHistory history={history} timeZone={timeZone} />
      <AlertDialog
        open={asksToRemove}
        title="Remove your reply?"
        confirmLabel="Remove reply"
        busyText={busy === 'remove' && 'Removing...'}
        onCancel={() => setAsksToRemove(false)}
        onConfirm={() =>
          run(
            'remove',
            () => remove(basis),
            () => setAsksToRemove(false),
          )
        }
      >
        Customers will see the review without a reply. You can write a new reply at any time.
      </AlertDialog>
    </section>
  );
}

const DONE = {
  retry: 'Sending your reply again.',
  discard: 'Unsent reply discarded.',
  remove: 'Your reply is being removed.',
} as const;

type Action = keyof typeof DONE;

/** Runs one action at a time, and says what it did or why it failed. If the review has changed since it was shown, it is loaded again. */
function useRun(onDone: () => void, readAgain: () => Promise<unknown>) {
  const [busy, setBusy] = useState<Action>();
  const [failure, setFailure] = useState<string>();
  const begin = async (action: Action, work: () => Promise<unknown>, onEnd?: () => void): Promise<void> => {
    setBusy(action);
    setFailure(undefined);
    try {
      await work();
      drawFirst(() => onEnd?.());
      notify.success(DONE[action]);
      onDone();
    } catch (error) {
      if (error instanceof ApiError && (isUnseen(error) || error.code === 'reply_not_failed'))
        await readAgain().catch(() => undefined);
      onEnd?.();
      setFailure(actionErrorMessage(error, 'That didn’t work. Please try again.'));
    }
    setBusy(undefined);
  };
  return {
    busy,
    failure,
    run: (action: Action, work: () => Promise<unknown>, onEnd?: () => void) =>
      void begin(action, work, onEnd),
  };
}
