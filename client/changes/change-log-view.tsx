import { Download } from 'lucide-react';
import { useRef, useState } from 'react';
import { RefreshBar } from '../business-profile/refresh-bar';
import { addDays } from '../lib/calendar-days';
import { countOf } from '../lib/count-of';
import { zoneName } from '../lib/time-words';
import { useNow } from '../lib/use-now';
import { useSearchText } from '../lib/use-search';
import { startOfDay, toWallTime, viewerTimeZone } from '../lib/wall-time';
import { cx } from '../ui/basics/cx';
import prose from '../ui/basics/prose.module.css';
import common from '../ui/layout/common.module.css';
import { ErrorState } from '../ui/messages/banner';
import { FailedLoad } from '../ui/layout/board';
import { DownloadLink } from '../ui/basics/button';
import { VisuallyHidden } from '../ui/basics/screen-reader';
import { Tabs } from '../ui/layout/tabs';
import type { LogAction } from './change-cells';
import { ChangeDialog } from './change-dialog';
import { ChangeList } from './change-list';
import styles from './change-log-view.module.css';
import { GoogleEdits } from './google-edits';
import { LockAField } from './locks/lock-a-field';
import { LockDialog } from './locks/lock-dialog';
import { Locks } from './locks/locks';
import { LogToolbar } from './log-toolbar';
import { RestoreDialog, SetDialog } from './bulk-dialogs';
import { SetBanner } from './sets/set-banner';
import { SetView } from './sets/set-view';
import { useChangeTable } from './use-changes';
import { useLocks } from '../listings/use-locks';
import { useOpenEdits } from '../listings/use-google-edits';
import { type LogAddress, useLogAddress, useSetInAddress } from './use-log-address';

// Loaded with the change log: a file of its own would split what both share.
export { LockDialog };

const MINUTE = 60_000;
const FAILED = 'Failed to load the changes. Please try again.';

/** The change log, or the page of a set of it. */
export function ChangeLogView() {
  const set = useSetInAddress();
  return set === undefined ? <ChangeLog /> : <SetView id={set} />;
}

/** Every change of the profiles, with who, when and why, and its undo; and Google's edits. */
function ChangeLog() {
  const heading = useRef<HTMLHeadingElement>(null);
  const [timeZone] = useState(viewerTimeZone);
  const now = useNow(MINUTE);
  const { address, change } = useLogAddress();
  const { text, setText } = useSearchText();
  const { tab } = address;
  const isInbox = tab === 'google-edits';
  const isLocks = tab === 'locks';
  /** Whether the log itself is shown. */
  const isLog = !isInbox && !isLocks;
  const table = useChangeTable(toFilters(address, timeZone), text);
  const openEdits = useOpenEdits(address.locationId);
  const locks = useLocks({ locationId: address.locationId });
  const { changes, counts, error, isValidating, retry } = table;
  const [opened, setOpened] = useState<LogAction>();
  const [followed, setFollowed] = useState<string>();
  const [answering, setAnswering] = useState<ReadonlySet<string>>(new Set());
  const follow = (setId: string, edits: string[] = []) => {
    setFollowed(setId);
    setAnswering(new Set(edits));
  };
  const close = () => setOpened(undefined);

  const showAll = () => {
    setText('');
    change({
      tab: 'all',
      locationId: undefined,
      field: undefined,
      state: undefined,
      from: undefined,
      to: undefined,
      answer: 'OPEN',
    });
    heading.current?.focus();
  };
  const { locationId, field, state, from, to } = address;
  const hasFilter = [text.trim(), locationId, field, state, from, to].some(Boolean);

  return (
    <div className={common.stack3}>
      <div className={common.spread}>
        <h1 ref={heading} tabIndex={-1}>
          Change Log
        </h1>
        {isLocks ? (
          (locks.data?.items.length ?? 0) > 0 && <LockAField />
        ) : (
          <DownloadLink href={table.fileUrl} icon={Download}>
            Export CSV
          </DownloadLink>
        )}
      </div>
      <RefreshBar />
      {isLog && (hasFilter || counts?.all !== 0) && (
        <LogToolbar search={text} onSearch={setText} address={address} onChange={change} />
      )}
      <VisuallyHidden>
        <span role="status">{hasFilter && counts && isLog && `${countOf(counts.all, 'change')} found`}</span>
      </VisuallyHidden>
      {error !== undefined && changes && isLog && (
        <ErrorState message={FAILED} onRetry={retry} retrying={isValidating} />
      )}
      {followed && (
        <SetBanner
          key={followed}
          setId={followed}
          onDone={() => setAnswering(new Set())}
          onDismiss={() => {
            setFollowed(undefined);
            heading.current?.focus({ preventScroll: true });
          }}
        />
      )}
      <Tabs
        label="Changes"
        tabs={[
          { id: 'all', label: 'All', count: counts?.all },
          { id: 'here', label: 'Here', count: counts?.here },
          { id: 'elsewhere', label: 'Elsewhere', count: counts?.elsewhere },
          { id: 'google', label: 'Google', count: counts?.google },
          { id: 'google-edits', label: 'Google’s edits', count: openEdits.data?.counts.open },
          { id: 'locks', label: 'Locks', count: locks.data?.counts.all },
        ]}
        value={tab}
        onChange={(next) => change({ tab: next })}
      >
        {isLog && error !== undefined && !changes && (
          <FailedLoad message={FAILED} onRetry={retry} retrying={isValidating} />
        )}
        <VisuallyHidden>
          <h2>{isInbox ? 'Google’s edits' : isLocks ? 'Locks' : 'By day'}</h2>
        </VisuallyHidden>
        {isLog && (changes || error === undefined) && (
          <ChangeList
            table={table}
            address={address}
            hasFilter={hasFilter}
            today={toWallTime(now, timeZone).date}
            timeZone={timeZone}
            onAction={setOpened}
            onShowAll={showAll}
          />
        )}
        {isInbox && (
          <GoogleEdits
            address={address}
            onFilter={change}
            answering={answering}
            timeZone={timeZone}
            onStarted={follow}
            onOpenChange={(id) => setOpened({ kind: 'change', id })}
          />
        )}
        {isLocks && (
          <Locks
            locationId={address.locationId}
            onFilter={change}
            timeZone={timeZone}
            onOpenChange={(id) => setOpened({ kind: 'change', id })}
          />
        )}
        <p className={cx(prose.meta, styles.zone)}>Times in {zoneName(now, timeZone)}</p>
      </Tabs>
      {opened?.kind === 'change' && (
        <ChangeDialog
          key={opened.id}
          id={opened.id}
          timeZone={timeZone}
          onOpen={(id) => setOpened({ kind: 'change', id })}
          onClose={close}
        />
      )}
      {opened?.kind === 'set' && (
        <SetDialog id={opened.id} timeZone={timeZone} onStarted={follow} onClose={close} />
      )}
      {opened?.kind === 'restore' && (
        <RestoreDialog change={opened.change} timeZone={timeZone} onClose={close} />
      )}
    </div>
  );
}

/** The server's filters. Days are those of the viewer. */
function toFilters({ tab, locationId, field, state, from, to }: LogAddress, timeZone: string) {
  const instant = (day: string | undefined) => day && startOfDay(day, timeZone).toISOString();
  return {
    origin: tab === 'all' || tab === 'google-edits' || tab === 'locks' ? undefined : tab,
    locationId,
    field,
    state,
    from: instant(from),
    to: instant(to && addDays(to, 1)),
  };
}
