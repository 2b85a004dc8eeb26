import { type ReactNode, useRef, useState } from 'react';
import { ApiError } from '../api/api-error';
import { afterTries } from '../api/swr';
import { ClosedApiBanner } from '../business-profile/closed-apis';
import { useConnection } from '../business-profile/use-connection';
import { useFirstReading } from '../business-profile/use-mirror';
import { NoLocations } from '../listings/no-locations';
import { NothingRead } from '../listings/nothing-read';
import { viewUrl } from '../lib/views';
import common from '../ui/layout/common.module.css';
import { Banner, ErrorState } from '../ui/messages/banner';
import { EmptyState, FailedLoad } from '../ui/layout/board';
import { Button, ButtonLink } from '../ui/basics/button';
import { cx } from '../ui/basics/cx';
import { Loading, Skeleton } from '../ui/messages/loading';
import { EventsPanel } from './events-panel';
import { ExportMenu } from './export-menu';
import { StatisticsToolbar } from './statistics-toolbar';
import { rangeWords, reachWords } from './statistics-words';
import type { Statistics } from './main-statistics';
import { RankingPanel } from './ranking-panel';
import { useScopeName } from './scope-fields';
import { SeriesPanel } from './series-panel';
import styles from './statistics-view.module.css';
import { daysOf, useStatisticsAddress } from './use-statistics-address';
import {
  EVERYWHERE,
  type RankChoice,
  type StatisticsChoice,
  useStatisticsEvents,
  useStatistics,
  type WordChoice,
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
  const [rank, setRank] = useState<RankChoice>({ statistic: 'CALLS', order: 'fallen' });
  const [words, setWords] = useState<WordChoice>({ month: undefined, search: '', change: undefined });
  const { data, error: failed, isValidating, mutate } = useStatistics(asked);
  const { error, isTrying } = afterTries(failed);
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
  const instead = data && insteadOf(data, connection?.state === 'connected', noPlaces);
  const series = data?.metrics.find(({ metric }) => metric === statistic);
  return (
    <div className={cx(common.stack3, styles.view)}>
      <div className={common.stack2}>
        <div className={styles.head}>
          <h1 ref={heading} tabIndex={-1}>
            Statistics
          </h1>
          <p className={cx(common.small, styles.reach)}>
            {data && asked && !isGone && !instead && reachWords(data.dataUntil, series?.points ?? [])}
          </p>
          {asked && (
            <ExportMenu choice={asked} rank={rank} words={{ ...words, search: words.search.trim() }} />
          )}
          {asked && (
            <p className={styles.printed}>
              {place}, {rangeWords(data?.period ?? days)}
              {data?.comparedWith && `, compared with ${rangeWords(data.comparedWith)}`}
            </p>
          )}
        </div>
        <ClosedApiBanner api="performance" />
        <StatisticsToolbar address={address} place={place} days={days} onChange={change} />
        {fault !== undefined && <Banner tone="error">{fault}</Banner>}
        {isGone && (
          <EmptyState
            title="These locations aren’t here"
            action={<Button onClick={showAll}>Show all locations</Button>}
          >
            They may have left Google, or were chosen more than a day ago without being saved.
          </EmptyState>
        )}
        {asked && !isGone && error !== undefined && data && (
          <ErrorState message={FAILED} onRetry={retry} retrying={isValidating} />
        )}
        {asked && !isGone && error !== undefined && !data && (
          <FailedLoad message={FAILED} onRetry={retry} retrying={isValidating} />
        )}
        {asked && !isGone && (data || error === undefined) && (
          <Loading
            busy={!data}
            isTrying={isTrying}
            skeleton={
              <div className={styles.waiting}>
                <Skeleton shape="card" />
              </div>
            }
            loadedMessage="Figures loaded"
          >
            {data &&
              (instead ?? (
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
      </div>
      {asked && !isGone && hasPlaces && (
        <>
          <div className={styles.two}>
            <RankingPanel
              choice={asked}
              rank={rank}
              onChange={setRank}
              linkTo={(id) => linkTo({ ...EVERYWHERE, locationId: id })}
            />
            <WordsPanel scope={choice.scope} words={words} onChange={setWords} />
          </div>
          <EventsPanel choice={asked} events={events} />
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
