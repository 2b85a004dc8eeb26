import {
  CalendarClock,
  CircleAlert,
  Clock,
  DoorClosed,
  type LucideIcon,
  OctagonX,
  PencilLine,
  RefreshCwOff,
  TriangleAlert,
  Unplug,
} from 'lucide-react';
import { type MouseEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router-dom';
import { countOf } from '../lib/count-of';
import { dateTimeWords, relativeWords } from '../lib/time-words';
import { useNow } from '../lib/use-now';
import { viewerTimeZone } from '../lib/wall-time';
import { Banner, ErrorState } from '../ui/banner';
import { Button } from '../ui/button';
import { cx } from '../ui/cx';
import { Dialog } from '../ui/dialog';
import { Icon } from '../ui/icon';
import { Badge } from '../ui/labels';
import { Loading, Skeleton } from '../ui/loading';
import { notify } from '../ui/notify';
import styles from './notices-dialog.module.css';
import { type Notice, PAGE_SIZE, useMainSwitch, useNotices, useReadNotices } from './use-notices';

const ICONS: Readonly<Record<Notice['kind'], LucideIcon>> = Object.freeze({
  post_failed: OctagonX,
  post_held: Clock,
  connection_lost: Unplug,
  connection_ending: CalendarClock,
  profile_changed: PencilLine,
  location_closed: DoorClosed,
  location_suspended: OctagonX,
  location_unverified: TriangleAlert,
  edit_refused: CircleAlert,
  reading_stuck: RefreshCwOff,
});

interface NoticesDialogProps {
  /** Whether the person has switched notices off. */
  isOff: boolean;
  onClose: () => void;
}

/** The notices, the latest first. Each leads to what it is about, and is then read. */
export function NoticesDialog({ isOff, onClose }: NoticesDialogProps) {
  const [pages, setPages] = useState(1);
  const { data, error, isValidating, mutate } = useNotices(pages);
  const { readOne, readAll } = useReadNotices();
  const now = useNow(60_000);
  const top = useRef<HTMLDivElement>(null);
  const latest = data?.items[0];
  const isReadingMore = isValidating && data !== undefined && data.items.length <= (pages - 1) * PAGE_SIZE;

  return (
    <Dialog open title="Notices" onClose={onClose} size="small">
      <div ref={top} tabIndex={-1} className={styles.notices}>
        {isOff && <SwitchedOff onSwitchedOn={() => top.current?.focus()} />}
        {error !== undefined && (
          <ErrorState
            message="Failed to load the notices. Please try again."
            onRetry={() => void mutate()}
            retrying={isValidating}
          />
        )}
        <Loading
          busy={!data && error === undefined}
          skeleton={Array.from({ length: 4 }, (_, index) => (
            <Skeleton key={index} shape="row" />
          ))}
        >
          {data && data.unread > 0 && latest && (
            <div className={styles.head}>
              <p>{countOf(data.unread, 'new notice')}</p>
              <Button
                variant="quiet"
                size="small"
                onClick={() => {
                  top.current?.focus();
                  void readAll(latest);
                }}
              >
                Mark all as read
              </Button>
            </div>
          )}
          {data && !latest && <NoNotices />}
          {latest && (
            <ul className={styles.list}>
              {data.items.map((notice) => (
                <li key={notice.id}>
                  <NoticeLink
                    notice={notice}
                    now={now}
                    onOpen={(event) => {
                      void readOne(notice.id);
                      // Another tab or window opens, and this one stays as it is.
                      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                      // The focus returns before the view that the link leads to takes it.
                      flushSync(onClose);
                    }}
                  />
                </li>
              ))}
            </ul>
          )}
          {data && data.nextCursor !== null && (
            <Button busyText={isReadingMore && 'Loading...'} onClick={() => setPages(pages + 1)}>
              Load more
            </Button>
          )}
        </Loading>
      </div>
    </Dialog>
  );
}

function SwitchedOff({ onSwitchedOn }: { onSwitchedOn: () => void }) {
  const { isSaving, change } = useMainSwitch('notifications');
  const switchOn = async (): Promise<void> => {
    if (!(await change(true))) return;
    notify.success('Notices are on.');
    onSwitchedOn();
  };
  return (
    <Banner
      tone="info"
      action={
        <Button size="small" busyText={isSaving && 'Saving...'} onClick={() => void switchOn()}>
          Switch on
        </Button>
      }
    >
      Notices are switched off, so nothing new is listed here.
    </Banner>
  );
}

function NoNotices() {
  return (
    <div className={styles.empty}>
      <p className={styles.title}>Nothing to report</p>
      <p>
        It’s listed here when a post fails or is held, when Google changes a location, and when the connection
        to Google ends.
      </p>
    </div>
  );
}

interface NoticeLinkProps {
  notice: Notice;
  now: Date;
  onOpen: (event: MouseEvent) => void;
}

function NoticeLink({ notice: { kind, title, text, lastAt, isRead, path }, now, onOpen }: NoticeLinkProps) {
  const at = new Date(lastAt);
  return (
    <Link to={path} className={cx(styles.notice, !isRead && styles.unread)} onClick={onOpen}>
      <Icon of={ICONS[kind]} size={20} />
      <span className={styles.words}>
        <span className={styles.title}>{title}</span>
        {text && <span className={styles.text}>{text}</span>}
        <time className={styles.when} dateTime={lastAt} title={dateTimeWords(at, viewerTimeZone())}>
          {relativeWords(at, now)}
        </time>
      </span>
      {!isRead && <Badge tone="scheduled">New</Badge>}
    </Link>
  );
}
