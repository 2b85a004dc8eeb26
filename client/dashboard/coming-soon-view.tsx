import { type View, VIEW_TITLES } from '../lib/view-titles';
import { viewUrl } from '../lib/views';
import { Board } from '../ui/layout/board';
import { ButtonLink } from '../ui/basics/button';
import { Badge } from '../ui/basics/labels';
import styles from './coming-soon-view.module.css';

type ComingView = Extract<
  View,
  | 'bulk-edit'
  | 'rank-tracking'
  | 'competitors'
  | 'reputation'
  | 'tasks'
  | 'statistics'
  | 'ai-agent'
  | 'change-log'
>;

const PROMISES: Record<ComingView, string> = {
  'rank-tracking':
    'See where your locations show up in local search for each search term, and how that changes.',
  competitors: 'See how the profiles around yours compare: categories, ratings, and how often they post.',
  reputation: 'Read and answer the reviews of all your locations in one list.',
  tasks: 'Get a short list of what to improve next on each profile, with the most useful task first.',
  statistics: 'Follow views, searches, calls and direction requests for your locations over time.',
  'ai-agent': 'Ask an AI agent how to improve a profile, and approve its suggestions one at a time.',
  'bulk-edit':
    'Change hours, website, description and more at all your locations at once, see each before and after, and undo it in one go.',
  'change-log':
    'Look up what changed on your profiles, when, and who changed it, and lock fields so that they stay as you want them.',
};

/** Views that are available, but need a connected profile. */
const OPENS_WITH_A_CONNECTION: readonly ComingView[] = [
  'bulk-edit',
  'change-log',
  'reputation',
  'statistics',
  'tasks',
];

/** The page of a feature that is not available yet: says what it will do, and links back. */
export function ComingSoonView({ view }: { view: ComingView }) {
  return (
    <div className={styles.page}>
      <Board state="bare">
        {view !== 'bulk-edit' && <Badge dashed>Coming Soon</Badge>}
        <h1 tabIndex={-1} className={styles.title}>
          {VIEW_TITLES[view]}
        </h1>
        <p className={styles.promise}>{PROMISES[view]}</p>
        {OPENS_WITH_A_CONNECTION.includes(view) && (
          <p className={styles.promise}>Connect a Google Business Profile to use it.</p>
        )}
      </Board>
      <ButtonLink to={viewUrl('overview')}>Back to Dashboard</ButtonLink>
    </div>
  );
}
