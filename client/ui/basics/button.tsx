import { useLayoutEffect, useRef, type ComponentProps } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { type LucideIcon, ExternalLink as Glyph } from 'lucide-react';
import common from '../layout/common.module.css';
import { cx } from './cx';
import { Icon } from './icon';
import styles from './button.module.css';
import { VisuallyHidden } from './screen-reader';

interface ButtonLook {
  /** `onBoard` and `lineOnBoard` are for a painted board. `quietDanger` deletes, beside helpful actions. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'quietDanger' | 'onBoard' | 'lineOnBoard';
  /** 40, 32, or 28 px high for the words in a row. */
  size?: 'regular' | 'small' | 'row';
  icon?: LucideIcon;
}

interface ButtonProps extends ButtonLook, Omit<ComponentProps<'button'>, 'ref'> {
  /** Replaces the label while work is running, for example 'Saving...', and disables the button. */
  busyText?: string | false | undefined;
}

const look = ({ variant = 'secondary', size = 'regular' }: ButtonLook, className?: string) =>
  cx(styles.button, styles[variant], size !== 'regular' && styles[size], className);

/** A push button. `type` is 'button' by default. If the button loses focus by being busy, it gets the focus back. */
export function Button({ variant, size, icon, busyText, className, children, ...rest }: ButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const busy = Boolean(busyText);

  useLayoutEffect(() => {
    const element = button.current;
    if (!busy || element === null || document.activeElement !== element) return;
    // The cleanup runs before React has enabled the button again.
    return () =>
      queueMicrotask(() => {
        const focusIsLost = document.activeElement === document.body || document.activeElement === element;
        if (focusIsLost) element.focus();
      });
  }, [busy]);

  return (
    <button
      type="button"
      {...rest}
      ref={button}
      className={look({ variant, size }, className)}
      disabled={rest.disabled || busy}
    >
      {icon && !busy && <Icon of={icon} />}
      {busyText || children}
    </button>
  );
}

/** A link inside the product that looks like a button. */
export function ButtonLink({ variant, size, icon, className, children, ...rest }: ButtonLook & LinkProps) {
  return (
    <Link {...rest} className={look({ variant, size }, className)}>
      {icon && <Icon of={icon} />}
      {children}
    </Link>
  );
}

/** A link that looks like a button and downloads a file of ours, named by the server. */
export function DownloadLink({
  variant,
  size,
  icon,
  className,
  children,
  ...rest
}: ButtonLook & Omit<ComponentProps<'a'>, 'download'> & { href: string }) {
  return (
    <a {...rest} download className={look({ variant, size }, className)}>
      {icon && <Icon of={icon} />}
      {children}
    </a>
  );
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'title' | 'children'> {
  icon: LucideIcon;
  /** The button's accessible name, also shown as the browser's tooltip. */
  label: string;
  danger?: boolean;
}

/** A square button with only an icon: 36 px, or 44 px for touch. */
export function IconButton({ icon, label, danger, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={cx(styles.iconButton, danger && styles.iconDanger, className)}
    >
      <Icon of={icon} size={20} />
    </button>
  );
}

/** A link to another site, in a new tab. */
export function ExternalLink({ href, children }: { href: string; children: string }) {
  return (
    <a className={cx(common.breaks, styles.externalLink)} href={href} target="_blank" rel="noreferrer">
      {children}
      <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
      <Icon of={Glyph} />
    </a>
  );
}
