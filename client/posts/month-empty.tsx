import { Button } from '../ui/button';
import styles from './month-empty.module.css';
import type { PostTab } from './post-list';
import { NONE_IN_TAB } from './posts-empty';
import { monthWords } from './time-words';

interface MonthEmptyProps {
  month: string;
  tab: PostTab;
  search: string;
  ofLocation: boolean;
  /** Takes search, tab and location back. */
  onShowAll: () => void;
  /** Leads to the list, which is not bound to a month. */
  onList: () => void;
}

/** Why a month shows no post, and where there may be some. */
export function MonthEmpty({ month, tab, search, ofLocation, onShowAll, onList }: MonthEmptyProps) {
  const isFiltered = search !== '' || ofLocation || tab !== 'ALL';
  const what = search === '' ? NONE_IN_TAB[tab] : 'No posts match your search';
  return (
    <div className={styles.empty}>
      <p>
        {what} in {monthWords(month)}
        {ofLocation && ' for this location'}.
      </p>
      {isFiltered && (
        <Button size="small" onClick={onShowAll}>
          Show all posts
        </Button>
      )}
      <Button size="small" onClick={onList}>
        Show the list
      </Button>
    </div>
  );
}
