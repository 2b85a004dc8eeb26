import { useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { announce } from '../ui/announcer';
import { AlertDialog } from '../ui/alert-dialog';
import { Banner } from '../ui/banner';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Tabs } from '../ui/tabs';
import { NOTHING_TO_SAVE } from '../ui/use-form-faults';
import { ComposerForm } from './composer-form';
import styles from './post-composer.module.css';
import { PostPreview } from './post-preview';
import type { WholePost } from './post-words';
import { useComposer } from './use-composer';
import { useNarrowScreen } from './use-narrow-screen';
import { usePlaces } from './use-places';

export interface OpenComposerProps {
  onClose: () => void;
  /** The place to start with. */
  locationId?: string | undefined;
  /** The day to start with, yyyy-mm-dd. */
  date?: string | undefined;
  /** The post to edit; without it a new one is written. */
  post?: WholePost | undefined;
}

const SHEETS = [
  { id: 'write', label: 'Write' },
  { id: 'preview', label: 'Preview' },
] as const;

/** The dialog in which a post is written, or a scheduled or failed one edited, from when it is mounted until it is closed. */
export function OpenComposer({ onClose, locationId, date, post }: OpenComposerProps) {
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const isNarrow = useNarrowScreen();
  const [sheet, setSheet] = useState<(typeof SHEETS)[number]['id']>('write');
  const [asksToDiscard, setAsksToDiscard] = useState(false);
  const composer = useComposer({
    post,
    preset: { locationId, date },
    form,
    showForm: () => setSheet('write'),
    onSent: onClose,
  });
  const { draft, isChanged, isRestored, isSending, failure, hasNothingToSave, timeZone } = composer;
  const places = usePlaces(draft.locationId);
  const locationName = draft.locationId === post?.locationId ? post?.locationName : undefined;
  const losesChanges = post !== undefined && isChanged && !isSending;
  const close = () => (losesChanges ? setAsksToDiscard(true) : onClose());
  const closeWithoutSaving = () => {
    // One after the other, so that each gives focus back to where it was.
    flushSync(() => setAsksToDiscard(false));
    onClose();
  };
  useUnloadQuestion(losesChanges);

  const sheets = (
    <div className={styles.sheets}>
      <ComposerForm
        id={formId}
        ref={form}
        composer={composer}
        places={places}
        locationName={locationName}
        hidden={isNarrow && sheet !== 'write'}
      />
      <div className={styles.preview}>
        <PostPreview
          draft={draft}
          location={places.chosen}
          locationName={locationName}
          timeZone={timeZone}
          hidden={isNarrow && sheet !== 'preview'}
        />
      </div>
    </div>
  );

  return (
    <Dialog
      open
      size="large"
      title={post ? 'Edit Post' : 'Schedule Post'}
      onClose={close}
      message={
        <>
          {failure && <Banner tone="error">{failure}</Banner>}
          {hasNothingToSave && <Banner tone="info">{NOTHING_TO_SAVE}</Banner>}
        </>
      }
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            busyText={isSending && (post ? 'Saving...' : 'Scheduling...')}
          >
            {post ? 'Save Changes' : 'Schedule'}
          </Button>
        </>
      }
    >
      {isRestored && <RestoredNote onDiscard={composer.discard} />}
      {isNarrow ? (
        <Tabs label="Post" tabs={SHEETS} value={sheet} onChange={setSheet}>
          {sheets}
        </Tabs>
      ) : (
        sheets
      )}
      <AlertDialog
        open={asksToDiscard}
        title="Discard changes"
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        onCancel={() => setAsksToDiscard(false)}
        onConfirm={closeWithoutSaving}
      >
        Your changes to this post are not saved. Discard them?
      </AlertDialog>
    </Dialog>
  );
}

function RestoredNote({ onDiscard }: { onDiscard: () => void }) {
  useEffect(() => announce('Draft restored'), []);
  return (
    <div className={styles.note}>
      <Banner
        tone="info"
        action={
          <Button size="small" onClick={onDiscard}>
            Discard draft
          </Button>
        }
      >
        Draft restored
      </Banner>
    </div>
  );
}

/** Has the browser ask before the page is left. */
function useUnloadQuestion(asks: boolean): void {
  useEffect(() => {
    if (!asks) return;
    const ask = (event: Event) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [asks]);
}
