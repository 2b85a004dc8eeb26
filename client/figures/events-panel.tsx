import { Download } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { countOf } from '../lib/count-of';
import { nearDayWords } from '../lib/time-words';
import { viewUrl } from '../lib/views';
import { ErrorState } from '../ui/banner';
import { Button, DownloadLink } from '../ui/button';
import { Loading, SkeletonRows } from '../ui/loading';
import { Panel } from '../ui/panel';
import styles from './events-panel.module.css';
import panel from './figure-panel.module.css';
import { eventWords } from './figure-words';
import { type FigureChoice, FILES, type useFigureEvents } from './use-statistics';

const FIRST_SHOWN = 8;

interface EventsPanelProps {
  choice: FigureChoice;
  events: ReturnType<typeof useFigureEvents>;
}

/** What was changed and posted in the period, the latest day first. It claims nothing about the figures. */
export function EventsPanel({ choice, events }: EventsPanelProps) {
  const { data, error, isValidating, mutate } = events;
  const [showsAll, setShowsAll] = useState(false);
  const days = [...Map.groupBy(data?.items ?? [], ({ day }) => day)].reverse();
  const shown = showsAll ? days : days.slice(0, FIRST_SHOWN);
  return (
    <Panel
      title="What changed in these days"
      note={days.length > 0 ? countOf(days.length, 'day') : undefined}
      actions={
        <DownloadLink
          size="row"
          variant="quiet"
          icon={Download}
          className={panel.file}
          href={FILES.events(choice)}
        >
          Changes as CSV
        </DownloadLink>
      }
      flush
    >
      {error !== undefined && (
        <ErrorState
          message="Failed to load what changed. Please try again."
          onRetry={() => void mutate()}
          retrying={isValidating}
        />
      )}
      <Loading busy={!data && error === undefined} skeleton={<SkeletonRows rows={3} />}>
        {data && days.length === 0 && (
          <p className={panel.note}>Nothing was changed or posted in these days.</p>
        )}
        {days.length > 0 && (
          <ol className={styles.days} aria-label="Days with changes">
            {shown.map(([day, items]) => (
              <li key={day} className={styles.day}>
                <time dateTime={day}>{nearDayWords(day).short}</time>
                <ul>
                  {items.map((event, index) => (
                    <li key={index}>{eventWords(event)}</li>
                  ))}
                </ul>
              </li>
            ))}
          </ol>
        )}
      </Loading>
      {data && (
        <div className={panel.foot}>
          {days.length > shown.length && (
            <Button size="small" onClick={() => setShowsAll(true)}>
              Show all {days.length} days
            </Button>
          )}
          <span>
            It stands beside the figures, and doesn’t say why they moved.{' '}
            <Link to={viewUrl('change-log', { location: choice.scope.locationId })}>Change Log</Link>
          </span>
        </div>
      )}
    </Panel>
  );
}
