import { useMemo, useRef, useState } from 'react';
import { CalendarPlus } from 'lucide-react';
import { monthOf } from '../../lib/calendar-days';
import { countOf } from '../../lib/count-of';
import { zoneName, zoneNameBetween } from '../../lib/time-words';
import { useNarrowScreen } from '../../lib/use-narrow-screen';
import { useNow } from '../../lib/use-now';
import { useSearchText } from '../../lib/use-search';
import { toWallTime, viewerTimeZone } from '../../lib/wall-time';
import { ErrorState } from '../../ui/banner';
import { Button } from '../../ui/button';
import { VisuallyHidden } from '../../ui/screen-reader';
import { Tabs } from '../../ui/tabs';
import type { Preset } from '../composer/post-draft';
import { ActionMessages } from '../list/action-messages';
import { ListedPosts } from '../list/listed-posts';
import { PostDialogs } from '../list/post-dialogs';
import { UnconfirmedPosts } from '../list/unconfirmed-posts';
import { usePostTable } from '../list/use-post-table';
import { dayId, useRowActions } from '../list/use-row-actions';
import { useLivePosts } from '../use-live-posts';
import { CalendarToolbar, MonthBar } from './calendar-toolbar';
import styles from './calendar-view.module.css';
import { MonthEmpty, MonthPosts } from './month-posts';
import { useCalendarAddress, useCalendarLayout, type CalendarLayout } from './use-calendar-address';
import { monthPeriod, useMonthPosts } from './use-month-posts';

const EVERY_10_S = 10_000;

interface CalendarViewProps {
  /** Opens the composer for a new post. */
  onCompose: (preset?: Preset) => void;
}

/** The content calendar: posts as a list or by month, with their states and actions. */
export function CalendarView({ onCompose }: CalendarViewProps) {
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
    change({ month: next }, { isStep: true });
  };
  const goToToday = () => {
    goTo(monthOf(today));
    // Another month is drawn with today as its active day.
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
      <ActionMessages actions={actions} onDismissed={() => heading.current?.focus({ preventScroll: true })} />
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
      <PostDialogs actions={actions} now={now} timeZone={timeZone} />
    </div>
  );
}
