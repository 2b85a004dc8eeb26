import { Link } from 'react-router-dom';
import { viewUrl } from '../ui/views';
import { VisuallyHidden } from '../ui/visually-hidden';
import styles from './overview-counters.module.css';

const COUNTERS = ['Business Accounts', 'Locations', 'Scheduled Posts', 'Published This Month'];

/**
 * The four counters. Sample data does not count as the person's own, so all stand at 0 (specification, sections 2 and 9);
 * of a connected person nothing is counted yet.
 */
export function OverviewCounters({ isSample }: { isSample: boolean }) {
  return (
    <div>
      <dl className={styles.counters}>
        {COUNTERS.map((name) => (
          <div key={name} className={styles.counter}>
            <dt className={styles.name}>{name}</dt>
            <dd className={styles.figure}>
              {isSample ? (
                '0'
              ) : (
                <>
                  <span aria-hidden="true">--</span>
                  <VisuallyHidden>not available yet</VisuallyHidden>
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {isSample ? (
        <p className={styles.why}>
          Sample data does not count as yours, so these stay at 0 until you{' '}
          <Link to={viewUrl('setup')}>connect a Google Business Profile</Link>.
        </p>
      ) : (
        <p className={styles.why} aria-hidden="true">
          Figures are not available yet.
        </p>
      )}
    </div>
  );
}
