import { Bell as BellIcon, BellOff } from 'lucide-react';
import { figure } from '../lib/count-of';
import { IconButton } from '../ui/basics/button';
import { useOnDemand } from '../ui/messages/load-code';
import styles from './bell.module.css';
import { useAnnouncedNotices, useMainSwitch, useNotices } from './use-notices';

const loadDialog = () => import('./notices-dialog').then((module) => module.NoticesDialog);

/** Larger numbers are shown as `99+`. */
const MOST_SHOWN = 99;

/** The button with the number of unread notices, and their list. */
export function Bell() {
  const isOff = !useMainSwitch('notifications').isOn;
  const { data } = useNotices();
  useAnnouncedNotices(data?.items);
  const { Part: NoticesDialog, ...dialog } = useOnDemand(
    loadDialog,
    'The notices couldn’t be loaded. Please try again.',
  );
  const unread = data?.unread ?? 0;

  return (
    <span className={styles.bell}>
      <IconButton icon={isOff ? BellOff : BellIcon} label={labelOf(unread, isOff)} onClick={dialog.open} />
      {unread > 0 && (
        <span className={styles.count} aria-hidden="true">
          {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
        </span>
      )}
      {NoticesDialog && <NoticesDialog isOff={isOff} onClose={dialog.close} />}
    </span>
  );
}

function labelOf(unread: number, isOff: boolean): string {
  return ['Notices', unread > 0 && `${figure(unread)} new`, isOff && 'switched off']
    .filter(Boolean)
    .join(', ');
}
