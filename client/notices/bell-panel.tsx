import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { figure } from '../lib/count-of';
import { focusAfter } from '../lib/draw-first';
import { settingsUrl } from '../lib/views';
import { Button } from '../ui/basics/button';
import { cx } from '../ui/basics/cx';
import { useClosing } from '../ui/layers/use-closing';
import common from '../ui/layout/common.module.css';
import { Banner } from '../ui/messages/banner';
import { notify } from '../ui/messages/notify';
import styles from './bell-panel.module.css';
import { FailureMail } from './failure-mail';
import { LoadedPart } from './loaded-part';
import { NoticeRows } from './notice-rows';
import { type Notice, PAGE_SIZE, useMainSwitch, useNotices, useReadNotices } from './use-notices';

interface BellPanelProps {
  /** Holds the bell and the panel. */
  box: RefObject<HTMLElement | null>;
  /** The bell. */
  opener: RefObject<HTMLButtonElement | null>;
  /** Whether the person has switched notices off. */
  isOff: boolean;
  onClose: () => void;
}

/**
 * The notices below the bell, the latest first, and whether failures come by email too. The page behind it stays usable:
 * Esc, a click elsewhere and the bell close it.
 */
export function BellPanel({ box, opener, isOff, onClose }: BellPanelProps) {
  const titleId = useId();
  const [pages, setPages] = useState(1);
  const reading = useNotices(pages);
  const panel = useRef<HTMLDivElement>(null);
  const focusPanel = () => panel.current?.focus();
  const isReadingMore = reading.isValidating && (reading.data?.items.length ?? 0) <= (pages - 1) * PAGE_SIZE;
  // The focus is on the bell before the view that a link leads to takes it.
  const close = () => focusAfter(onClose, () => opener.current);
  useClosing(box, true, (byKey) => (byKey ? close() : onClose()));
  useEffect(() => panel.current?.focus(), []);
  const unread = reading.data?.unread ?? 0;

  return (
    <div
      ref={panel}
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      className={cx(common.noRing, styles.panel)}
    >
      <div className={cx(common.spread, styles.head)}>
        <h2 id={titleId}>
          Notices {unread > 0 && <span className={styles.count}>{figure(unread)} new</span>}
        </h2>
        {unread > 0 && <ReadAll latest={reading.data?.items[0]} onRead={focusPanel} />}
      </div>
      <FailureMail onOpenSettings={close} />
      {isOff && <SwitchedOff onSwitchedOn={focusPanel} />}
      <div className={styles.body}>
        <LoadedPart reading={reading} failure="Failed to load the notices. Please try again.">
          {({ items, nextCursor }) =>
            items.length === 0 ? (
              <NoNotices />
            ) : (
              <>
                <NoticeRows notices={items} onOpen={close} />
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
      <div className={styles.foot}>
        <Link to={settingsUrl('notices')} onClick={close}>
          Notice settings
        </Link>
      </div>
    </div>
  );
}

interface ReadAllProps {
  latest: Notice | undefined;
  /** Called before the button is removed, to take the focus. */
  onRead: () => void;
}

function ReadAll({ latest, onRead }: ReadAllProps) {
  const { readAll } = useReadNotices();
  if (!latest) return null;
  return (
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
