import { cx } from './cx';
import styles from './one-line.module.css';

/** About as many characters as the narrowest column of a table shows in a line. */
const FITS = 28;

interface OneLineProps {
  className?: string | undefined;
  children: string;
}

/** A text in a row of a table. Only the first line of a longer one is shown, until a click opens the rest. */
export function OneLine({ className, children }: OneLineProps) {
  if (children.length <= FITS) return <p className={className}>{children}</p>;
  return (
    <details className={cx(styles.fold, className)}>
      <summary>{children}</summary>
    </details>
  );
}
