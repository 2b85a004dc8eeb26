import type { ReactNode } from 'react';
import type { ProfileField } from '../listings/field-values';
import { AlertDialog } from '../ui/layers/dialog';
import { MAY_STAY_CLOSED } from './change-words';
import type { useAnswer } from './use-answer';

interface UseGoogleDialogProps {
  field: ProfileField;
  answering: Pick<ReturnType<typeof useAnswer>, 'asking' | 'isBusy' | 'ask' | 'answer'>;
  /** What happens with Google’s value, as a sentence. */
  children: ReactNode;
}

/** Asks before Google’s value of a field becomes the owner’s. */
export function UseGoogleDialog({ field, answering, children }: UseGoogleDialogProps) {
  const { asking, isBusy, ask, answer } = answering;
  return (
    <AlertDialog
      open={asking}
      title="Use Google’s value?"
      confirmLabel="Use Google’s"
      confirmVariant="primary"
      busyText={isBusy && 'Sending...'}
      onCancel={() => ask(false)}
      onConfirm={() => answer('accept')}
    >
      <p>
        {children} {field === 'openStatus' ? MAY_STAY_CLOSED : 'You can undo this in the change log.'}
      </p>
    </AlertDialog>
  );
}
