import {
  CalendarClock,
  CircleAlert,
  Clock,
  DoorClosed,
  Globe,
  MessageSquareX,
  type LucideIcon,
  OctagonX,
  PencilLine,
  RefreshCwOff,
  Star,
  TriangleAlert,
  Unplug,
} from 'lucide-react';
import { type MouseEvent, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { countOf } from '../lib/count-of';
import { drawFirst } from '../lib/draw-first';
import { dateTimeWords, relativeWords } from '../lib/time-words';
import { useNow } from '../lib/use-now';
import { viewerTimeZone } from '../lib/wall-time';
import tones from '../ui/basics/tones.module.css';
import common from '../ui/layout/common.module.css';
import { Banner } from '../ui/messages/banner';
import { Button } from '../ui/basics/button';
import { cx } from '../ui/basics/cx';
import { Dialog } from '../ui/layers/dialog';
import { Icon } from '../ui/basics/icon';
import { Badge } from '../ui/basics/labels';
import { notify } from '../ui/messages/notify';
import { LoadedPart } from './loaded-part';
import styles from './notices-dialog.module.css';
import { NoticeSettingsButton } from './settings-button';
import { type Notice, PAGE_SIZE, useMainSwitch, useNotices, useReadNotices } from './use-notices';

type Tone = 'bad' | 'warn' | 'neutral';

const LOOKS: Readonly<Record<Notice['kind'], readonly [LucideIcon, Tone]>> = Object.freeze({
  post_failed: [OctagonX, 'bad'],
  post_held: [Clock, 'warn'],
  connection_lost: [Unplug, 'bad'],
  connection_ending: [CalendarClock, 'warn'],
  api_closed: [Unplug, 'warn'],
  profile_changed: [PencilLine, 'neutral'],
  location_closed: [DoorClosed, 'bad'],
  location_suspended: [OctagonX, 'bad'],
  location_unverified: [TriangleAlert, 'warn'],
  edit_refused: [CircleAlert, 'warn'],
  reading_stuck: [RefreshCwOff, 'warn'],
  zone_changed: [Globe, 'neutral'],
  new_review_low: [Star, 'warn'],
  new_review: [Star, 'neutral'],
  reply_rejected: [MessageSquareX, 'bad'],
  reply_not_sent: [MessageSquareX, 'warn'],
});

interface NoticesDialogProps {
  /** Whether the person has switched notices off. */
  isOff: boolean;
  onClose: () => void;
}

/** The notices, the latest first. Each links to the page of what happened; opening it marks it as read. */
export function NoticesDialog({ isOff, onClose }: NoticesDialogProps) {
  const [pages, setPages] = useState(1);
  const reading = useNotices(pages);
  const top = useRef<HTMLDivElement>(null);
  const focusTop = () => top.current?.focus();
  const isReadingMore = reading.isValidating && (reading.data?.items.length ?? 0) <= (pages - 1) * PAGE_SIZE;

  return (
    <Dialog
      open
      title="Notices"
      onClose={onClose}
      size="small"
      footer={<NoticeSettingsButton size="small" />}
    >
      <div ref={top} tabIndex={-1} className={cx(common.stack3, common.noRing)}>
        {isOff && <SwitchedOff onSwitchedOn={focusTop} />}
        <LoadedPart reading={reading} failure="Failed to load the notices. Please try again.">
          {({ items, unread, nextCursor }) =>
            items.length === 0 ? (
              <NoNotices />
            ) : (
              <>
                {unread > 0 && <Unread count={unread} latest={items[0]!} onRead={focusTop} />}
                <NoticeLinks notices={items} onOpen={onClose} />
                {nextCursor !== null && (
                  <Button busyText={isReadingMore && 'Loading...'} onClick={() => setPages(pages + 1)}>
                    Load more
                  </Button>
                )}
              </>
            )
          }
        </LoadedPart>
      </div>
    </Dialog>
  );
}

interface UnreadProps {
  count: number;
  latest: Notice;
  /** Called before the button is removed, to take the focus. */
  onRead: () => void;
}

function Unread({ count, latest, onRead }: UnreadProps) {
  const { readAll } = useReadNotices();
  return (
    <div className={cx(common.spread, styles.head)}>
      <p>{countOf(count, 'new notice')}</p>
      <Button
        variant="quiet"
        size="small"
        onClick={() => {
          onRead();
          void readAll(latest);
        }}
      >
        Mark all as read
      </Button>
    </div>
  );
}

function NoticeLinks({ notices, onOpen }: { notices: readonly Notice[]; onOpen: () => void }) {
  const { readOne } = useReadNotices();
  const now = useNow(60_000);
  return (
    <ul className={cx(common.ruled, styles.list)}>
      {notices.map((notice) => (
        <li key={notice.id}>
          <NoticeLink
            notice={notice}
            now={now}
            onOpen={(event) => {
              void readOne(notice.id);
              // Another tab or window opens, and this one stays as it is.
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              // The focus returns before the view that the link leads to takes it.
              drawFirst(onOpen);
            }}
          />
        </li>
      ))}
    </ul>
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
    <div className={cx(common.muted, styles.empty)}>
      <p className={styles.title}>Nothing to report</p>
      <p>Failed and held posts, changes by Google and lost connections are listed here.</p>
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
  const [icon, tone] = LOOKS[kind];
  return (
    <Link to={path} className={cx(styles.notice, !isRead && styles.unread)} onClick={onOpen}>
      <span className={cx(styles.mark, tones[tone])}>
        <Icon of={icon} size={20} />
      </span>
      <span className={styles.words}>
        <span className={styles.title}>{title}</span>
        {text && <span className={common.muted}>{text}</span>}
        <time
          className={cx(common.muted, styles.when)}
          dateTime={lastAt}
          title={dateTimeWords(at, viewerTimeZone())}
        >
          {relativeWords(at, now)}
        </time>
      </span>
      {!isRead && <Badge tone="scheduled">New</Badge>}
    </Link>
  );
}
