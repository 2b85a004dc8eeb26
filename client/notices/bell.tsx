import { Bell as BellIcon, BellOff } from 'lucide-react';
import { useRef } from 'react';
import { figure } from '../lib/count-of';
import { IconButton } from '../ui/basics/button';
import { useOnDemand } from '../ui/messages/load-code';
import styles from './bell.module.css';
import { useAnnouncedNotices, useMainSwitch, useNotices } from './use-notices';

const loadPanel = () => import('./bell-panel').then((module) => module.BellPanel);

/** Larger numbers are shown as `99+`. */
const MOST_SHOWN = 99;

/** The button with the number of unread notices, and the panel with them below it. */
export function Bell() {
  const isOff = !useMainSwitch('notifications').isOn;
  const { data } = useNotices();
  useAnnouncedNotices(data?.items);
  const { Part: Panel, ...panel } = useOnDemand(
    loadPanel,
    'The notices couldn’t be loaded. Please try again.',
  );
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const unread = data?.unread ?? 0;
  const isOpen = Panel !== undefined;

  return (
    <div ref={box}>
      <span className={styles.bell}>
        <IconButton
          ref={button}
          icon={isOff ? BellOff : BellIcon}
          label={labelOf(unread, isOff)}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={isOpen || panel.isOpening ? panel.close : panel.open}
        />
        {unread > 0 && (
          <span className={styles.count} aria-hidden="true">
            {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
          </span>
        )}
      </span>
      {Panel && <Panel box={box} opener={button} isOff={isOff} onClose={panel.close} />}
    </div>
  );
}

function labelOf(unread: number, isOff: boolean): string {
  return ['Notices', unread > 0 && `${figure(unread)} new`, isOff && 'switched off']
    .filter(Boolean)
    .join(', ');
}
