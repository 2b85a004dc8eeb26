import { cx } from '../ui/cx';
import { Icon } from '../ui/icon';
import { STATUS } from '../ui/status';
import { VisuallyHidden } from '../ui/visually-hidden';
import { chipId } from './element-ids';
import styles from './month-chip.module.css';
import { reasonOf, shortened, type Post } from './post-words';
import { toWallTime } from './wall-time';

/** More than the widest chip shows. */
const FIRST_WORDS_LENGTH = 40;

interface MonthChipProps {
  post: Post;
  timeZone: string;
  tabIndex: 0 | -1;
  onOpen: (post: Post) => void;
}

/** A post in the month grid: status, time of day, and first words. */
export function MonthChip({ post, timeZone, tabIndex, onOpen }: MonthChipProps) {
  const { icon, tone, label } = STATUS[post.status];
  return (
    <button
      type="button"
      id={chipId(post)}
      className={cx(styles.chip, styles[tone])}
      tabIndex={tabIndex}
      onClick={() => onOpen(post)}
    >
      <Icon of={icon} />
      <time dateTime={post.publishAt}>{toWallTime(new Date(post.publishAt), timeZone).time}</time>
      <span className={styles.words}>{shortened(post.summary, FIRST_WORDS_LENGTH)}</span>
      {/* One text each: there are hundreds of them, and every piece is one more to keep up with. */}
      <VisuallyHidden>
        {`, ${[label, post.detail && reasonOf(post), post.locationName].filter(Boolean).join(', ')}`}
      </VisuallyHidden>
    </button>
  );
}
