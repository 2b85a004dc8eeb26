import type { ReactNode } from 'react';
import type { Schemas } from '../api/client';
import { RequestFault } from '../business-profile/request-fault';
import { useConnection } from '../business-profile/use-connection';
import { Loading } from '../ui/loading';
import { NotAvailable } from '../ui/not-available';
import { Panel } from '../ui/panel';
import { Skeleton } from '../ui/skeleton';
import styles from './location-sidebar.module.css';
import { useLocationStats } from './use-location-stats';

type Stats = Schemas['LocationStatsDto'];
type Figure = Schemas['FigureDto'] | null;

const NAMES = {
  profileViews: 'Profile Views',
  searchQueries: 'Search Queries',
  directionRequests: 'Direction Requests',
  phoneCalls: 'Phone Calls',
} as const;
const names = Object.keys(NAMES) as (keyof typeof NAMES)[];

const NUMBER = new Intl.NumberFormat('en-GB');
const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const PERIOD = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** How often a location was seen and used at Google. Of sample data there are no figures (specification, section 2). */
export function LocationStats({ locationId }: { locationId: string }) {
  const { connection } = useConnection();
  return (
    <Panel title="Location Stats">
      {connection?.source === 'google' ? (
        <GoogleStats locationId={locationId} />
      ) : (
        <Figures stats={undefined} />
      )}
    </Panel>
  );
}

function GoogleStats({ locationId }: { locationId: string }) {
  const { data: stats, error, isValidating, mutate } = useLocationStats(locationId);
  return (
    <>
      {error !== undefined && (
        <RequestFault
          error={error}
          message="Failed to load the figures. Please try again."
          onRetry={() => void mutate()}
          retrying={isValidating}
        />
      )}
      <Loading
        busy={!stats && error === undefined}
        skeleton={<List figureOf={() => <Skeleton shape="short" />} />}
      >
        <Figures stats={stats} />
      </Loading>
    </>
  );
}

function Figures({ stats }: { stats: Stats | undefined }) {
  return (
    <>
      <List figureOf={(name) => <Words figure={stats?.[name] ?? null} />} />
      {stats && names.some((name) => stats[name]) ? (
        <Period stats={stats} />
      ) : (
        <p className={styles.note} aria-hidden="true">
          Figures are not available yet.
        </p>
      )}
    </>
  );
}

/** Which days the figures are of, and that Google counts late: without that they would say little. */
function Period({ stats: { from, to } }: { stats: Stats }) {
  if (!from || !to) return <p className={styles.note}>Google has counted no days yet.</p>;
  return (
    <>
      <p className={styles.note}>{PERIOD.formatRange(Date.parse(from), Date.parse(to))}</p>
      <p className={styles.note}>Google has counted up to {DAY.format(Date.parse(to))}.</p>
    </>
  );
}

function List({ figureOf }: { figureOf: (name: keyof typeof NAMES) => ReactNode }) {
  return (
    <dl className={styles.stats}>
      {names.map((name) => (
        <div key={name} className={styles.stat}>
          <dt>{NAMES[name]}</dt>
          <dd>{figureOf(name)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Words({ figure }: { figure: Figure }) {
  if (!figure) return <NotAvailable />;
  const number = NUMBER.format(figure.value);
  return figure.isBelow ? `below ${number}` : number;
}
