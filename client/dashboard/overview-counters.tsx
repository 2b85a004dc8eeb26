import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ErrorState } from '../ui/error-state';
import { Loading } from '../ui/loading';
import { NotAvailable } from '../ui/not-available';
import { Skeleton } from '../ui/skeleton';
import { viewUrl } from '../ui/views';
import styles from './overview-counters.module.css';
import { useOverview } from './use-overview';

const COUNTERS = {
  businessAccounts: 'Business Accounts',
  locations: 'Locations',
  scheduledPosts: 'Scheduled Posts',
  publishedThisMonth: 'Published This Month',
} as const;

const NUMBER = new Intl.NumberFormat('en-GB');

/**
 * The four counters. Sample data does not count as the person's own, so there all stand at 0 (specification, sections 2
 * and 9).
 */
export function OverviewCounters({ isSample }: { isSample: boolean }) {
  const { data, error, isValidating, mutate } = useOverview({ isSample });
  return (
    <div className={styles.part}>
      {error !== undefined && (
        <ErrorState
          message="Failed to load the figures. Please try again."
          onRetry={() => void mutate()}
          retrying={isValidating}
        />
      )}
      <Loading
        busy={!isSample && !data && error === undefined}
        skeleton={<Counters figureOf={() => <Skeleton shape="title" />} />}
      >
        <Counters
          figureOf={(name) => {
            if (isSample) return '0';
            return data ? NUMBER.format(data[name]) : <NotAvailable />;
          }}
        />
      </Loading>
      {isSample && (
        <p className={styles.why}>
          Sample data does not count as yours, so these stay at 0 until you{' '}
          <Link to={viewUrl('setup')}>connect a Google Business Profile</Link>.
        </p>
      )}
    </div>
  );
}

function Counters({ figureOf }: { figureOf: (name: keyof typeof COUNTERS) => ReactNode }) {
  const names = Object.keys(COUNTERS) as (keyof typeof COUNTERS)[];
  return (
    <dl className={styles.counters}>
      {names.map((name) => (
        <div key={name} className={styles.counter}>
          <dt className={styles.name}>{COUNTERS[name]}</dt>
          <dd className={styles.figure}>{figureOf(name)}</dd>
        </div>
      ))}
    </dl>
  );
}
