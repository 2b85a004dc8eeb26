import { figure } from '../../lib/count-of';
import type { Lock } from '../../listings/use-locks';
import { cx } from '../../ui/basics/cx';
import common from '../../ui/layout/common.module.css';
import styles from './lock-row.module.css';

/** How often a lock has changed its field back of late, and how often it does so at most. */
export function Budget({ lock: { used, limits, locations } }: { lock: Lock }) {
  return (
    <div className={styles.budget}>
      <Line used={used.value} limit={limits.value} what="this value" />
      <Line used={used.field} limit={limits.field} what="this field" />
      <p className={cx(common.small, styles.period)}>
        in {figure(limits.days)} days{locations.count > 1 && `, highest of ${figure(locations.count)}`}
      </p>
    </div>
  );
}

function Line({ used, limit, what }: { used: number; limit: number; what: string }) {
  return (
    <>
      <span aria-hidden="true" className={cx(styles.pips, used >= limit && styles.spent)}>
        {Array.from({ length: limit }, (_, index) => (
          <i key={index} className={cx(index < used && styles.used)} />
        ))}
      </span>
      <span>
        {figure(used)} of {figure(limit)} <span className={common.muted}>{what}</span>
      </span>
    </>
  );
}
