import { CalendarPlus } from 'lucide-react';
import type { Schemas } from '../api/client';
import { Button } from '../ui/button';
import { NeedsAttention } from './needs-attention';
import { NextUp } from './next-up';
import { OverviewCounters } from './overview-counters';
import styles from './overview-view.module.css';
import { SampleOverview } from './sample-overview';

interface OverviewViewProps {
  /** Undefined when it could not be found out whose data the person sees. */
  connection: Schemas['ConnectionStatusDto'] | undefined;
  onSchedulePost: () => void;
}

/** The start of the dashboard: four counters, what comes next, and what needs attention. */
export function OverviewView({ connection, onSchedulePost }: OverviewViewProps) {
  const isSample = connection?.source === 'sample';
  return (
    <>
      <div className={styles.head}>
        <h1 tabIndex={-1}>Dashboard</h1>
        <Button variant="primary" icon={CalendarPlus} onClick={onSchedulePost}>
          SCHEDULE POST
        </Button>
      </div>
      <OverviewCounters isSample={isSample} />
      {isSample ? (
        <SampleOverview />
      ) : (
        <div className={styles.columns}>
          <NextUp onSchedulePost={onSchedulePost} />
          <NeedsAttention />
        </div>
      )}
    </>
  );
}
