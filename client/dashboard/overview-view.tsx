import { CalendarDays, CalendarPlus, Store } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import useSWR from 'swr';
import { answer, api, type Schemas } from '../api/client';
import { viewUrl } from '../lib/views';
import { viewerTimeZone } from '../lib/wall-time';
import { POSTS } from '../posts/use-posts';
import { ErrorState } from '../ui/banner';
import { Button } from '../ui/button';
import { NotAvailable } from '../ui/labels';
import { Icon } from '../ui/icon';
import { Loading, Skeleton } from '../ui/loading';
import { Panel } from '../ui/panel';
import { NeedsAttention } from './needs-attention';
import { NextUp } from './next-up';
import styles from './overview.module.css';

interface OverviewViewProps {
  /** Undefined when it could not be loaded. */
  connection: Schemas['ConnectionStatusDto'] | undefined;
  onSchedulePost: () => void;
}

/** The first view of the dashboard: four counters, the next posts, and what needs attention. */
export function OverviewView({ connection, onSchedulePost }: OverviewViewProps) {
  const isSample = connection?.source === 'sample';
  return (
    <>
      <div className={styles.head}>
        <h1 tabIndex={-1}>Dashboard</h1>
        <Button variant="primary" icon={CalendarPlus} onClick={onSchedulePost}>
          SCHEDULE POST
        </Button>
      </div>
      <OverviewCounters isSample={isSample} />
      {isSample ? (
        <SampleOverview />
      ) : (
        <div className={styles.columns}>
          <NextUp onSchedulePost={onSchedulePost} />
          <NeedsAttention />
        </div>
      )}
    </>
  );
}

const COUNTERS = {
  businessAccounts: 'Business Accounts',
  locations: 'Locations',
  scheduledPosts: 'Scheduled Posts',
  publishedThisMonth: 'Published This Month',
} as const;

const NUMBER = new Intl.NumberFormat('en-GB');

/** The four counters. Sample data does not count as the user's own, so all are 0 there (specification, sections 2 and 9). */
function OverviewCounters({ isSample }: { isSample: boolean }) {
  const { data, error, isValidating, mutate } = useOverview({ isSample });
  return (
    <div className={styles.figures}>
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
        <p className={styles.sampleNote}>
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
          <dt className={styles.counterName}>{COUNTERS[name]}</dt>
          <dd className={styles.figure}>{figureOf(name)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A key of post data, so that each change to a post reads the counters again. */
const overviewKey = (timeZone: string) => [POSTS, 'overview', timeZone] as const;
export const isOverviewKey = (key: unknown) =>
  Array.isArray(key) && key[0] === POSTS && key[1] === overviewKey('')[1];

/** Reads the counters, "this month" in this browser's time zone; nothing on sample data. */
function useOverview({ isSample }: { isSample: boolean }) {
  const [timeZone] = useState(viewerTimeZone);
  return useSWR<Schemas['OverviewDto'], unknown>(isSample ? null : overviewKey(timeZone), () =>
    answer(api.GET('/api/overview', { params: { query: { timeZone } } })),
  );
}

const NEXT_STEPS = [
  {
    to: viewUrl('accounts'),
    icon: Store,
    title: 'Browse the accounts',
    text: 'See each business with its places, and correct what the public sees.',
  },
  {
    to: viewUrl('calendar'),
    icon: CalendarDays,
    title: 'Open the content calendar',
    text: 'Find every post that is scheduled, published or has failed.',
  },
];

/** Replaces the panels below the counters on sample data: says what will be shown there, and what to try. */
function SampleOverview() {
  const connect = <Link to={viewUrl('setup')}>Connect a Google Business Profile</Link>;
  return (
    <>
      <div className={styles.columns}>
        <Panel title="Next up">
          <p className={styles.sampleReason}>
            Posts of the sample do not count as yours, so none is shown here.
          </p>
          <p className={styles.sampleReason}>{connect} to see your next five posts.</p>
        </Panel>
        <Panel title="Needs attention">
          <p className={styles.sampleReason}>
            Places of the sample do not count as yours, so none is shown here.
          </p>
          <p className={styles.sampleReason}>
            {connect} to see failed posts, and places that Google has suspended or not verified.
          </p>
        </Panel>
      </div>
      <Panel title="Where to go from here">
        <ul className={styles.steps}>
          {NEXT_STEPS.map(({ to, icon, title, text }) => (
            <li key={title} className={styles.step}>
              <Icon of={icon} size={20} />
              <Link to={to} className={styles.stepTitle}>
                {title}
              </Link>
              <p className={styles.stepText}>{text}</p>
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );
}
