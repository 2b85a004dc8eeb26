import { useMemo, useRef, useState } from 'react';
import { CalendarPlus } from 'lucide-react';
import { countOf } from '../listings/count-of';
import { useSearchText } from '../listings/use-search-text';
import { Button } from '../ui/button';
import { ErrorState } from '../ui/error-state';
import { Tabs } from '../ui/tabs';
import { VisuallyHidden } from '../ui/visually-hidden';
import { CalendarMessages } from './calendar-messages';
import { CalendarToolbar } from './calendar-toolbar';
import { dayId } from './element-ids';
import { ListedPosts } from './listed-posts';
import { MonthBar } from './month-bar';
import { monthOf } from './month-days';
import { MonthEmpty } from './month-empty';
import { MonthPosts } from './month-posts';
import { MonthsAhead } from './months-ahead';
import { PostDialogs } from './post-dialogs';
import type { Preset } from './post-draft';
import styles from './scheduled-posts-view.module.css';
import { zoneName, zoneNameBetween } from './time-words';
import { UnconfirmedPosts } from './unconfirmed-posts';
import { useCalendarAddress } from './use-calendar-address';
import { useCalendarLayout, type CalendarLayout } from './use-calendar-layout';
import { useLivePosts } from './use-live-posts';
import { filtersOfMonth, monthPeriod, neighboursOf, useMonthPosts } from './use-month-posts';
import { useNarrowScreen } from './use-narrow-screen';
import { useNow } from './use-now';
import { usePostTable } from './use-post-table';
import { useKept } from './use-posts';
import { useRowActions } from './use-row-actions';
import { toWallTime, viewerTimeZone } from './wall-time';

const EVERY_10_S = 10_000;

interface ScheduledPostsViewProps {
  /** Opens the composer for a new post. */
  onCompose: (preset?: Preset) => void;
}

/** The content calendar: the posts as a list or by month, what became of them, and what can be done to each. */
export function ScheduledPostsView({ onCompose }: ScheduledPostsViewProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [timeZone] = useState(viewerTimeZone);
  const now = useNow(EVERY_10_S);
  const today = toWallTime(now, timeZone).date;
  const asAgenda = useNarrowScreen();
  const { tab, locationId, month: addressed, change } = useCalendarAddress();
  const [layout, setLayout] = useCalendarLayout();
  const { text, setText } = useSearchText();

  const selection = { tab, locationId, text };
  const month = addressed ?? (layout === 'month' ? monthOf(today) : undefined);
  const periodMonth = month ?? monthOf(today);
  const period = useMemo(
    () => monthPeriod(periodMonth, timeZone, { asAgenda }),
    [periodMonth, timeZone, asAgenda],
  );
  const { begin } = useKept();
  const table = usePostTable(month ? null : selection);
  const monthly = useMonthPosts(month ? selection : null, period, timeZone);
  const { posts, counts, error, isValidating, retry } = month ? monthly : table;
  const actions = useRowActions(posts ?? [], heading);
  useLivePosts(posts, error !== undefined, month);

  const search = text.trim();
  const compose = (date?: string) => onCompose({ date, locationId });
  const show = (next: CalendarLayout) => {
    setLayout(next);
    change({ month: next === 'month' ? monthOf(today) : undefined });
  };
  const goTo = (next: string) => {
    if (next === month) return;
    begin(filtersOfMonth(next, timeZone, { asAgenda, locationId }));
    change({ month: next }, { isStep: true });
  };
  const goToToday = () => {
    goTo(monthOf(today));
    // Where this month is there already; else it comes with today as the day to begin with.
    if (month === monthOf(today)) document.getElementById(dayId(today))?.focus();
  };
  const showAll = () => {
    setText('');
    change({ tab: 'ALL', locationId: undefined });
    heading.current?.focus();
  };
  const showList = () => {
    show('list');
    heading.current?.focus();
  };

  return (
    <div className={styles.view}>
      <div className={styles.head}>
        <h1 ref={heading} tabIndex={-1}>
          Content Calendar
        </h1>
        <Button variant="primary" icon={CalendarPlus} onClick={() => compose()}>
          Schedule Post
        </Button>
      </div>
      <CalendarToolbar
        search={text}
        onSearch={setText}
        locationId={locationId}
        onLocation={(id) => change({ locationId: id })}
        layout={month ? 'month' : 'list'}
        onLayout={show}
      />
      <VisuallyHidden>
        <span role="status">{search !== '' && posts && `${countOf(posts.length, 'post')} found`}</span>
      </VisuallyHidden>
      <CalendarMessages
        actions={actions}
        onDismissed={() => heading.current?.focus({ preventScroll: true })}
      />
      <UnconfirmedPosts
        timeZone={timeZone}
        onRetried={() => heading.current?.focus({ preventScroll: true })}
      />
      {error !== undefined && (
        <ErrorState
          message="Failed to load scheduled posts. Please try again."
          onRetry={retry}
          retrying={isValidating}
        />
      )}
      <Tabs
        label="Filter posts"
        tabs={[
          { id: 'ALL', label: 'All', count: counts?.all },
          { id: 'SCHEDULED', label: 'Scheduled', count: counts?.scheduled },
          { id: 'PUBLISHED', label: 'Published', count: counts?.published },
          { id: 'FAILED', label: 'Failed', count: counts?.failed },
        ]}
        value={tab}
        onChange={(next) => change({ tab: next })}
      >
        <div className={styles.panel}>
          <div className={styles.bar}>
            {month ? (
              <MonthBar month={month} onMonth={goTo} onToday={goToToday} />
            ) : (
              <VisuallyHidden>
                <h2>By day</h2>
              </VisuallyHidden>
            )}
            <p className={styles.zone}>
              Times in {month ? zoneNameBetween(period.from, period.to, timeZone) : zoneName(now, timeZone)}
            </p>
          </div>
          {month && posts?.length === 0 && error === undefined && (
            <MonthEmpty
              month={month}
              tab={tab}
              search={search}
              ofLocation={locationId !== undefined}
              onShowAll={showAll}
              onList={showList}
            />
          )}
          {month ? (
            <MonthPosts
              period={period}
              asAgenda={asAgenda}
              today={today}
              timeZone={timeZone}
              posts={posts}
              hasFailed={error !== undefined}
              openedDay={actions.day}
              onDay={actions.openDay}
              onMonth={goTo}
              onAction={actions.act}
              onMove={(post, publishTime) => actions.setFailure(actions.movePost(post, publishTime))}
              onAdd={compose}
            />
          ) : (
            <ListedPosts
              table={table}
              selection={selection}
              now={now}
              today={today}
              timeZone={timeZone}
              onAction={actions.act}
              onCompose={() => compose()}
              onShowAll={showAll}
            />
          )}
        </div>
      </Tabs>
      {month && posts && (
        <MonthsAhead
          key={`${month} ${locationId ?? ''}`}
          months={() => neighboursOf(period, timeZone, { asAgenda, locationId })}
        />
      )}
      <PostDialogs actions={actions} now={now} timeZone={timeZone} />
    </div>
  );
}
