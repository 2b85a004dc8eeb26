import { useRef, useState } from 'react';
import { useTextForm } from '../../auth/use-text-form';
import { drawFirst } from '../../lib/draw-first';
import type { FieldErrors } from '../../lib/field-errors';
import { actionErrorMessage } from '../../posting/action-errors';
import common from '../../ui/layout/common.module.css';
import { cx } from '../../ui/basics/cx';
import { ErrorState } from '../../ui/messages/banner';
import { Button } from '../../ui/basics/button';
import { Counter } from '../../ui/form/counter';
import { AlertDialog, Dialog } from '../../ui/layers/dialog';
import { useDiscardQuestion } from '../../ui/layers/discard-question';
import { Field } from '../../ui/form/field';
import { FormDialog } from '../../ui/form/form-dialog';
import { TextArea, TextInput } from '../../ui/form/inputs';
import { Loading, SkeletonRows } from '../../ui/messages/loading';
import { notify } from '../../ui/messages/notify';
import { SearchBox } from '../../ui/form/search-box';
import { searchable } from '../../lib/search-text';
import { isBlank } from '../../lib/visible-text';
import { byteLength, MAX_BYTES, overLimitWords } from '../data/reply-length';
import type { Review, SavedReply } from '../data/review-types';
import { fillSavedReply } from './saved-reply-text';
import styles from './saved-replies-dialog.module.css';
import { useSavedReplies, useSavedReplyActions } from './use-saved-replies';

/** From so many on they can be searched. */
const MANY = 6;
const MAX_TITLE = 80;

interface SavedRepliesDialogProps {
  /** The review that is answered. */
  review: Review;
  /** What is in the editor, to be saved. */
  currentText: string;
  /** Inserts the text of a saved reply. */
  onUse: (text: string) => void;
  onClose: () => void;
}

/** The workspace's saved replies: to insert one, and to write, change and delete them. */
export function SavedRepliesDialog({ review, currentText, onUse, onClose }: SavedRepliesDialogProps) {
  const { data, error, isValidating, mutate } = useSavedReplies();
  const [edited, setEdited] = useState<Partial<SavedReply>>();
  const content = useRef<HTMLDivElement>(null);

  if (edited) return <SavedReplyDialog key="form" saved={edited} onClose={() => setEdited(undefined)} />;

  return (
    <Dialog
      key="list"
      open
      size="medium"
      title="Saved replies"
      onClose={onClose}
      footer={
        <>
          {currentText.trim() !== '' && (
            <Button variant="quiet" onClick={() => setEdited({ text: currentText })}>
              Save the current text
            </Button>
          )}
          <Button onClick={() => setEdited({})}>New saved reply</Button>
        </>
      }
    >
      {error !== undefined && (
        <ErrorState
          message="Failed to load the saved replies. Please try again."
          onRetry={() => void mutate()}
          retrying={isValidating}
        />
      )}
      <div ref={content} tabIndex={-1} className={common.noRing}>
        <Loading busy={!data && error === undefined} skeleton={<SkeletonRows rows={3} />}>
          {data && (
            <SavedList
              replies={data}
              review={review}
              onUse={onUse}
              onEdit={setEdited}
              onDeleted={() => content.current?.focus()}
            />
          )}
        </Loading>
      </div>
    </Dialog>
  );
}

interface SavedListProps extends Pick<SavedRepliesDialogProps, 'review' | 'onUse'> {
  replies: readonly SavedReply[];
  onEdit: (saved: SavedReply) => void;
  /** Called after one was removed from the list, to take the focus. */
  onDeleted: () => void;
}

