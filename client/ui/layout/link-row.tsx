import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { cx } from '../basics/cx';
import { Icon } from '../basics/icon';
import prose from '../basics/prose.module.css';
import styles from './link-row.module.css';

interface LinkRowProps {
  to: string;
  children: ReactNode;
}

/** A row of a list that leads somewhere: one link over its whole width. */
export function LinkRow({ to, children }: LinkRowProps) {
  return (
    <li>
      <Link to={to} className={cx(prose.row, styles.row)}>
        {children}
        <Icon of={ChevronRight} />
      </Link>
    </li>
  );
}
