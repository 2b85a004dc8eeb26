import { CircleCheck } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { cx } from '../ui/basics/cx';
import prose from '../ui/basics/prose.module.css';
import { Board } from '../ui/layout/board';
import { Button } from '../ui/basics/button';
import { Icon } from '../ui/basics/icon';
import common from '../ui/layout/common.module.css';
import { ConnectFaultBanner, useConnect } from './connect';
import styles from './connect-board.module.css';

/** As specified (section 2). */
const BENEFITS = [
  'Manage multiple business locations',
  'Schedule posts and updates',
  'View performance insights',
  'Manage reviews and responses',
];

interface ConnectBoardProps {
  title: string;
  /** Below another board, or from a bar of its own. */
  drop: 'chained' | 'long';
  /** Another way, as a button for a painted board. */
  other?: ReactNode;
  /** What happens at Google. */
  children: ReactNode;
}

/** The benefits of connecting a Business Profile, and the button that goes to Google's consent page. */
export function ConnectBoard({ title, drop, other, children }: ConnectBoardProps) {
  const titleId = useId();
  const { connecting, fault, connect } = useConnect();
  return (
    <section aria-labelledby={titleId} className={common.stack4}>
      <Board state="painted" drop={drop}>
        <div className={cx(common.line, styles.content)}>
          <div className={styles.words}>
            <h2 id={titleId} className={styles.title}>
              {title}
            </h2>
            <ul className={styles.benefits}>
              {BENEFITS.map((benefit) => (
                <li key={benefit} className={prose.row}>
                  <Icon of={CircleCheck} />
                  {benefit}
                </li>
              ))}
            </ul>
          </div>
          <Button
            variant="onBoard"
            className={styles.button}
            busyText={connecting && 'Connecting...'}
            onClick={connect}
          >
            Connect Google Business Profile
          </Button>
          {other}
          <p className={styles.note}>{children}</p>
        </div>
      </Board>
      <ConnectFaultBanner fault={fault} />
    </section>
  );
}
