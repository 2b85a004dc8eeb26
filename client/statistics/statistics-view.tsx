import { Download } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { ApiError } from '../api/api-error';
import { ClosedApiBanner } from '../business-profile/closed-apis';
import { useConnection } from '../business-profile/use-connection';
import { useFirstReading } from '../business-profile/use-mirror';
import { NoLocations } from '../listings/no-locations';
import { NothingRead } from '../listings/nothing-read';
import { viewUrl } from '../lib/views';
import common from '../ui/layout/common.module.css';
import { Banner, ErrorState } from '../ui/messages/banner';
import { EmptyState, FailedLoad } from '../ui/layout/board';
import { Button, ButtonLink, DownloadLink } from '../ui/basics/button';
import { Loading, Skeleton } from '../ui/messages/loading';
import { EventsPanel } from './events-panel';
import { StatisticsToolbar } from './statistics-toolbar';
import { rangeWords } from './statistics-words';
import type { Statistics } from './main-statistics';
import { RankingPanel } from './ranking-panel';
import { useScopeName } from './scope-fields';
import { SeriesPanel } from './series-panel';
import styles from './statistics-view.module.css';
import { daysOf, useStatisticsAddress } from './use-statistics-address';
import {
  EVERYWHERE,
  type StatisticsChoice,
  FILES,
  useStatisticsEvents,
  useStatistics,
} from './use-statistics';
import { WordsPanel } from './words-panel';

const FAILED = 'Failed to load the figures. Please try again.';

/** How often the locations were seen and used at Google, over time. Days are those of Google’s statistics, by UTC. */
export function StatisticsView() {
  const heading = useRef<HTMLHeadingElement>(null);
  const { connection } = useConnection();
  const reading = useFirstReading();
  const { address, change, linkTo } = useStatisticsAddress();
  const { by, compare, statistic, look, locationId, accountId, selectionId } = address;
  const place = useScopeName(address);
  const { fault, ...days } = daysOf(address, new Date());
  const choice: StatisticsChoice = { scope: { locationId, accountId, selectionId }, ...days, by, compare };
  const asked = fault === undefined ? choice : undefined;
  const { data, error, isValidating, mutate } = useStatistics(asked);
  const events = useStatisticsEvents(asked);
  const retry = () => void mutate();
  const isGone = error instanceof ApiError && error.status === 404;
  const hasPlaces = data === undefined || data.locations > 0;

  const showAll = () => {
    change(EVERYWHERE);
    heading.current?.focus();
  };

  const noPlaces =
    accountId || selectionId ? (
      <EmptyState title="No locations here" action={<Button onClick={showAll}>Show all locations</Button>}>
        There’s no location in this account or selection at the moment.
      </EmptyState>
    ) : reading === 'done' ? (
      <NoLocations />
    ) : (
      <NothingRead />
    );

  return (
    <div className={common.stack3}>
      <div className={common.spread}>
        <h1 ref={heading} tabIndex={-1}>
          Statistics
        </h1>
        {asked && (
          <>
            <DownloadLink href={FILES.series(asked)} icon={Download} className={styles.file}>
              Export CSV
            </DownloadLink>
            <p className={styles.printed}>
              {place}, {rangeWords(data?.period ?? days)}
              {data?.comparedWith && `, compared with ${rangeWords(data.comparedWith)}`}
            </p>
          </>
        )}
      </div>
      <ClosedApiBanner api="performance" />
      <StatisticsToolbar address={address} days={days} onChange={change} />
      {fault !== undefined && <Banner tone="error">{fault}</Banner>}
      {isGone && (
        <EmptyState
          title="These locations aren’t here"
          action={<Button onClick={showAll}>Show all locations</Button>}
        >
          They may have left Google, or were chosen more than a day ago without being saved.
        </EmptyState>
      )}
      {asked && !isGone && (
        <>
          {error !== undefined && data && (
            <ErrorState message={FAILED} onRetry={retry} retrying={isValidating} />
          )}
          {error !== undefined && !data && (
            <FailedLoad message={FAILED} onRetry={retry} retrying={isValidating} />
          )}
          {(data || error === undefined) && (
            <Loading busy={!data} skeleton={<Skeleton shape="card" />} loadedMessage="Figures loaded">
              {data &&
                (insteadOf(data, connection?.state === 'connected', noPlaces) ?? (
                  <SeriesPanel
                    place={place}
                    shown={data}
                    events={events.data?.items ?? []}
                    statistic={statistic}
                    look={look}
                    onChoose={(next) => change({ statistic: next })}
                  />
                ))}
            </Loading>
          )}
          {hasPlaces && (
            <>
              <RankingPanel choice={asked} linkTo={(id) => linkTo({ ...EVERYWHERE, locationId: id })} />
              <div className={styles.two}>
                <WordsPanel scope={choice.scope} />
                <EventsPanel choice={asked} events={events} />
              </div>
            </>
          )}
        </>
      )}
    </div>
  );
}

/** Shown in place of the statistics where there are none: `noPlaces` without locations. */
function insteadOf(
  { locations, locationsWithFigures, locationsToRead }: Statistics,
  canRead: boolean,
  noPlaces: ReactNode,
) {
  if (locations === 0) return noPlaces;
  if (locationsWithFigures > 0) return undefined;
  if (locationsToRead > 0 && !canRead)
    return (
      <EmptyState
        title="Google’s figures couldn’t be read yet"
        action={<ButtonLink to={viewUrl('setup')}>Check the connection</ButtonLink>}
      >
        Figures will be read as soon as the connection works.
      </EmptyState>
    );
  if (locationsToRead > 0)
    return (
      <EmptyState title="Google’s figures are still being read">
        Shingle reads each location once a day, spread over the day, so that posts and changes don’t wait. New
        figures show here without a reload.
      </EmptyState>
    );
  return (
    <EmptyState
      title="Google has no figures for these locations"
      action={<ButtonLink to={viewUrl('locations', { sort: 'state' })}>See the locations</ButtonLink>}
    >
      Google counts only for verified locations, starting a few days after verification.
    </EmptyState>
  );
}
