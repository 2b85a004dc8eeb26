import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useUnloadQuestion } from '../../lib/use-unload-question';
import { AlertDialog } from './dialog';

interface DiscardOptions {
  /** Whether closing loses changes. */
  losesChanges: boolean;
  /** What is asked then. */
  words: string;
  onClose: () => void;
}

/**
 * Asks before a dialog with unsaved changes closes. The browser asks before they are lost to a reload.
 * @returns `close`, for every way to close the dialog, and the `question`, which the dialog renders
 */
export function useDiscardQuestion({ losesChanges, words, onClose }: DiscardOptions) {
  const [isAsked, setIsAsked] = useState(false);
  useUnloadQuestion(losesChanges);
  return {
    close: () => (losesChanges ? setIsAsked(true) : onClose()),
    question: (
      <AlertDialog
        open={isAsked}
        title="Discard changes"
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        onCancel={() => setIsAsked(false)}
        onConfirm={() => {
          // One after the other, so that each returns the focus to where it was.
          flushSync(() => setIsAsked(false));
          onClose();
        }}
      >
        {words}
      </AlertDialog>
    ),
  };
}
