import { type ReactNode, useState } from 'react';
import { CirclePause, CirclePlay, Pencil, RotateCcw, Undo2 } from 'lucide-react';
import { countOf, figure } from '../../lib/count-of';
import { drawFirst } from '../../lib/draw-first';
import { actionErrorMessage } from '../../posting/action-errors';
import { Button } from '../../ui/basics/button';
import common from '../../ui/layout/common.module.css';
import { notify } from '../../ui/messages/notify';
import { announce } from '../../ui/basics/screen-reader';
import { type Campaign, unstoppable } from '../campaign-words';
import { useCampaignActions } from '../use-campaigns';
import { ChangeDialog } from './change-dialog';
import { failedIn, waitingIn } from './target-states';
import { UndoDialog } from './undo-dialog';

interface CampaignActionsProps {
  campaign: Campaign;
  /** Shows why an action failed; undefined takes the last message away. */
  onFailure: (words: string | undefined) => void;
  /** Called after an action whose button may be gone. */
  onDone: () => void;
  /** Stands before the undo. */
  children: ReactNode;
}

/** The actions on a confirmed campaign as a whole. The filled button is the one that helps most. */
export function CampaignActions({ campaign, onFailure, onDone, children }: CampaignActionsProps) {
  const { pause, resume, retry } = useCampaignActions();
  const [opened, setOpened] = useState<'change' | 'undo'>();
  const [busy, setBusy] = useState<'pause' | 'retry'>();
  const { id, isPaused, progress } = campaign;
  const failed = failedIn(progress);
  const isWaiting = waitingIn(progress) > 0;

  async function run<Answer>(
    what: 'pause' | 'retry',
    start: () => Promise<Answer>,
    done: (answer: Answer) => void,
    failure: string,
  ) {
    onFailure(undefined);
    setBusy(what);
    try {
      done(await start());
    } catch (error) {
      onFailure(actionErrorMessage(error, failure));
    } finally {
      setBusy(undefined);
    }
  }
  const setPaused = (isWanted: boolean) =>
    run(
      'pause',
      () => (isWanted ? pause(id) : resume(id)),
      (answered) =>
        announce(isWanted ? `Campaign paused. ${unstoppable(answered)}`.trim() : 'Campaign resumed'),
      `The campaign couldn’t be ${isWanted ? 'paused' : 'resumed'}. Please try again.`,
    );
  const retryFailed = () =>
    run(
      'retry',
      () => retry(id),
      () => {
        onDone();
        notify.success(`Retrying ${countOf(failed, 'post')}. Google is checked first.`);
      },
      'The posts couldn’t be retried. Please try again.',
    );

  return (
    <div className={common.wrap}>
      {failed > 0 && (
        <Button
          variant="primary"
          icon={RotateCcw}
          busyText={busy === 'retry' && 'Retrying...'}
          onClick={() => void retryFailed()}
        >
          Retry failed ({figure(failed)})
        </Button>
      )}
      {isPaused ? (
        <Button
          variant={failed > 0 ? 'secondary' : 'primary'}
          icon={CirclePlay}
          busyText={busy === 'pause' && 'Resuming...'}
          onClick={() => void setPaused(false)}
        >
          Resume
        </Button>
      ) : (
        isWaiting && (
          <Button
            icon={CirclePause}
            busyText={busy === 'pause' && 'Pausing...'}
            onClick={() => void setPaused(true)}
          >
            Pause
          </Button>
        )
      )}
      {(isWaiting || failed > 0) && (
        <Button icon={Pencil} aria-haspopup="dialog" onClick={() => setOpened('change')}>
          Edit unpublished posts
        </Button>
      )}
      {children}
      <Button variant="quietDanger" icon={Undo2} aria-haspopup="dialog" onClick={() => setOpened('undo')}>
        Undo campaign
      </Button>
      {opened === 'change' && <ChangeDialog campaign={campaign} onClose={() => setOpened(undefined)} />}
      {opened === 'undo' && (
        <UndoDialog
          campaign={campaign}
          onClose={() => setOpened(undefined)}
          onUndone={() => {
            drawFirst(() => setOpened(undefined));
            onDone();
          }}
        />
      )}
    </div>
  );
}
