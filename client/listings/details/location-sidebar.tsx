import { ChartColumn, History, ImagePlus, type LucideIcon, MessageSquareText, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import useSWR from 'swr';
import { answer, api, type Schemas } from '../../api/client';
import { RequestFault } from '../../business-profile/connect';
import { useConnection } from '../../business-profile/use-connection';
import { countOf, figure } from '../../lib/count-of';
import { timesIn } from '../../lib/formats';
import { dateWords } from '../../lib/time-words';
import { viewUrl } from '../../lib/views';
import { Button, ButtonLink } from '../../ui/basics/button';
import { cx } from '../../ui/basics/cx';
import { NotAvailable } from '../../ui/basics/labels';
import common from '../../ui/layout/common.module.css';
import { Loading, Skeleton } from '../../ui/messages/loading';
import { Panel } from '../../ui/layout/panel';
import { useOpenEdits } from '../use-google-edits';
import styles from './location-sidebar.module.css';

interface LocationSidebarProps {
  locationId: string;
  onSchedulePost: () => void;
  /** Stands below the others. */
  children: ReactNode;
}

/** The actions on a location, and its statistics. */
export function LocationSidebar({ locationId, onSchedulePost, children }: LocationSidebarProps) {
  return (
    <aside className={common.stack4} aria-label="Location actions and stats">
      <Panel title="Quick Actions" flush>
        <ul className={styles.actions}>
          <li>
            <Button variant="quiet" size="small" icon={Plus} onClick={onSchedulePost}>
              Schedule Post
            </Button>
          </li>
          <HistoryLink locationId={locationId} />
          <ConnectedLink icon={ChartColumn} to={viewUrl('statistics', { location: locationId })}>
            View Insights
          </ConnectedLink>
          <ConnectedLink
            icon={MessageSquareText}
            to={viewUrl('reputation', { location: locationId, tab: 'all' })}
          >
            Manage Reviews
          </ConnectedLink>
          <ComingAction name="Upload Photos" icon={ImagePlus} />
        </ul>
      </Panel>
      <LocationStats locationId={locationId} />
      {children}
    </aside>
  );
}

/** The way to all changes of the location, with the number of Google's edits that wait. Sample data has no changes. */
function HistoryLink({ locationId }: { locationId: string }) {
  const { connection } = useConnection();
  const open = useOpenEdits(locationId).data?.counts.open ?? 0;
  if (connection?.source !== 'google') return null;
  const tab = open > 0 ? 'google-edits' : undefined;
  return (
    <li>
      <ButtonLink
        variant="quiet"
        size="small"
        icon={History}
        to={viewUrl('change-log', { location: locationId, tab })}
      >
        History {open > 0 && <span className={styles.waiting}>{countOf(open, 'edit')} by Google</span>}
      </ButtonLink>
    </li>
  );
}

interface ConnectedLinkProps {
  icon: LucideIcon;
  to: string;
  children: string;
}

/** The way to what only a connected profile has of the location. */
function ConnectedLink({ icon, to, children }: ConnectedLinkProps) {
  const { connection } = useConnection();
  if (connection?.source !== 'google') return <ComingAction name={children} icon={icon} />;
  return (
    <li>
      <ButtonLink variant="quiet" size="small" icon={icon} to={to}>
        {children}
      </ButtonLink>
    </li>
  );
}

function ComingAction({ name, icon }: { name: string; icon: LucideIcon }) {
  return (
    <li>
      <Button variant="quiet" size="small" icon={icon} disabled>
        {name} <span className={styles.coming}>Coming soon</span>
      </Button>
    </li>
  );
}

type Stats = Schemas['LocationStatisticsDto'];
type Statistic = Schemas['StatisticDto'] | null;

const NAMES = {
  profileViews: 'Profile Views',
  searchQueries: 'Search Queries',
  directionRequests: 'Direction Requests',
  phoneCalls: 'Phone Calls',
} as const;
const names = Object.keys(NAMES) as (keyof typeof NAMES)[];

const PERIOD = timesIn({ dateStyle: 'medium' });

/** How often a location was seen and used at Google. Sample data has no statistics (specification, section 2). */
function LocationStats({ locationId }: { locationId: string }) {
  const { connection } = useConnection();
  return (
    <Panel title="Location Stats">
      {connection?.source === 'google' ? (
        <GoogleStats locationId={locationId} />
      ) : (
        <Statistics stats={undefined} />
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
        skeleton={<StatList valueOf={() => <Skeleton shape="short" />} />}
      >
        <Statistics stats={stats} />
      </Loading>
    </>
  );
}

/** The statistics of the last 30 days for which Google has data. Failures are shown in place, not as a toast. */
function useLocationStats(id: string) {
  return useSWR(['location-stats', id], () =>
    answer(api.GET('/api/locations/{id}/stats', { params: { path: { id } } }), { quiet: true }),
  );
}

function Statistics({ stats }: { stats: Stats | undefined }) {
  return (
    <>
      <StatList valueOf={(name) => <StatisticWords statistic={stats?.[name] ?? null} />} />
      {stats && names.some((name) => stats[name]) ? (
        <Period stats={stats} />
      ) : (
        <p className={cx(common.small, styles.note)} aria-hidden="true">
          Figures aren’t available yet.
        </p>
      )}
    </>
  );
}

/** The days that the statistics cover, and how late Google's data is. */
function Period({ stats: { from, to } }: { stats: Stats }) {
  if (!from || !to) return <p className={cx(common.small, styles.note)}>Google has no figures yet.</p>;
  return (
    <>
      <p className={cx(common.small, styles.note)}>
        {PERIOD('UTC').formatRange(Date.parse(from), Date.parse(to))}
      </p>
      <p className={cx(common.small, styles.note)}>Google’s figures run up to {dateWords(to)}.</p>
    </>
  );
}

function StatList({ valueOf }: { valueOf: (name: keyof typeof NAMES) => ReactNode }) {
  return (
    <dl className={styles.stats}>
      {names.map((name) => (
        <div key={name} className={styles.stat}>
          <dt>{NAMES[name]}</dt>
          <dd>{valueOf(name)}</dd>
        </div>
      ))}
    </dl>
  );
}

function StatisticWords({ statistic }: { statistic: Statistic }) {
  if (!statistic) return <NotAvailable />;
  const number = figure(statistic.value);
  return statistic.isBelow ? `below ${number}` : number;
}
