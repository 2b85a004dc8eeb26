import { CalendarPlus } from 'lucide-react';
import { useState, type ReactNode, type Ref } from 'react';
import useSWR from 'swr';
import { figure } from '../../lib/count-of';
import { answer, api, type Schemas } from '../../api/client';
import { viewerTimeZone } from '../../lib/wall-time';
import { POSTS } from '../../posting/use-posts';
import common from '../../ui/layout/common.module.css';
import { ErrorState } from '../../ui/messages/banner';
import { Board } from '../../ui/layout/board';
import { Button } from '../../ui/basics/button';
import { cx } from '../../ui/basics/cx';
import { NotAvailable } from '../../ui/basics/labels';
import { Loading, Skeleton } from '../../ui/messages/loading';
import styles from './overview-board.module.css';

interface OverviewBoardProps {
  /** Painted once it shows the user's own counts. */
  state: 'painted' | 'bare';
  heading: Ref<HTMLHeadingElement>;
  sentence: string;
  /** How much needs the user, in a line of its own; undefined while that is not known. */
  things?: string | undefined;
  /** Undefined on sample data, which does not count as the user's own (specification, sections 2 and 9). */
  counters: ReturnType<typeof useCounters> | undefined;
  onSchedulePost: () => void;
}

/** The dashboard's sign: the sentence of the day, SCHEDULE POST, and the four counters. */
export function OverviewBoard({
  state,
  heading,
  sentence,
  things,
  counters,
  onSchedulePost,
}: OverviewBoardProps) {
  const isPainted = state === 'painted';
  const hasFailed = counters?.error !== undefined;
  return (
    <div className={common.stack4}>
      <Board state={state}>
        <div className={cx(!isPainted && styles.bare, counters && styles.inLine)}>
          <div className={cx(common.line, styles.head)}>
            <div className={styles.words}>
              <h1 ref={heading} tabIndex={-1} className={styles.title}>
                Dashboard
              </h1>
              <p className={styles.sentence}>
                {sentence} {counters && <span className={styles.things}>{things}</span>}
              </p>
            </div>
            <Button
              variant={isPainted ? 'onBoard' : 'primary'}
              icon={CalendarPlus}
              className={styles.button}
              data-ahead="composer"
              onClick={onSchedulePost}
            >
              SCHEDULE POST
            </Button>
          </div>
          <Loading
            busy={counters !== undefined && !counters.data && !hasFailed}
            skeleton={<Counters valueOf={() => <Skeleton shape="title" />} />}
          >
            <Counters
              valueOf={(name) => {
                if (!counters) return '0';
                return counters.data ? figure(counters.data[name]) : <NotAvailable />;
              }}
            />
          </Loading>
        </div>
      </Board>
      {hasFailed && (
        <ErrorState
          message="Failed to load the figures. Please try again."
          onRetry={() => void counters.mutate()}
          retrying={counters.isValidating}
        />
      )}
    </div>
  );
}

const COUNTERS = {
  businessAccounts: 'Business Accounts',
  locations: 'Locations',
  scheduledPosts: 'Scheduled Posts',
  publishedThisMonth: 'Published This Month',
} as const;

function Counters({ valueOf }: { valueOf: (name: keyof typeof COUNTERS) => ReactNode }) {
  const names = Object.keys(COUNTERS) as (keyof typeof COUNTERS)[];
  return (
    <dl className={styles.figures}>
      {names.map((name) => (
        <div key={name} className={styles.counter}>
          <dt className={styles.name}>{COUNTERS[name]}</dt>
          <dd className={styles.figure}>{valueOf(name)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A key of post data, so that each change to a post reads the counters again. */
const overviewKey = (timeZone: string) => [POSTS, 'overview', timeZone] as const;
export const isOverviewKey = (key: unknown) =>
  Array.isArray(key) && key[0] === POSTS && key[1] === overviewKey('')[1];

/** Reads the four counters, "this month" in this browser's time zone. */
export function useCounters() {
  const [timeZone] = useState(viewerTimeZone);
  return useSWR<Schemas['OverviewDto'], unknown>(overviewKey(timeZone), () =>
    answer(api.GET('/api/overview', { params: { query: { timeZone } } })),
  );
}
