import { type FormEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError } from '../api/api-error';
import { actionErrorMessage } from '../posts/action-errors';
import { Banner } from '../ui/banner';
import { Button } from '../ui/button';
import { Counter } from '../ui/counter';
import { AlertDialog } from '../ui/dialog';
import { Field, FieldContext } from '../ui/field';
import { TextArea } from '../ui/inputs';
import { useOnDemand } from '../ui/load-code';
import { notify } from '../ui/notify';
import { announce } from '../ui/screen-reader';
import { useFormFaults } from '../ui/use-form-faults';
import { OtherReply, type Unseen } from './other-reply';
import styles from './reply-editor.module.css';
import { byteLength, MAX_BYTES, overLimitWords } from './reply-length';
import type { Review } from './review-types';
import { reviewerWords } from './review-words';
import { fillSavedReply, placeholdersIn } from './saved-reply-text';
import { useReplyWarnings } from './use-reply-check';
import { useReplyDraft } from './use-reply-draft';
import { isUnseen, useReplyActions } from './use-reviews';

/** The lengths (bytes) at which the count is announced. */
const STEPS = [3_500, 4_000, MAX_BYTES];
const REVIEW_CHANGED = 'The review was changed. Nothing was sent.';
const REPLY_CHANGED = 'The reply was changed elsewhere. Nothing was overwritten.';
const FAILED = 'Failed to send the reply. Your text is kept. Please try again.';

const loadSavedReplies = () => import('./saved-replies-dialog').then((module) => module.SavedRepliesDialog);

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

/** Where a reply is written. What is typed is kept in this browser until Google's answer to it is no longer open. */
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
  const { send, errors, fault, isBusy, other, overwrite, forget, forgetOther } = useSending(
    review,
    form,
    onSent,
  );
  const warnings = useReplyWarnings(review.id, text);
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
    flushSync(saved.close);
    change(insertAt(ref.current, text, filled));
    ref.current?.focus();
    announce('Saved reply inserted');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(text, draft?.basedOn ?? review.basis);
  };
  const discard = () => {
    flushSync(() => setAsksToDiscard(false));
    drop();
    forgetOther();
    // Takes the focus if it removes the field.
    onClose?.();
    ref.current?.focus();
  };

  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
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
        <div id={notesId} className={styles.notes}>
          {isWithoutName && (
            <Banner tone="warning">
              Who wrote this review gave no name, so the saved reply has none. Read it once more.
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
        <p className={styles.why}>
          Replies can’t be sent now. What you write is kept in this browser until they can.
        </p>
      )}
      <div className={styles.actions}>
        <Button type="submit" variant="primary" busyText={isBusy && 'Sending...'} disabled={!canSend}>
          {isCorrection ? 'Send new reply' : 'Send reply'}
        </Button>
        {children}
        {onClose && draft === undefined && (
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        )}
        {draft && (
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
        What you have written here is lost then.
      </AlertDialog>
    </form>
  );
}

/** Sends a reply. What was changed elsewhere is shown, and only then answered or replaced if the person says so. */
function useSending(review: Review, form: RefObject<HTMLFormElement | null>, onSent: () => void) {
  const faults = useFormFaults<'text'>(form);
  const [other, setOther] = useState<Unseen>();
  const { forget: forgetDraft } = useReplyDraft(review.id);
  const actions = useReplyActions(review.id);

  async function send(text: string, basedOn: string): Promise<void> {
    const wrong = text.trim() === '' ? 'Write a reply first' : overLimitWords(text);
    if (wrong) return faults.show({ text: wrong });
    faults.begin();
    try {
      await actions.send(text, basedOn);
      setOther(undefined);
      flushSync(() => {
        faults.end();
        forgetDraft(text);
      });
      notify.success('Your reply goes to Google now.');
      onSent();
    } catch (error) {
      // The person may read another review already.
      if (!form.current)
        notify.error(`Your reply to ${reviewerWords(review)} wasn’t sent. The text is kept as a draft.`);
      if (error instanceof ApiError && isUnseen(error)) {
        const now = await actions.readAgain().catch(() => undefined);
        if (now) {
          const isReviewChanged = error.code === 'review_changed';
          faults.end();
          // A changed review comes with the replies if they differ as well.
          setOther({ now, isReviewChanged, isReplyChanged: !isReviewChanged || error.conflicts.length > 0 });
          announce(isReviewChanged ? REVIEW_CHANGED : REPLY_CHANGED, 'assertive');
          return;
        }
      }
      const fieldError = error instanceof ApiError ? error.fields['text'] : undefined;
      if (fieldError) faults.show({ text: fieldError });
      else faults.show({}, actionErrorMessage(error, FAILED));
    }
  }

  return {
    errors: faults.errors,
    fault: faults.fault,
    isBusy: faults.isBusy,
    forget: faults.forget,
    other,
    send: (text: string, basedOn: string) => void send(text, basedOn),
    forgetOther: () => setOther(undefined),
    /** Sends it in place of the other one, which the person has seen. */
    overwrite: (text: string) => void send(text, other?.now.basis ?? review.basis),
  };
}

/** Puts a text in place of what is selected, or of nothing where nothing is written. */
function insertAt(area: HTMLTextAreaElement | null, text: string, added: string): string {
  if (text.trim() === '' || area === null) return added;
  return text.slice(0, area.selectionStart) + added + text.slice(area.selectionEnd);
}
