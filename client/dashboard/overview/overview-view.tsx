import { useRef, useState } from 'react';
import { ConnectBoard } from '../../business-profile/connect-board';
import { PracticeButton } from '../../business-profile/practice';
import type { Connection } from '../../business-profile/use-connection';
import { useFirstReading } from '../../business-profile/use-mirror';
import { figure } from '../../lib/count-of';
import { nearDayWords } from '../../lib/time-words';
import { useNow } from '../../lib/use-now';
import { toWallTime, viewerTimeZone } from '../../lib/wall-time';
import { PostActions } from '../../posts/list/post-actions';
import { useRowActions } from '../../posts/list/use-row-actions';
import { useOpenTasks } from '../../advice/use-open-tasks';
import { useOpenEdits } from '../../listings/use-google-edits';
import { useMissingAnswers } from '../../listings/use-missing-answers';
import { useWaitingReviews } from '../../reviews/data/use-waiting-reviews';
import { cx } from '../../ui/basics/cx';
import common from '../../ui/layout/common.module.css';
import { useCode } from '../../ui/messages/load-code';
import { Loading, Skeleton } from '../../ui/messages/loading';
import { NeedsAttention, useAttention } from './needs-attention';
import { NextUp, useNextPosts } from './next-up';
import { NoBusiness } from './no-business';
import { OverviewBoard, useCounters } from './overview-board';
import styles from './overview-view.module.css';
import { SevenDays, useSevenDays } from './seven-days';

interface OverviewViewProps {
  /** Undefined when it could not be loaded. */
  connection: Connection | undefined;
  onSchedulePost: () => void;
}

/** The first view of the dashboard: the board with the sentence of the day, what needs the user, and what goes out next. */
export function OverviewView({ connection, onSchedulePost }: OverviewViewProps) {
  return connection?.source === 'sample' ? (
    <SampleOverview onSchedulePost={onSchedulePost} />
  ) : (
    <OwnOverview connection={connection} onSchedulePost={onSchedulePost} />
  );
}

/** Before anything is connected: a bare board, what connecting brings, and the panels filled from the sample data. */
function SampleOverview({ onSchedulePost }: Pick<OverviewViewProps, 'onSchedulePost'>) {
  const heading = useRef<HTMLHeadingElement>(null);
  const clock = useClock();
  const next = useNextPosts();
  const attention = useAttention({ isSample: true });
  const actions = useRowActions([...(next.posts ?? []), ...(attention.failed ?? [])], heading);
  return (
    <>
      <div>
        <OverviewBoard
          state="bare"
          heading={heading}
          sentence="Everything below is sample data to try things out on. Connect to see your own locations."
          counters={undefined}
          onSchedulePost={onSchedulePost}
        />
        <ConnectBoard
          title="Connect your business"
          drop="chained"
          other={<PracticeButton variant="lineOnBoard" />}
        >
          You’ll go to Google and back. It’s secure, and you can revoke access at any time.
        </ConnectBoard>
      </div>
      <PostActions actions={actions} heading={heading} {...clock} />
      <div className={styles.columns}>
        <NextUp next={next} {...clock} onAction={actions.act} />
        <NeedsAttention attention={attention} onAction={actions.act} />
      </div>
    </>
  );
}

