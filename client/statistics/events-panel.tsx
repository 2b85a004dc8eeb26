import { useState } from 'react';
import { Link } from 'react-router-dom';
import { countOf } from '../lib/count-of';
import { nearDayWords } from '../lib/time-words';
import { viewUrl } from '../lib/views';
import { Button } from '../ui/basics/button';
import common from '../ui/layout/common.module.css';
import styles from './events-panel.module.css';
import { StatisticsPanel } from './statistics-panel';
import { eventWords } from './statistics-words';
import type { StatisticsChoice, useStatisticsEvents } from './use-statistics';

const FIRST_SHOWN = 8;

interface EventsPanelProps {
  choice: StatisticsChoice;
  events: ReturnType<typeof useStatisticsEvents>;
}

/** What was changed and posted in the period, the latest day first. It claims nothing about the statistics. */
export function EventsPanel({ choice, events }: EventsPanelProps) {
  const [showsAll, setShowsAll] = useState(false);
  const days = [...Map.groupBy(events.data?.items ?? [], ({ day }) => day)].reverse();
  const shown = showsAll ? days : days.slice(0, FIRST_SHOWN);
  return (
    <StatisticsPanel
      title="What changed in this period"
      note={days.length > 0 ? countOf(days.length, 'day') : undefined}
      loaded={events}
      failure="Failed to load the changes. Please try again."
      rows={3}
      empty={events.data && days.length === 0 ? 'Nothing was changed or posted on these days.' : undefined}
      foot={
        events.data && (
          <>
            {days.length > shown.length && (
              <Button size="small" onClick={() => setShowsAll(true)}>
                Show all {days.length} days
              </Button>
            )}
            <span>
              These changes were made on the same days. They may not be why the figures moved.{' '}
              <Link to={viewUrl('change-log', { location: choice.scope.locationId })}>Change Log</Link>
            </span>
          </>
        )
      }
    >
      {days.length > 0 && (
        <ol className={common.ruled} aria-label="Days with changes">
          {shown.map(([day, items]) => (
            <li key={day} className={styles.day}>
              <time dateTime={day}>{nearDayWords(day).short}</time>
              <ul className={common.stack1}>
                {items.map((event, index) => (
                  <li key={index}>{eventWords(event)}</li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
      )}
    </StatisticsPanel>
  );
}
