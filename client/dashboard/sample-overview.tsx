import { CalendarDays, Store } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Icon } from '../ui/icon';
import { Panel } from '../ui/panel';
import { viewUrl } from '../ui/views';
import overview from './overview-view.module.css';
import styles from './sample-overview.module.css';

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
];

/** What stands below the counters while the data is a sample: what will be here, and what there is to try. */
export function SampleOverview() {
  const connect = <Link to={viewUrl('setup')}>Connect a Google Business Profile</Link>;
  return (
    <>
      <div className={overview.columns}>
        <Panel title="Next up">
          <p className={styles.reason}>Posts of the sample do not count as yours, so none is shown here.</p>
          <p className={styles.reason}>{connect} to see your next five posts.</p>
        </Panel>
        <Panel title="Needs attention">
          <p className={styles.reason}>Places of the sample do not count as yours, so none is shown here.</p>
          <p className={styles.reason}>
            {connect} to see failed posts, and places that Google has suspended or not verified.
          </p>
        </Panel>
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
