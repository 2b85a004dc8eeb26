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
import type { MouseEvent } from 'react';
import { Link } from 'react-router-dom';
import { dateTimeWords, relativeWords } from '../lib/time-words';
import { useNow } from '../lib/use-now';
import { viewerTimeZone } from '../lib/wall-time';
import { cx } from '../ui/basics/cx';
import { Icon } from '../ui/basics/icon';
import { Plate } from '../ui/basics/labels';
import { VisuallyHidden } from '../ui/basics/screen-reader';
import tones from '../ui/basics/tones.module.css';
import common from '../ui/layout/common.module.css';
import styles from './bell-panel.module.css';
import { type Notice, useReadNotices } from './use-notices';

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
  changes_ended: [PencilLine, 'neutral'],
  changes_ended_badly: [CircleAlert, 'warn'],
  lock_put_back: [PencilLine, 'neutral'],
  lock_waits: [CircleAlert, 'warn'],
  changes_spread: [PencilLine, 'neutral'],
  reading_stuck: [RefreshCwOff, 'warn'],
  zone_changed: [Globe, 'neutral'],
  new_review_low: [Star, 'warn'],
  new_review: [Star, 'neutral'],
  reply_rejected: [MessageSquareX, 'bad'],
  reply_not_sent: [MessageSquareX, 'warn'],
});

/** Notices as links to what they are about. Opening one marks it as read. */
export function NoticeRows({ notices, onOpen }: { notices: readonly Notice[]; onOpen: () => void }) {
  const { readOne } = useReadNotices();
  const now = useNow(60_000);
  return (
    <ul className={common.ruled}>
      {notices.map((notice) => (
        <li key={notice.id}>
          <NoticeRow
            notice={notice}
            now={now}
            onOpen={(event) => {
              void readOne(notice.id);
              // Another tab or window opens, and this one stays as it is.
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              onOpen();
            }}
          />
        </li>
      ))}
    </ul>
  );
}

interface NoticeRowProps {
  notice: Notice;
  now: Date;
  onOpen: (event: MouseEvent) => void;
}

function NoticeRow({ notice, now, onOpen }: NoticeRowProps) {
  const { kind, title, text, storeCode, lastAt, isRead, path } = notice;
  const at = new Date(lastAt);
  const [icon, tone] = LOOKS[kind];
  return (
    <Link to={path} className={styles.notice} onClick={onOpen}>
      <span className={cx(styles.mark, tones[tone])}>
        <Icon of={icon} />
      </span>
      <span className={styles.words}>
        <span className={cx(styles.title, !isRead && styles.unread)}>{title}</span>
        {(storeCode ?? text) && (
          <span className={cx(common.small, styles.text)}>
            {storeCode && (
              <>
                <Plate>{storeCode}</Plate>{' '}
              </>
            )}
            {text}
          </span>
        )}
      </span>
      <span className={cx(common.small, styles.when)}>
        <time dateTime={lastAt} title={dateTimeWords(at, viewerTimeZone())}>
          {relativeWords(at, now)}
        </time>
        {!isRead && (
          <>
            <span className={styles.dot} aria-hidden="true" />
            <VisuallyHidden>, new</VisuallyHidden>
          </>
        )}
      </span>
    </Link>
  );
}
