import type { ReactNode } from 'react';
import type { LucideIcon } from 'lucide-react';
import { cx } from './cx';
import { Icon } from './icon';
import { STATUS, type Status } from './status';
import styles from './badge.module.css';

/** A state as icon, word and colour. */
export function StatusBadge({ status }: { status: Status }) {
  const { label, icon, tone } = STATUS[status];
  return (
    <span className={cx(styles.badge, styles[tone])}>
      <Icon of={icon} />
      {label}
    </span>
  );
}

/** A quiet label without a state, for example a type or "Draft". */
export function Badge({
  icon,
  dashed,
  children,
}: {
  icon?: LucideIcon;
  dashed?: boolean;
  children: ReactNode;
}) {
  return (
    <span className={cx(styles.badge, styles.neutral, dashed && styles.dashed)}>
      {icon && <Icon of={icon} />}
      {children}
    </span>
  );
}
