import { Children, type ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { StatusBadge } from './badge';
import { cx } from './cx';
import { STATUS, type Status } from './status';
import styles from './card.module.css';

interface CardProps {
  to: LinkProps['to'];
  title: string;
  status: Status;
  /** What else the link's name says after title and state, for example "Personal, 3 locations". */
  details?: string;
  /** Stands before the title: an Avatar. */
  media?: ReactNode;
  /** Beside the state, below the title: a Plate or a Badge. */
  plate?: ReactNode;
  /** MetaLines. */
  children?: ReactNode;
  footer?: ReactNode;
  headingLevel?: 2 | 3;
}

/** A place or an account; the whole card is one link. A control in the footer stays reachable above it. */
export function Card({
  to,
  title,
  status,
  details,
  media,
  plate,
  children,
  footer,
  headingLevel = 2,
}: CardProps) {
  const Heading = `h${headingLevel}` as const;
  const name = [title, STATUS[status].label, details].filter(Boolean).join(', ');
  return (
    <article className={cx(styles.card, styles[STATUS[status].tone])}>
      <div className={styles.head}>
        {media}
        <Heading className={styles.title}>
          <Link to={to} className={styles.link} aria-label={name}>
            {title}
          </Link>
        </Heading>
        <StatusBadge status={status} />
      </div>
      {plate && <div>{plate}</div>}
      {children && <div className={styles.meta}>{children}</div>}
      {footer && <div className={styles.footer}>{footer}</div>}
    </article>
  );
}

/** Lays cards out in as many columns as fit, as a list. */
export function CardGrid({ children }: { children: ReactNode }) {
  return (
    <ul className={styles.grid}>
      {Children.map(children, (card) => (
        <li>{card}</li>
      ))}
    </ul>
  );
}
