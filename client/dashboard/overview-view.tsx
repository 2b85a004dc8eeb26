import { CalendarDays, CalendarPlus, Link2, Store } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';
import { Panel } from '../ui/panel';
import { viewUrl } from '../ui/views';
import styles from './overview-view.module.css';

/** Sample data does not count as the person's own, so all four stand at 0 (specification, sections 2 and 9). */
const COUNTERS = ['Business Accounts', 'Locations', 'Scheduled Posts', 'Published This Month'];

const NEXT_STEPS = [
  {
    to: viewUrl('accounts'),
    icon: Store,
    title: 'Browse the accounts',
    text: 'See each business with its places, and correct what the public sees.',
  },
  {
    to: viewUrl('calendar'),
    icon: CalendarDays,
    title: 'Open the content calendar',
    text: 'Find every post that is scheduled, published or has failed.',
  },
  {
    to: viewUrl('setup'),
    icon: Link2,
    title: 'Connect your Google Business Profile',
    text: 'Work with your own accounts and places instead of the sample.',
  },
];

/** The start of the dashboard: four counters, and where to go from here. */
export function OverviewView({ onSchedulePost }: { onSchedulePost: () => void }) {
  return (
    <>
      <div className={styles.head}>
        <h1 tabIndex={-1}>Dashboard</h1>
        <Button variant="primary" icon={CalendarPlus} onClick={onSchedulePost}>
          SCHEDULE POST
        </Button>
      </div>
      <div>
        <dl className={styles.counters}>
          {COUNTERS.map((name) => (
            <div key={name} className={styles.counter}>
              <dt className={styles.name}>{name}</dt>
              <dd className={styles.figure}>0</dd>
            </div>
          ))}
        </dl>
        <p className={styles.why}>
          Sample data does not count as yours, so these stay at 0 until you{' '}
          <Link to={viewUrl('setup')}>connect a Google Business Profile</Link>.
        </p>
      </div>
      <Panel title="Where to go from here">
        <ul className={styles.steps}>
          {NEXT_STEPS.map(({ to, icon, title, text }) => (
            <li key={title} className={styles.step}>
              <Icon of={icon} size={20} />
              <Link to={to} className={styles.stepTitle}>
                {title}
              </Link>
              <p className={styles.stepText}>{text}</p>
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );
}
