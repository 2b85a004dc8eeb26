import type { ComponentProps } from 'react';
import type { LucideIcon } from 'lucide-react';
import { cx } from './cx';
import { Icon } from './icon';
import styles from './icon-button.module.css';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'title' | 'children'> {
  icon: LucideIcon;
  /** The button's name: spoken, and shown as the browser's own tooltip. */
  label: string;
  danger?: boolean;
}

/** A square button with an icon alone, 36 px, 44 px for fingers. */
export function IconButton({ icon, label, danger, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={cx(styles.button, danger && styles.danger, className)}
    >
      <Icon of={icon} size={20} />
    </button>
  );
}
