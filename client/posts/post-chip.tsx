import { type FocusEvent, type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { timeWords } from '../lib/time-words';
import { cx } from '../ui/cx';
import { Icon } from '../ui/icon';
import { STATUS } from '../ui/labels';
import { VisuallyHidden } from '../ui/screen-reader';
import { LocationTime } from '../zones/location-time';
import styles from './post-chip.module.css';
import { reasonOf, shortened, type Post } from './post-words';

interface PostChipProps {
  post: Post;
  timeZone: string;
  onOpen: (post: Post) => void;
  /** For giving it the focus again. */
  id?: string;
  /** -1 where arrow keys move between chips. */
  tabIndex?: 0 | -1;
}

/** More than fits into the widest chip. */
const FIRST_WORDS_LENGTH = 60;

/**
 * A post in a calendar: status, time, store code or location, and first words, on two lines. It opens the post. While it
 * is hovered or focused by keyboard, its whole text is shown beside it. Few elements, since a month has hundreds of chips.
 */
export function PostChip({ post, timeZone, onOpen, id, tabIndex }: PostChipProps) {
  const [isWhole, setIsWhole] = useState(false);
  const wholeId = useId();
  const { icon, label, tone } = STATUS[post.status];
  const show = () => setIsWhole(true);
  const hide = () => setIsWhole(false);
  // Not when a dialog that was opened with the mouse gives the focus back.
  const showToKeyboard = ({ target }: FocusEvent) => setIsWhole(target.matches(':focus-visible'));
  const dismiss = (event: KeyboardEvent) => {
    if (!isWhole || event.key !== 'Escape') return;
    event.stopPropagation();
    hide();
  };
  const hover = { onMouseEnter: show, onMouseLeave: hide };
  return (
    <>
      <button
        type="button"
        id={id}
        className={cx(styles.chip, styles[tone])}
        tabIndex={tabIndex}
        aria-haspopup="dialog"
        aria-describedby={isWhole ? wholeId : undefined}
        onClick={() => {
          hide();
          onOpen(post);
        }}
        onKeyDown={dismiss}
        onFocus={showToKeyboard}
        onBlur={hide}
        {...hover}
      >
        <Icon of={icon} size={12} />
        <time dateTime={post.publishAt}>{timeWords(new Date(post.publishAt), timeZone)}</time>{' '}
        <span className={cx(styles.location, post.storeCode !== null && styles.code)}>
          {post.storeCode ?? post.locationName}
        </span>{' '}
        <span className={styles.words}>{shortened(post.summary, FIRST_WORDS_LENGTH)}</span>
        <VisuallyHidden>
          {`, ${[label, post.detail && reasonOf(post), post.storeCode && post.locationName].filter(Boolean).join(', ')}`}
        </VisuallyHidden>
      </button>
      {isWhole && <WholePost id={wholeId} post={post} timeZone={timeZone} hover={hover} />}
    </>
  );
}

/** Pixels between the popover and the edge of the window. */
const MARGIN = 8;

interface WholePostProps {
  id: string;
  post: Post;
  timeZone: string;
  hover: { onMouseEnter: () => void; onMouseLeave: () => void };
}

/** The whole text of a post, below its chip, or above it near the end of the window. It touches the chip, so the pointer can reach it. */
function WholePost({ id, post, timeZone, hover }: WholePostProps) {
  const box = useRef<HTMLDivElement>(null);
  const reason = reasonOf(post);

  useLayoutEffect(() => {
    const popover = box.current;
    const chip = popover?.previousElementSibling;
    if (!popover || !chip) return;
    const place = () => {
      const { top, bottom, left } = chip.getBoundingClientRect();
      const { width, height } = popover.getBoundingClientRect();
      const isBelow = bottom + height + MARGIN <= window.innerHeight;
      popover.style.top = `${isBelow ? bottom : Math.max(MARGIN, top - height)}px`;
      popover.style.left = `${Math.max(MARGIN, Math.min(left, window.innerWidth - width - MARGIN))}px`;
    };
    // In the top layer, since the cells of a calendar clip what they hold.
    popover.showPopover();
    place();
    window.addEventListener('scroll', place, { passive: true });
    return () => window.removeEventListener('scroll', place);
  }, []);

  return (
    <div ref={box} id={id} popover="manual" role="tooltip" className={styles.whole} {...hover}>
      <p className={styles.title}>
        {`${STATUS[post.status].label}, ${timeWords(new Date(post.publishAt), timeZone)}`}
      </p>
      <LocationTime locationId={post.locationId} at={new Date(post.publishAt)} timeZone={timeZone} />
      <p>{post.locationName}</p>
      <p className={styles.summary}>{post.summary}</p>
      {reason && <p className={cx(styles.reason, post.status === 'FAILED' && styles.failed)}>{reason}</p>}
    </div>
  );
}
