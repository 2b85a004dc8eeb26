import { Undo2, X } from 'lucide-react';
import { cx } from '../../ui/basics/cx';
import common from '../../ui/layout/common.module.css';
import { Banner } from '../../ui/messages/banner';
import { Button, IconButton } from '../../ui/basics/button';
import styles from './action-messages.module.css';
import type { RowActions } from './use-row-actions';

interface ActionMessagesProps {
  actions: RowActions;
  /** Called when a message was dismissed, so that focus moves elsewhere. */
  onDismissed: () => void;
}

/** The results of the last actions on posts: a move with Undo, and an error. */
export function ActionMessages({ actions, onDismissed }: ActionMessagesProps) {
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
  // An error hides the message of a move that cannot be undone.
  const hasMove = move && (move.before || !failure);
  if (!hasMove && !failure) return null;
  return (
    <div className={cx(common.stack2, styles.messages)}>
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
