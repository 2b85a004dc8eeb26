import { Undo2, X } from 'lucide-react';
import { Banner } from '../ui/banner';
import { Button } from '../ui/button';
import { IconButton } from '../ui/icon-button';
import styles from './calendar-messages.module.css';
import type { RowActions } from './use-row-actions';

interface CalendarMessagesProps {
  actions: RowActions;
  /** A message was put away; focus needs another place. */
  onDismissed: () => void;
}

/** How the last actions ended: where a post was moved to, with the way back, and why something failed. */
export function CalendarMessages({ actions, onDismissed }: CalendarMessagesProps) {
  const { move, undoMove, dismissMove, failure, setFailure } = actions;
  const dismiss = (forget: () => void) => (
    <IconButton
      icon={X}
      label="Dismiss"
      onClick={() => {
        forget();
        onDismissed();
      }}
    />
  );
  // News without a way back give way to what wants attention.
  const hasMove = move && (move.before || !failure);
  if (!hasMove && !failure) return null;
  return (
    <div className={styles.messages}>
      {hasMove && (
        <Banner
          tone="success"
          action={
            <div className={styles.actions}>
              {move.before && (
                <Button size="small" icon={Undo2} onClick={undoMove}>
                  Undo
                </Button>
              )}
              {dismiss(dismissMove)}
            </div>
          }
        >
          {move.words}
        </Banner>
      )}
      {failure && (
        <Banner tone="error" action={dismiss(() => setFailure(undefined))}>
          {failure}
        </Banner>
      )}
    </div>
  );
}
