import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { X } from 'lucide-react';
import { Announcer } from './announcer';
import { IconButton } from './icon-button';
import { useModal } from './use-modal';
import styles from './drawer.module.css';

interface DrawerProps {
  open: boolean;
  /** The drawer's accessible name. */
  label: string;
  onClose: () => void;
  children: ReactNode;
}

/** A modal panel at the inline start, for navigation on narrow screens. */
export function Drawer({ open, ...rest }: DrawerProps) {
  return open && createPortal(<OpenDrawer {...rest} />, document.body);
}

function OpenDrawer({ label, onClose, children }: Omit<DrawerProps, 'open'>) {
  const dialog = useModal({ onDismiss: onClose, overlayDismisses: true });
  return (
    <dialog ref={dialog} className={styles.drawer} aria-label={label}>
      <div className={styles.panel}>
        <div className={styles.close}>
          <IconButton icon={X} label="Close" onClick={onClose} />
        </div>
        {children}
      </div>
      <Announcer />
    </dialog>
  );
}
