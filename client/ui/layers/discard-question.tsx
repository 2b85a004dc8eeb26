import { useState } from 'react';
import { drawFirst } from '../../lib/draw-first';
import { useUnloadQuestion } from '../../lib/use-unload-question';
import { AlertDialog } from './dialog';

interface DiscardOptions {
  /** Whether closing loses changes. */
  losesChanges: boolean;
  /** What is asked then. */
  words: string;
  title?: string;
  /** The words of the button that closes. */
  confirmLabel?: string;
  onClose: () => void;
}

/**
 * Asks before a dialog with unsaved changes closes. The browser asks before they are lost to a reload.
 * @returns `close`, for every way to close the dialog, and the `question`, which the dialog renders
 */
export function useDiscardQuestion({
  losesChanges,
  words,
  title = 'Discard changes',
  confirmLabel = 'Discard',
  onClose,
}: DiscardOptions) {
  const [isAsked, setIsAsked] = useState(false);
  useUnloadQuestion(losesChanges);
  return {
    close: () => (losesChanges ? setIsAsked(true) : onClose()),
    question: (
      <AlertDialog
        open={isAsked}
        title={title}
        confirmLabel={confirmLabel}
        cancelLabel="Keep editing"
        onCancel={() => setIsAsked(false)}
        onConfirm={() => {
          // The question and the dialog each return the focus to where it was.
          drawFirst(() => setIsAsked(false));
          onClose();
        }}
      >
        {words}
      </AlertDialog>
    ),
  };
}
