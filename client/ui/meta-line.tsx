import type { ReactNode } from 'react';
import type { LucideIcon } from 'lucide-react';
import { Icon } from './icon';
import styles from './meta-line.module.css';

/** One muted line of facts behind an icon: an address, a phone number, hours. */
export function MetaLine({ icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <p className={styles.line}>
      <Icon of={icon} />
      <span>{children}</span>
    </p>
  );
}
