import { CircleCheck, Send } from 'lucide-react';
import { useState } from 'react';
import { useBulkDrafts } from '../listings/bulk-drafts';
import { actionErrorMessage } from '../posting/action-errors';
import { Button } from '../ui/basics/button';
import { cx } from '../ui/basics/cx';
import { Badge } from '../ui/basics/labels';
import prose from '../ui/basics/prose.module.css';
import { VisuallyHidden } from '../ui/basics/screen-reader';
import common from '../ui/layout/common.module.css';
import { Banner } from '../ui/messages/banner';
import { notify } from '../ui/messages/notify';
import { EvidenceLine, SourceLine } from './evidence-line';
import { TaskAction } from './task-action';
import { AllLocations, FirstLocations } from './task-locations';
import { TaskOrder } from './task-order';
import styles from './task-row.module.css';
import { wayOf } from './task-way';
import { dayInSentence, dismissalWords, severityLook } from './task-words';
import { type Finding, type Task, type TaskState, useFindingActions } from './use-tasks';

interface TaskRowProps {
  task: Task;
  state: TaskState;
  now: Date;
  timeZone: string;
  /** Whether it is the first one that can be done here to the end. */
  isMain: boolean;
  /** Whether the address leads to it. */
  isCurrent: boolean;
  /** Asks why the task, or one location of it, is dismissed. */
  onDismiss: (finding?: Finding) => void;
  /** Called once it is no longer in this state. */
  onGone: () => void;
}

/** One task: how grave it is, what was read and where, what says so, at which locations, and what does it. */
export function TaskRow({ task, state, now, timeZone, isMain, isCurrent, onDismiss, onGone }: TaskRowProps) {
  const { data: drafts } = useBulkDrafts();
  const [isListed, setIsListed] = useState(false);
  const list = { isListed, onList: setIsListed };
  const { title, evidence, readAt, source, dismissal, sentAt } = task;
  return (
    <li className={cx(styles.task, isCurrent && styles.current)}>
      <div className={styles.grave}>
        <StateBadge task={task} state={state} />
        {state === 'open' && <TaskOrder order={task.order} />}
      </div>
      <div className={styles.what}>
        <h3 tabIndex={-1} data-task={task.key} className={cx(prose.title, common.noRing)}>
          {title}
        </h3>
        {dismissal && (
          <p className={common.breaks}>
            “{dismissal.reason}” <span className={common.muted}>{dismissalWords(dismissal)}</span>
          </p>
        )}
        {sentAt !== null && (
          <p className={common.small}>Sent {dayInSentence(new Date(sentAt), now, timeZone)}.</p>
        )}
        <EvidenceLine evidence={evidence} readAt={{ instant: new Date(readAt), now, timeZone }} />
        <SourceLine source={source} />
        <FirstLocations task={task} {...list} />
        {isListed && <AllLocations task={task} state={state} onDismiss={onDismiss} />}
      </div>
      {state === 'open' && (
        <div className={styles.actions}>
          <TaskAction task={task} way={wayOf(task, drafts?.isOn !== false)} isMain={isMain} {...list} />
          <Button size="small" variant="quiet" aria-haspopup="dialog" onClick={() => onDismiss()}>
            <span>
              Dismiss<VisuallyHidden> ({title})</VisuallyHidden>
            </span>
          </Button>
        </div>
      )}
      {state === 'dismissed' && (
        <div className={styles.actions}>
          <BringBack task={task} onGone={onGone} />
        </div>
      )}
    </li>
  );
}

function StateBadge({ task, state }: Pick<TaskRowProps, 'task' | 'state'>) {
  if (state === 'waiting')
    return (
      <Badge icon={Send} tone="queued">
        In review
      </Badge>
    );
  if (state === 'done')
    return (
      <Badge icon={CircleCheck} tone="good">
        Done
      </Badge>
    );
  const { label, icon, tone } = severityLook(task.severity);
  return (
    <Badge icon={icon} tone={tone}>
      {label}
    </Badge>
  );
}

function BringBack({ task: { key, title }, onGone }: Pick<TaskRowProps, 'task' | 'onGone'>) {
  const { bringBack } = useFindingActions();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function run(): Promise<void> {
    setFailure(undefined);
    setIsBusy(true);
    try {
      await bringBack({ task: key });
      notify.success('Back among the tasks.');
      onGone();
    } catch (error) {
      setFailure(actionErrorMessage(error, 'The task couldn’t be brought back. Please try again.'));
      setIsBusy(false);
    }
  }

  return (
    <>
      <Button size="small" busyText={isBusy && 'Bringing back...'} onClick={() => void run()}>
        <span>
          Bring back<VisuallyHidden> ({title})</VisuallyHidden>
        </span>
      </Button>
      {failure && <Banner tone="error">{failure}</Banner>}
    </>
  );
}
