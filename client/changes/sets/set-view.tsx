import { ChevronLeft } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ApiError } from '../../api/api-error';
import { afterTries } from '../../api/swr';
import { dateTimeWords } from '../../lib/time-words';
import { viewUrl } from '../../lib/views';
import { viewerTimeZone } from '../../lib/wall-time';
import { ButtonLink } from '../../ui/basics/button';
import { announce } from '../../ui/basics/screen-reader';
import { EmptyState, FailedLoad } from '../../ui/layout/board';
import common from '../../ui/layout/common.module.css';
import { ErrorState } from '../../ui/messages/banner';
import { Loading, SkeletonRows } from '../../ui/messages/loading';
import { whoWords } from '../change-words';
import { SetDialog } from '../bulk-dialogs';
import { ChangeDialog } from '../change-dialog';
import { useRefreshChanges } from '../use-changes';
import { SetActions } from './set-actions';
import { SetLocations } from './set-locations';
import { SetNotes } from './set-notes';
import { SetSummary } from './set-summary';
import styles from './set-view.module.css';
import { type ChangeSet, outcomeWords, reachWords, setTitle } from './set-words';
import { useChangeSet } from './use-sets';

const FAILED = 'Failed to load these changes. Please try again.';

/** The page of what was done together: how far it is, what became of each location, and its stop, retry and undo. */
export function SetView({ id }: { id: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const navigate = useNavigate();
  const [timeZone] = useState(viewerTimeZone);
  const { data: set, error: failed, isValidating, mutate } = useChangeSet(id, { isFollowed: true });
  const { error, isTrying } = afterTries(failed);
  const [opened, setOpened] = useState<{ kind: 'undo' } | { kind: 'change'; id: string }>();
  const isUnknown = error instanceof ApiError && error.status === 404;
  const failure = { message: FAILED, onRetry: () => void mutate(), retrying: isValidating };
  const focusHeading = () => heading.current?.focus({ preventScroll: true });
  const close = () => setOpened(undefined);
  useAnnouncedEnd(set);

  return (
    <div className={common.stack4}>
      <ButtonLink
        to={viewUrl('change-log')}
        variant="quiet"
        size="row"
        icon={ChevronLeft}
        className={styles.back}
      >
        Change Log
      </ButtonLink>
      <div className={common.spread}>
        <div className={styles.head}>
          <h1 ref={heading} tabIndex={-1} className={common.breaks}>
            {set ? setTitle(set) : 'Changes'}
          </h1>
          {set && <SetFacts set={set} timeZone={timeZone} />}
        </div>
        {set && <SetActions set={set} onUndo={() => setOpened({ kind: 'undo' })} onStopped={focusHeading} />}
      </div>
      {isUnknown && !set && (
        <EmptyState
          title="Changes not found"
          action={<ButtonLink to={viewUrl('change-log')}>Change Log</ButtonLink>}
        >
          They don’t exist, or you no longer have access to them.
        </EmptyState>
      )}
      {error !== undefined && !isUnknown && !set && <FailedLoad {...failure} />}
      {error !== undefined && set && <ErrorState {...failure} />}
      <Loading
        busy={!set && error === undefined}
        isTrying={isTrying}
        skeleton={<SkeletonRows rows={6} />}
        loadedMessage={set && setTitle(set)}
      >
        {set && (
          <div className={common.stack4}>
            <SetSummary set={set} />
            <SetLocations
              key={id}
              set={set}
              timeZone={timeZone}
              onOpen={(change) => setOpened({ kind: 'change', id: change })}
              onRetried={focusHeading}
            />
            <SetNotes set={set} />
          </div>
        )}
      </Loading>
      {opened?.kind === 'undo' && (
        <SetDialog
          id={id}
          timeZone={timeZone}
          onClose={close}
          onStarted={(setId) => {
            void navigate(viewUrl('change-log', { set: setId }));
            focusHeading();
          }}
        />
      )}
      {opened?.kind === 'change' && (
        <ChangeDialog
          key={opened.id}
          id={opened.id}
          timeZone={timeZone}
          onOpen={(change) => setOpened({ kind: 'change', id: change })}
          onClose={close}
        />
      )}
    </div>
  );
}

/** What the title doesn't say of a set, in one line: the fields, the locations, who, when and why. */
function SetFacts({ set, timeZone }: { set: ChangeSet; timeZone: string }) {
  const { actor, kind, createdAt, reason, undoes } = set;
  return (
    <p className={common.muted}>
      {reachWords(set)} · by {whoWords({ origin: 'here', actor, setKind: kind })},{' '}
      {dateTimeWords(new Date(createdAt), timeZone)}
      {reason && ` · “${reason}”`}
      {undoes && (
        <>
          {' · '}
          <ButtonLink size="row" variant="quiet" to={viewUrl('change-log', { set: undoes })}>
            See what it undoes
          </ButtonLink>
        </>
      )}
    </p>
  );
}

/** Says how a set ended that was under way when the page was opened, and reads the log again. */
function useAnnouncedEnd(set: ChangeSet | undefined): void {
  const refresh = useRefreshChanges();
  const running = useRef<string>(undefined);
  const end = useEffectEvent(() => {
    if (set) announce(outcomeWords(set));
    refresh();
  });
  const { id, state } = set ?? {};
  useEffect(() => {
    if (state === 'running') running.current = id;
    else if (state !== undefined && running.current === id) {
      running.current = undefined;
      end();
    }
  }, [id, state]);
}
