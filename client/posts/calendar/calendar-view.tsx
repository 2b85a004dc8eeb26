import { useMemo, useRef, useState } from 'react';
import { CalendarPlus } from 'lucide-react';
import { ClosedApiBanner } from '../../business-profile/closed-apis';
import { CampaignList } from '../../campaigns/page/campaign-list';
import type { CampaignAgain } from '../../campaigns/use-campaigns';
import { useCampaignCount } from '../../campaigns/use-campaign-list';
import { useLiveCampaigns } from '../../campaigns/use-live-campaigns';
import { countOf } from '../../lib/count-of';
import { drawFirst } from '../../lib/draw-first';
import { zoneName, zoneNameBetween } from '../../lib/time-words';
import { useNarrowScreen } from '../../lib/use-narrow-screen';
import { useNow } from '../../lib/use-now';
import { useSearchText } from '../../lib/use-search';
import { toWallTime, viewerTimeZone } from '../../lib/wall-time';
import { cx } from '../../ui/basics/cx';
import prose from '../../ui/basics/prose.module.css';
import common from '../../ui/layout/common.module.css';
import { ErrorState } from '../../ui/messages/banner';
import { FailedLoad } from '../../ui/layout/board';
import { Button } from '../../ui/basics/button';
import { VisuallyHidden } from '../../ui/basics/screen-reader';
import { Tabs } from '../../ui/layout/tabs';
import type { Preset } from '../composer/post-draft';
import { ListedPosts } from '../list/listed-posts';
import { PostActions } from '../list/post-actions';
import { UnconfirmedPosts } from '../list/unconfirmed-posts';
import { usePostTable } from '../list/use-post-table';
import { dayId, useRowActions } from '../list/use-row-actions';
import { useLivePosts } from '../../posting/use-live-posts';
import { CalendarToolbar, PeriodBar } from './calendar-toolbar';
import styles from './calendar-view.module.css';
import { isFoldable } from './month-grid';
import { PeriodEmpty, PeriodPosts } from './period-posts';
import { useCalendarAddress, useCalendarLayout, type CalendarLayout } from './use-calendar-address';
import { dayInNext, periodId, periodOf, usePeriodPosts } from './use-period-posts';

const EVERY_10_S = 10_000;

interface CalendarViewProps {
  /** Opens the composer for a new post, or with a campaign that is used again. */
  onCompose: (preset?: Preset & { again?: CampaignAgain }) => void;
}

