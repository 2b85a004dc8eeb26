import { CalendarPlus, ChartColumn, ImagePlus, MessageSquareText } from 'lucide-react';
import { Button } from '../ui/button';
import { Panel } from '../ui/panel';
import { VisuallyHidden } from '../ui/visually-hidden';
import styles from './location-sidebar.module.css';

const COMING = [
  ['View Insights', ChartColumn],
  ['Manage Reviews', MessageSquareText],
  ['Upload Photos', ImagePlus],
] as const;

const STATS = ['Profile Views', 'Search Queries', 'Direction Requests', 'Phone Calls'];

/** What else one can do with a location, and its figures. */
export function LocationSidebar({ onSchedulePost }: { onSchedulePost: () => void }) {
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
      <Panel title="Location Stats">
        <dl className={styles.stats}>
          {STATS.map((name) => (
            <div key={name} className={styles.stat}>
              <dt>{name}</dt>
              <dd>
                <span aria-hidden="true">--</span>
                <VisuallyHidden>not available yet</VisuallyHidden>
              </dd>
            </div>
          ))}
        </dl>
        <p className={styles.note} aria-hidden="true">
          Figures are not available yet.
        </p>
      </Panel>
    </aside>
  );
}
