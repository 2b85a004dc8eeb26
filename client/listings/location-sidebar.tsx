import { CalendarPlus, ChartColumn, ImagePlus, MessageSquareText } from 'lucide-react';
import { Button } from '../ui/button';
import { Panel } from '../ui/panel';
import styles from './location-sidebar.module.css';
import { LocationStats } from './location-stats';

const COMING = [
  ['View Insights', ChartColumn],
  ['Manage Reviews', MessageSquareText],
  ['Upload Photos', ImagePlus],
] as const;

interface LocationSidebarProps {
  locationId: string;
  onSchedulePost: () => void;
}

/** What else one can do with a location, and its figures. */
export function LocationSidebar({ locationId, onSchedulePost }: LocationSidebarProps) {
  return (
    <aside className={styles.sidebar} aria-label="Location actions and stats">
      <Panel title="Quick Actions">
        <ul className={styles.actions}>
          <li>
            <Button icon={CalendarPlus} onClick={onSchedulePost}>
              Schedule Post
            </Button>
          </li>
          {COMING.map(([name, icon]) => (
            <li key={name}>
              <Button icon={icon} disabled>
                {name} <span className={styles.coming}>Coming soon</span>
              </Button>
            </li>
          ))}
        </ul>
      </Panel>
      <LocationStats locationId={locationId} />
    </aside>
  );
}
