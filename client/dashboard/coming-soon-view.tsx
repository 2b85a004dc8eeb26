import { Link } from 'react-router-dom';
import { type View, viewUrl, VIEW_TITLES } from '../lib/views';
import { Badge } from '../ui/labels';
import styles from './coming-soon-view.module.css';

type ComingView = Extract<
  View,
  'rank-tracking' | 'competitors' | 'reputation' | 'tasks' | 'statistics' | 'ai-agent' | 'change-log'
>;

const PROMISES: Record<ComingView, string> = {
  'rank-tracking':
    'See where your places appear in local search results, word by word, and how that changes.',
  competitors: 'Compare your places with the ones around them: categories, ratings and how often they post.',
  reputation: 'Read and answer the reviews of all your places in one list.',
  tasks: 'Get a short list of what to improve next on each profile, suggested by AI and most useful first.',
  statistics: 'Follow views, searches, calls and direction requests of your places over time.',
  'ai-agent': 'Ask an AI agent how to improve a profile and approve its suggestions one at a time.',
  'change-log': 'Look up what was changed on your profiles, when and by whom.',
};

/** The page of a feature that is not available yet: says what it will do, and links back. */
export function ComingSoonView({ view }: { view: ComingView }) {
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1}>{VIEW_TITLES[view]}</h1>
      <Badge dashed>Coming Soon</Badge>
      <p className={styles.promise}>{PROMISES[view]}</p>
      <Link to={viewUrl('overview')}>Back to Dashboard</Link>
    </div>
  );
}