function SavedList({ replies, review, onUse, onEdit, onDeleted }: SavedListProps) {
  const [search, setSearch] = useState('');
  const [asked, setAsked] = useState<SavedReply>();
  const [isDeleting, setIsDeleting] = useState(false);
  const { remove } = useSavedReplyActions();
  const wanted = searchable(search);
  const found = replies.filter(({ title, text }) => searchable(`${title} ${text}`).includes(wanted));
  const recipient = {
    reviewerName: review.isAnonymous ? null : review.reviewerName,
    locationName: review.locationName,
  };
  const confirm = async (): Promise<void> => {
    if (!asked) return;
    setIsDeleting(true);
    const end = () =>
      drawFirst(() => {
        setIsDeleting(false);
        setAsked(undefined);
      });
    try {
      await remove(asked.id);
      notify.success('Saved reply deleted.');
      end();
      onDeleted();
    } catch (error) {
      notify.error(actionErrorMessage(error, 'Failed to delete the saved reply. Please try again.'));
      end();
    }
  };

  if (replies.length === 0)
    return (
      <p className={styles.none}>
        You have no saved replies yet. Write one for what you answer often. {'{name}'} stands for the
        reviewer, {'{location}'} for your location. Change a few words each time: Google may reject repeated
        replies.
      </p>
    );
  return (
    <div className={common.stack4}>
      {replies.length >= MANY && (
        <SearchBox label="Search saved replies" value={search} onChange={setSearch} />
      )}
      {found.length === 0 && <p className={styles.none}>No saved reply matches your search</p>}
      <ul className={common.ruled}>
        {found.map((saved) => (
          <li key={saved.id} className={cx(common.stack1, styles.item)}>
            <h3 id={`saved-${saved.id}`}>{saved.title}</h3>
            <p className={cx(common.written, common.muted)}>{fillSavedReply(saved.text, recipient)}</p>
            <div className={cx(common.wrap, styles.actions)}>
              <Button
                size="small"
                variant="primary"
                aria-describedby={`saved-${saved.id}`}
                onClick={() => onUse(saved.text)}
              >
                Use
              </Button>
              <Button
                size="small"
                variant="quiet"
                aria-describedby={`saved-${saved.id}`}
                onClick={() => onEdit(saved)}
              >
                Edit
              </Button>
              <Button
                size="small"
                variant="quietDanger"
                aria-describedby={`saved-${saved.id}`}
                onClick={() => setAsked(saved)}
              >
                Delete
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <AlertDialog
        open={asked !== undefined}
        title="Delete this saved reply?"
        confirmLabel="Delete"
        busyText={isDeleting && 'Deleting...'}
        onCancel={() => setAsked(undefined)}
        onConfirm={() => void confirm()}
      >
        “{asked?.title}” can’t be used anymore. Replies you’ve already sent stay as they are.
      </AlertDialog>
    </div>
  );
}

interface SavedReplyDialogProps {
  /** Without an id a new one is made. */
  saved: Partial<SavedReply>;
  onClose: () => void;
}

/** A form for one saved reply. It asks before a typed text is lost, and stays open while it is being saved. */
function SavedReplyDialog({ saved, onClose }: SavedReplyDialogProps) {
  const { save } = useSavedReplyActions();
  const start = { title: saved.title ?? '', text: saved.text ?? '' };
  const { form, values, control, errors, fault, busy } = useTextForm(
    start,
    faultsOf,
    async ({ title, text }) => {
      await save(saved.id, { title: title.trim(), text });
      notify.success('Saved reply saved.');
      onClose();
    },
    (error) => actionErrorMessage(error, 'Failed to save. Please try again.'),
  );
  const { close, question } = useDiscardQuestion({
    losesChanges: values.title !== start.title || values.text !== start.text,
    title: 'Leave without saving?',
    words: 'What you’ve written here will be lost.',
    confirmLabel: 'Leave',
    onClose,
  });

  return (
    <FormDialog
      title={saved.id ? 'Edit saved reply' : 'New saved reply'}
      form={form}
      fault={fault}
      label="Save"
      busyText={busy && 'Saving...'}
      cancelDisabled={busy}
      question={question}
      onClose={() => !busy && close()}
    >
      <Field label="Title" error={errors.title}>
        <TextInput {...control('title')} autoComplete="off" />
      </Field>
      <Field
        label="Text"
        error={errors.text}
        hint="{name} becomes the reviewer’s name, and is left out for anonymous reviewers. {location} becomes your location’s name."
        counter={
          <Counter unit="bytes" value={byteLength(values.text)} max={MAX_BYTES} steps={[4_000, MAX_BYTES]} />
        }
      >
        <TextArea {...control('text')} rows={7} />
      </Field>
    </FormDialog>
  );
}

function faultsOf({ title, text }: { title: string; text: string }): FieldErrors<'title' | 'text'> {
  return {
    ...(isBlank(title) && { title: 'Give it a title, so that you find it again' }),
    ...(title.length > MAX_TITLE && { title: `The title can have up to ${MAX_TITLE} characters` }),
    ...(isBlank(text) && { text: 'Write the reply' }),
    ...(overLimitWords(text) && { text: overLimitWords(text) }),
  };
}