/** The user's own accounts, locations and posts. */
function OwnOverview({ connection, onSchedulePost }: OverviewViewProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const clock = useClock();
  const counters = useCounters();
  const week = useSevenDays(clock);
  const attention = useAttention({ isSample: false });
  const actions = useRowActions(attention.failed ?? [], heading);
  const openEdits = useOpenEdits();
  const waitingReviews = useWaitingReviews();
  const missingAnswers = useMissingAnswers();
  const openTasks = useOpenTasks();
  const edits = usePanel(loadGoogleChanged, openEdits, ({ counts }) => counts.open > 0);
  const reviews = usePanel(loadWaitingReviews, waitingReviews, ({ counts }) => counts.unanswered > 0);
  const holidays = usePanel(loadHolidaysAhead, missingAnswers, ({ notSaid }) => notSaid > 0);
  const tasks = usePanel(loadFirstTasks, openTasks, ({ counts }) => counts.open > 0);
  const hasPanels = edits.Panel ?? reviews.Panel ?? holidays.Panel;
  const things =
    attention.count === undefined || [openEdits, waitingReviews, openTasks].some(({ isLoading }) => isLoading)
      ? undefined
      : attention.count +
        (openEdits.data?.counts.open ?? 0) +
        (waitingReviews.data?.counts.unanswered ?? 0) +
        (openTasks.data?.counts.open ?? 0);
  // Without its code there is still the view of the statistics.
  const { Part: OverviewStatistics } = useCode(
    loadOverviewStatistics,
    connection?.source === 'google',
    () => undefined,
  );
  const hasRead = useFirstReading() === 'done';
  const hasNoBusiness = connection?.source === 'google' && hasRead && counters.data?.locations === 0;
  const day = `${nearDayWords(clock.today).long}.`;
  const board = (
    <OverviewBoard
      state={counters.data && !hasNoBusiness ? 'painted' : 'bare'}
      heading={heading}
      sentence={connection?.isPractice ? `Practice Google. ${day}` : day}
      things={hasNoBusiness || things === undefined ? undefined : thingsWords(things)}
      counters={counters}
      onSchedulePost={onSchedulePost}
    />
  );
  if (hasNoBusiness)
    return (
      <div>
        {board}
        <NoBusiness email={connection.email} />
      </div>
    );
  return (
    <>
      {board}
      <PostActions actions={actions} heading={heading} {...clock} />
      <Loading
        busy={[edits, reviews, holidays, tasks].some(({ isWaiting }) => isWaiting)}
        skeleton={Array.from({ length: 4 }, (_, index) => (
          <Skeleton key={index} shape="row" />
        ))}
      >
        <div className={common.stack4}>
          <div className={cx(hasPanels && styles.columns)}>
            <div className={common.stack4}>
              <NeedsAttention attention={attention} onAction={actions.act} />
              {tasks.Panel && <tasks.Panel tasks={tasks.data} />}
            </div>
            {hasPanels && (
              <div className={common.stack4}>
                {edits.Panel && <edits.Panel edits={edits.data} timeZone={clock.timeZone} />}
                {reviews.Panel && <reviews.Panel reviews={reviews.data} />}
                {holidays.Panel && <holidays.Panel missing={holidays.data} />}
              </div>
            )}
          </div>
          {/* Each part comes when those above it are there, so that nothing moves. */}
          {!attention.isLoading && (
            <SevenDays week={week} {...clock} onOpen={(post) => actions.act('view', post)} />
          )}
          {!attention.isLoading && !week.isLoading && OverviewStatistics && <OverviewStatistics />}
        </div>
      </Loading>
    </>
  );
}

function thingsWords(count: number): string {
  if (count === 0) return 'Nothing needs you.';
  return count === 1 ? '1 thing needs you.' : `${figure(count)} things need you.`;
}

const EVERY_10_S = 10_000;

/** The time in this browser's zone. */
function useClock() {
  const [timeZone] = useState(viewerTimeZone);
  const now = useNow(EVERY_10_S);
  return { now, today: toWallTime(now, timeZone).date, timeZone };
}

const loadGoogleChanged = () => import('./google-changed').then((module) => module.GoogleChanged);

const loadHolidaysAhead = () => import('./holidays-ahead').then((module) => module.HolidaysAhead);

const loadFirstTasks = () => import('./first-tasks').then((module) => module.FirstTasks);

const loadWaitingReviews = () => import('./waiting-reviews').then((module) => module.WaitingReviews);

const loadOverviewStatistics = () =>
  import('./overview-statistics').then((module) => module.OverviewStatistics);

/**
 * A panel that is only there if there is something to show. The panels share a line, so the first one waits until it is
 * known which others there are. If its code cannot be loaded, the number in the sidebar leads to what it would show.
 */
function usePanel<Data, Part>(
  load: () => Promise<Part>,
  { data, error, isLoading }: { data: Data | undefined; error: unknown; isLoading: boolean },
  isNeeded: (data: Data) => boolean,
) {
  const [isWithout, setIsWithout] = useState(false);
  const isWanted = data !== undefined && isNeeded(data);
  const { Part: Panel } = useCode(load, isWanted, () => setIsWithout(true));
  const isWaiting = isWanted ? !Panel && !isWithout : isLoading && error === undefined;
  return isWanted && Panel ? { isWaiting, Panel, data } : { isWaiting };
}