/** The content calendar: posts as a list, by week or by month, with their states and actions. */
export function CalendarView({ onCompose }: CalendarViewProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [timeZone] = useState(viewerTimeZone);
  const now = useNow(EVERY_10_S);
  const today = toWallTime(now, timeZone).date;
  const asAgenda = useNarrowScreen();
  const { tab: shownTab, locationId, change, ...addressed } = useCalendarAddress();
  const showsCampaigns = shownTab === 'CAMPAIGNS';
  const tab = showsCampaigns ? 'ALL' : shownTab;
  const [remembered, setLayout] = useCalendarLayout();
  const { text, setText } = useSearchText();

  // The search of the campaigns is not one of posts, whose tabs stay counted.
  const selection = showsCampaigns ? { tab, locationId: undefined, text: '' } : { tab, locationId, text };
  const layout = addressed.layout ?? remembered;
  const isList = layout === 'list';
  const addressedDay = layout === 'month' ? addressed.month && `${addressed.month}-01` : addressed.week;
  const shownDay = isList ? today : (addressedDay ?? today);
  const period = useMemo(
    () => periodOf(layout === 'week' ? 'week' : 'month', shownDay, timeZone, { asAgenda }),
    [layout, shownDay, timeZone, asAgenda],
  );
  const isCurrent = periodId(period.layout, today, period.firstDay) === period.id;
  const [unfolded, setUnfolded] = useState<string>();
  const showsPast = unfolded === period.id;
  const table = usePostTable(isList ? selection : null, today, timeZone, now);
  const ofPeriod = usePeriodPosts(isList ? null : selection, period, timeZone, {
    now,
    by: layout === 'week' && !asAgenda ? 'hour' : 'day',
  });
  const { posts, entries, campaigns, counts, error, isTrying, isValidating, retry } = isList
    ? table
    : ofPeriod;
  const hasNothing = error !== undefined && !entries?.length;
  const campaignCount = useCampaignCount();
  const actions = useRowActions(posts ?? [], heading);
  useLivePosts(posts, error, isList ? undefined : period.id);
  useLiveCampaigns(showsCampaigns ? undefined : campaigns, error);

  const search = text.trim();
  const compose = (date?: string) => onCompose({ date, locationId });
  /** Keeps the period, as far as the layout has one. The current one is not named in the address. */
  const show = (next: CalendarLayout) => {
    setLayout(next);
    const [month, week] = isCurrent ? [] : [period.first.slice(0, 7), period.first];
    change({
      layout: next === 'list' ? undefined : next,
      month: next === 'month' ? month : undefined,
      week: next === 'week' ? week : undefined,
    });
  };
  const goTo = (day: string) => {
    const id = periodId(period.layout, day, period.firstDay);
    if (id !== period.id) change({ [period.layout]: id }, { isStep: true });
  };
  const goToToday = () => {
    goTo(today);
    if (asAgenda) drawFirst(() => setUnfolded(undefined));
    // Another month is drawn with today as its active day.
    if (isCurrent) document.getElementById(dayId(today))?.focus();
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
  const foldsDays = asAgenda && period.layout === 'month' && isCurrent && period.first < today;
  const foldsWeeks =
    layout === 'month' &&
    !asAgenda &&
    period.layout === 'month' &&
    period.weeks.some((week) => isFoldable(week, period, today));
  const zone = (
    <p className={cx(prose.meta, styles.zone)}>
      Times in {isList ? zoneName(now, timeZone) : zoneNameBetween(period.from, period.to, timeZone)}
    </p>
  );

  return (
    <div className={cx(common.stack3, styles.view)}>
      <div className={common.spread}>
        <h1 ref={heading} tabIndex={-1}>
          Content Calendar
        </h1>
        <Button
          variant="primary"
          icon={CalendarPlus}
          className={styles.schedule}
          data-ahead="composer"
          aria-label="Schedule Post"
          onClick={() => compose()}
        >
          <span className={styles.scheduleWords}>Schedule Post</span>
        </Button>
      </div>
      <ClosedApiBanner api="v4" />
      {!showsCampaigns && (
        <>
          <CalendarToolbar
            search={text}
            onSearch={setText}
            locationId={locationId}
            onLocation={(id) => change({ locationId: id })}
            layout={layout}
            onLayout={show}
          />
          <VisuallyHidden>
            <span role="status">{search !== '' && posts && `${countOf(posts.length, 'post')} found`}</span>
          </VisuallyHidden>
        </>
      )}
      <PostActions actions={actions} heading={heading} now={now} timeZone={timeZone} />
      <UnconfirmedPosts
        timeZone={timeZone}
        onRetried={() => heading.current?.focus({ preventScroll: true })}
      />
      {error !== undefined && !hasNothing && !showsCampaigns && (
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
          { id: 'CAMPAIGNS', label: 'Campaigns', count: campaignCount },
        ]}
        value={shownTab}
        onChange={(next) => change({ tab: next })}
      >
        {showsCampaigns ? (
          <CampaignList text={text} onText={setText} now={now} timeZone={timeZone} onCompose={onCompose} />
        ) : (
          <div className={cx(common.stack3, styles.panel)}>
            <div className={cx(common.spread, styles.bar)}>
              {isList ? (
                <VisuallyHidden>
                  <h2>By day</h2>
                </VisuallyHidden>
              ) : (
                <PeriodBar
                  period={period}
                  onStep={(step) => goTo(dayInNext(period, step))}
                  onToday={goToToday}
                  onEarlier={foldsDays && !showsPast ? () => setUnfolded(period.id) : undefined}
                />
              )}
              {foldsWeeks && (
                <Button
                  size="row"
                  variant="quiet"
                  aria-expanded={showsPast}
                  onClick={() => setUnfolded(showsPast ? undefined : period.id)}
                >
                  {showsPast ? 'Hide past weeks' : 'Show past weeks'}
                </Button>
              )}
              {!asAgenda && zone}
            </div>
            {hasNothing && (
              <FailedLoad
                message="Failed to load scheduled posts. Please try again."
                onRetry={retry}
                retrying={isValidating}
              />
            )}
            {!isList && !hasNothing && entries?.length === 0 && (
              <PeriodEmpty
                period={period}
                tab={tab}
                search={search}
                ofLocation={locationId !== undefined}
                onShowAll={showAll}
                onList={showList}
              />
            )}
            {!isList && !hasNothing && (
              <PeriodPosts
                period={period}
                asAgenda={asAgenda}
                now={now}
                today={today}
                timeZone={timeZone}
                entries={entries}
                isTrying={isTrying}
                showsPast={showsPast}
                onPast={() => setUnfolded(period.id)}
                openedDay={actions.day}
                onOpenDay={actions.openDay}
                onDay={goTo}
                onAction={actions.act}
                onMove={(post, publishTime) => actions.setFailure(actions.movePost(post, publishTime))}
                onAdd={compose}
              />
            )}
            {isList && !hasNothing && (
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
            {asAgenda && entries && zone}
          </div>
        )}
      </Tabs>
    </div>
  );
}
