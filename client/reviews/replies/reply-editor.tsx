import { type FormEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { drawFirst } from '../../lib/draw-first';
import common from '../../ui/layout/common.module.css';
import { Banner } from '../../ui/messages/banner';
import { Button } from '../../ui/basics/button';
import { Counter } from '../../ui/form/counter';
import { AlertDialog } from '../../ui/layers/dialog';
import { Field, FieldContext } from '../../ui/form/field';
import { TextArea } from '../../ui/form/inputs';
import { useOnDemand } from '../../ui/messages/load-code';
import { announce } from '../../ui/basics/screen-reader';
import { OtherReply } from './other-reply';
import styles from './reply-editor.module.css';
import { byteLength, MAX_BYTES } from '../data/reply-length';
import type { Review } from '../data/review-types';
import { fillSavedReply, placeholdersIn } from '../saved-replies/saved-reply-text';
import { useReplyWarnings } from './use-reply-check';
import { useReplyDraft } from './use-reply-draft';
import { useSendingReply } from './use-sending-reply';

/** The lengths (bytes) at which the count is announced. */
const STEPS = [3_500, 4_000, MAX_BYTES];

const loadSavedReplies = () =>
  import('../saved-replies/saved-replies-dialog').then((module) => module.SavedRepliesDialog);

interface ReplyEditorProps {
  ref: RefObject<HTMLTextAreaElement | null>;
  review: Review;
  /** What it starts with, unless there is a draft. */
  initialText: string;
  canSend: boolean;
  /** Whether there is a reply already, in place of which this one is sent. */
  isCorrection: boolean;
  onSent: () => void;
  /** Closes the editor, drops what was typed and moves the focus on; undefined if it stays open. */
  onClose: (() => void) | undefined;
  /** Further buttons. */
  children: ReactNode;
}

/** Where a reply is written. What is typed is kept in this browser until the server has stored the reply. */
export function ReplyEditor({
  ref,
  review,
  initialText,
  canSend,
  isCorrection,
  onSent,
  onClose,
  children,
}: ReplyEditorProps) {
  const { draft, keep, drop } = useReplyDraft(review.id);
  const text = draft?.text ?? initialText;
  const form = useRef<HTMLFormElement>(null);
  const [asksToDiscard, setAsksToDiscard] = useState(false);
  const warnings = useReplyWarnings(review.id, text);
  const { send, errors, fault, isBusy, question, other, overwrite, forget, forgetOther } = useSendingReply(
    review,
    { form, warnings, onSent },
  );
  const { Part: SavedReplies, ...saved } = useOnDemand(
    loadSavedReplies,
    'The saved replies couldn’t be loaded. Please try again.',
  );
  const [isWithoutName, setIsWithoutName] = useState(false);
  const left = placeholdersIn(text);
  const notesId = useId();
  const hasNotes = isWithoutName || left.length > 0 || warnings.length > 0;

  const change = (next: string) => {
    forget(() => true);
    if (next === initialText) drop();
    else keep({ text: next, basedOn: draft?.basedOn ?? review.basis });
  };
  const use = (savedText: string) => {
    const reviewerName = review.isAnonymous ? null : review.reviewerName;
    const filled = fillSavedReply(savedText, { reviewerName, locationName: review.locationName });
    setIsWithoutName(reviewerName === null && savedText.includes('{name}'));
    drawFirst(saved.close);
    change(insertAt(ref.current, text, filled));
    ref.current?.focus();
    announce('Saved reply inserted');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(text, draft?.basedOn ?? review.basis);
  };
  const discard = () => {
    drawFirst(() => setAsksToDiscard(false));
    drop();
    forgetOther();
    // Takes the focus if it removes the field.
    onClose?.();
    ref.current?.focus();
  };

  return (
    <form ref={form} className={common.stack3} onSubmit={submit} noValidate>
      <div className={styles.field}>
        {/* What was found is read with the field. */}
        <FieldContext value={{ invalid: false, ...(hasNotes && { describedBy: notesId }) }}>
          <Field
            label={isCorrection ? 'Your new reply' : 'Your reply'}
            error={errors.text}
            hint={draft && 'Draft kept'}
            counter={<Counter unit="bytes" value={byteLength(text)} max={MAX_BYTES} steps={STEPS} />}
          >
            <TextArea
              ref={ref}
              rows={6}
              data-key="reply"
              value={text}
              readOnly={isBusy}
              onChange={({ target }) => change(target.value)}
            />
          </Field>
        </FieldContext>
        <div className={styles.saved}>
          <Button size="row" variant="quiet" busyText={saved.isOpening && 'Loading...'} onClick={saved.open}>
            Saved replies
          </Button>
        </div>
      </div>
      {hasNotes && (
        <div id={notesId} className={common.stack3}>
          {isWithoutName && (
            <Banner tone="warning">
              This reviewer gave no name, so the saved reply has none. Please check it before you send it.
            </Banner>
          )}
          {left.length > 0 && (
            <Banner tone="warning">
              {left.join(' and ')} would be sent as it stands. Please replace it.
            </Banner>
          )}
          {warnings.map(({ id, reason, cure }) => (
            <Banner key={id} tone="warning">
              {reason} {cure}
            </Banner>
          ))}
        </div>
      )}
      {other && (
        <OtherReply
          unseen={other}
          isBusy={isBusy}
          onSendMine={() => overwrite(text)}
          onKeepTheirs={discard}
        />
      )}
      {fault && <Banner tone="error">{fault}</Banner>}
      {!canSend && (
        <p className={common.muted}>Replies can’t be sent right now. Your draft is kept in this browser.</p>
      )}
      <div className={common.wrap}>
        {/* What was changed elsewhere has its own buttons, which say what sending and discarding mean then. */}
        {!other && (
          <Button type="submit" variant="primary" busyText={isBusy && 'Sending...'} disabled={!canSend}>
            {isCorrection ? 'Send new reply' : 'Send reply'}
          </Button>
        )}
        {children}
        {!other && onClose && draft === undefined && (
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        )}
        {!other && draft && (
          <Button variant="quiet" disabled={isBusy} onClick={() => setAsksToDiscard(true)}>
            Discard draft
          </Button>
        )}
      </div>
      {SavedReplies && <SavedReplies currentText={text} review={review} onUse={use} onClose={saved.close} />}
      <AlertDialog
        open={asksToDiscard}
        title="Discard your draft?"
        confirmLabel="Discard draft"
        cancelLabel="Keep draft"
        onCancel={() => setAsksToDiscard(false)}
        onConfirm={discard}
      >
        What you’ve written here will be lost.
      </AlertDialog>
      {question && (
        <AlertDialog
          open
          title="Send this reply?"
          confirmLabel="Send it anyway"
          confirmVariant="primary"
          cancelLabel="Keep editing"
          onCancel={question.keepEditing}
          onConfirm={question.sendAllTheSame}
        >
          {question.warnings.map(({ id, reason, cure }) => (
            <p key={id}>
              {reason} {cure}
            </p>
          ))}
        </AlertDialog>
      )}
    </form>
  );
}

/** Puts a text in place of the selected one, or at the cursor. */
function insertAt(area: HTMLTextAreaElement | null, text: string, added: string): string {
  if (text.trim() === '' || area === null) return added;
  return text.slice(0, area.selectionStart) + added + text.slice(area.selectionEnd);
}
