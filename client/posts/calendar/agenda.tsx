import { useRef } from 'react';
import { Plus } from 'lucide-react';
import type { Entry } from '../../campaigns/campaign-moments';
import { drawFirst } from '../../lib/draw-first';
import { dayHeading, longDayWords, weekdayWords } from '../../lib/time-words';
import { Button } from '../../ui/basics/button';
import { cx } from '../../ui/basics/cx';
import prose from '../../ui/basics/prose.module.css';
import { VisuallyHidden } from '../../ui/basics/screen-reader';
import common from '../../ui/layout/common.module.css';
import { usePageList } from '../../ui/layout/use-virtual-list';
import { dayId } from '../list/use-row-actions';
import { byDay } from '../../posting/post-list';
import styles from './agenda.module.css';
import { dayName } from './day-buttons';
import { DayPosts, POST_HEIGHT, type PostAct } from './day-posts';
import type { Period } from './use-period-posts';

interface AgendaProps {
  period: Period;
  today: string;
  /** Earliest first. */
  entries: readonly Entry[];
  timeZone: string;
  /** Whether the days before today are shown, if today is one of the days. */
  showsPast: boolean;
  onAction: PostAct;
  onAdd: (day: string) => void;
}

/**
 * The posts of a month or a week by day, for narrow screens. It begins today. A week has all its days; a month has the
 * days with posts, and always one to add a post to, which is today or the first day of a future month. All days are
 * rendered. Of many posts, only those near the screen are.
 */
export function Agenda({ period, today, entries, timeZone, showsPast, onAction, onAdd }: AgendaProps) {
  const box = useRef<HTMLDivElement>(null);
  const entriesOf = byDay(entries, timeZone);
  const beginsToday = !showsPast && period.shown.includes(today);
  const days = period.shown.filter((day) => !beginsToday || day >= today);
  const nextDay = days.find((day) => day >= today);
  const shown = days.filter((day) => period.layout === 'week' || entriesOf.has(day) || day === nextDay);
  // The heading of each day, followed by its posts.
  const blocks = shown.flatMap((day) => [
    { day, size: 0 },
    ...(entriesOf.get(day) ?? []).map(() => ({ day, size: 1 })),
  ]);
  const heads = blocks.flatMap(({ size }, index) => (size === 0 ? [index] : []));
  const { pieces, measure, onFocus } = usePageList({
    box,
    sizes: blocks.map(({ size }) => size),
    itemHeight: POST_HEIGHT,
    pinned: heads,
  });
  const piecesOf = Map.groupBy(pieces, ({ index }) => blocks[index]?.day);
  return (
    <div ref={box} onFocus={onFocus}>
      {shown.map((day, dayIndex) => {
        const head = heads[dayIndex] ?? 0;
        const ofDay = entriesOf.get(day);
        return (
          <section key={day}>
            <div ref={measure} data-block={head} className={cx(prose.row, styles.head)}>
              <h3 id={dayId(day)} tabIndex={-1} className={prose.minorTitle}>
                {dayHeading(day, today)}
              </h3>
              {day >= today && (
                <Button size="small" variant="quiet" icon={Plus} onClick={() => onAdd(day)}>
                  <span>
                    Add<VisuallyHidden> a post on {longDayWords(day)}</VisuallyHidden>
                  </span>
                </Button>
              )}
            </div>
            {ofDay ? (
              <DayPosts
                entries={ofDay}
                pieces={(piecesOf.get(day) ?? []).filter(({ index }) => index > head)}
                first={head + 1}
                {...{ measure, timeZone, onAction }}
              />
            ) : (
              <p className={common.muted}>No posts</p>
            )}
          </section>
        );
      })}
    </div>
  );
}

interface WeekStripProps {
  period: Period;
  today: string;
  /** Undefined while they are loading. */
  entries: readonly Entry[] | undefined;
  timeZone: string;
  /** Unfolds the days before today. */
  onPast: () => void;
}

/** The seven days of a week, with a mark below those with posts. Each goes to its day in the agenda. */
export function WeekStrip({ period, today, entries, timeZone, onPast }: WeekStripProps) {
  const entriesOf = entries && byDay(entries, timeZone);
  const goTo = (day: string) => {
    if (day < today) drawFirst(onPast);
    const heading = document.getElementById(dayId(day));
    heading?.scrollIntoView();
    heading?.focus({ preventScroll: true });
  };
  return (
    <ul className={styles.strip}>
      {period.shown.map((day) => {
        const ofDay = entriesOf && (entriesOf.get(day) ?? []);
        return (
          <li key={day}>
            <button
              type="button"
              className={cx(styles.day, ofDay && ofDay.length > 0 && styles.hasPosts)}
              aria-current={day === today ? 'date' : undefined}
              onClick={() => goTo(day)}
            >
              <span aria-hidden="true">{weekdayWords(day).short}</span>
              <span aria-hidden="true" className={styles.number}>
                {Number(day.slice(-2))}
              </span>
              <VisuallyHidden>{dayName(day, today, ofDay)}</VisuallyHidden>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
