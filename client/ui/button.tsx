import { useLayoutEffect, useRef, type ComponentProps } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { type LucideIcon, ExternalLink as Glyph } from 'lucide-react';
import { cx } from './cx';
import { Icon } from './icon';
import styles from './button.module.css';
import { VisuallyHidden } from './screen-reader';

interface ButtonLook {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  size?: 'regular' | 'small';
  icon?: LucideIcon;
}

interface ButtonProps extends ButtonLook, Omit<ComponentProps<'button'>, 'ref'> {
  /** While work is under way: shown instead of the label, for example 'Saving...'. The button is disabled then. */
  busyText?: string | false | undefined;
}

const look = ({ variant = 'secondary', size = 'regular' }: ButtonLook, className?: string) =>
  cx(styles.button, styles[variant], size === 'small' && styles.small, className);

/** A push button. `type` is 'button' unless given. Focus that a busy spell took away comes back when it ends. */
export function Button({ variant, size, icon, busyText, className, children, ...rest }: ButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const busy = Boolean(busyText);

  useLayoutEffect(() => {
    const element = button.current;
    if (!busy || element === null || document.activeElement !== element) return;
    // The cleanup runs while React still holds the old attribute; wait until the button is enabled again.
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

/** A link within the product that looks like a button. */
export function ButtonLink({ variant, size, icon, className, children, ...rest }: ButtonLook & LinkProps) {
  return (
    <Link {...rest} className={look({ variant, size }, className)}>
      {icon && <Icon of={icon} />}
      {children}
    </Link>
  );
}

/** A file of ours to be saved, named by the server, that looks like a button. */
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
      className={cx(styles.iconButton, danger && styles.iconDanger, className)}
    >
      <Icon of={icon} size={20} />
    </button>
  );
}

/** A link out of the product, in a new tab. */
export function ExternalLink({ href, children }: { href: string; children: string }) {
  return (
    <a className={styles.externalLink} href={href} target="_blank" rel="noreferrer">
      {children}
      <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
      <Icon of={Glyph} />
    </a>
  );
}
