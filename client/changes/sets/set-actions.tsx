import { Square, Undo2 } from 'lucide-react';
import { Button } from '../../ui/basics/button';
import { cx } from '../../ui/basics/cx';
import common from '../../ui/layout/common.module.css';
import { useWhyNotNow } from '../undo-parts';
import type { ChangeSet } from './set-words';
import styles from './set-view.module.css';
import { useStopSet } from './use-stop-set';

interface SetActionsProps {
  set: ChangeSet;
  onUndo: () => void;
  /** Called when the button is gone that had the focus. */
  onStopped: () => void;
}

/** What can be done with a set as a whole. The notes below the list say what each does. */
export function SetActions({ set: { id, state, undo }, onUndo, onStopped }: SetActionsProps) {
  const stopping = useStopSet(onStopped);
  const whyNotNow = useWhyNotNow();
  const canUndo = undo.changes > 0 && !undo.isUnderWay && !whyNotNow;
  if (state !== 'running' && !canUndo) return null;
  return (
    <div className={cx(common.wrap, styles.actions)}>
      {state === 'running' && (
        <Button icon={Square} busyText={stopping.isBusy && 'Stopping...'} onClick={() => stopping.run(id)}>
          Stop
        </Button>
      )}
      {canUndo && (
        <Button icon={Undo2} aria-haspopup="dialog" onClick={onUndo}>
          Undo all
        </Button>
      )}
    </div>
  );
}
