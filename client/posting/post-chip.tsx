import prose from '../ui/basics/prose.module.css';
import common from '../ui/layout/common.module.css';
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { timeWords } from '../lib/time-words';
import { cx } from '../ui/basics/cx';
import { Icon } from '../ui/basics/icon';
import { STATUS } from '../ui/basics/labels';
import { VisuallyHidden } from '../ui/basics/screen-reader';
import tones from '../ui/basics/tones.module.css';
import { LocationTime } from '../zones/location-time';
import styles from './post-chip.module.css';
import { reasonOf, shortened, shownStatus, type Post } from './post-words';

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
  const { chip, popover, hide } = useChipPopover();
  const { icon, label, tone } = STATUS[shownStatus(post)];
  return (
    <>
      <button
        type="button"
        id={id}
        className={cx(styles.chip, tones[tone])}
        tabIndex={tabIndex}
        aria-haspopup="dialog"
        onClick={() => {
          hide();
          onOpen(post);
        }}
        {...chip}
      >
        <Icon of={icon} size={12} />
        <time dateTime={post.publishAt}>{timeWords(new Date(post.publishAt), timeZone)}</time>{' '}
        <span className={cx(styles.location, post.storeCode !== null && styles.code)}>
          {post.storeCode ?? post.locationName}
        </span>{' '}
        <span className={cx(prose.clip, styles.words)}>{shortened(post.summary, FIRST_WORDS_LENGTH)}</span>
        <VisuallyHidden>
          {`, ${[label, post.detail && reasonOf(post), post.storeCode && post.locationName].filter(Boolean).join(', ')}`}
        </VisuallyHidden>
      </button>
      {popover && <WholePost post={post} timeZone={timeZone} popover={popover} />}
    </>
  );
}

/** Shows the whole text of a chip while it is hovered or focused by keyboard; Escape hides it. */
export function useChipPopover() {
  const [isShown, setIsShown] = useState(false);
  const id = useId();
  const show = () => setIsShown(true);
  const hide = () => setIsShown(false);
  const hover = { onMouseEnter: show, onMouseLeave: hide };
  return {
    hide,
    /** The attributes of the chip. */
    chip: {
      'aria-describedby': isShown ? id : undefined,
      onKeyDown(event: KeyboardEvent) {
        if (!isShown || event.key !== 'Escape') return;
        event.stopPropagation();
        hide();
      },
      // Not when a dialog that was opened with the mouse gives the focus back.
      onFocus: ({ target }: FocusEvent) => setIsShown(target.matches(':focus-visible')),
      onBlur: hide,
      ...hover,
    },
    /** The attributes of the popover; undefined while it is hidden. */
    popover: isShown ? { id, ...hover } : undefined,
  };
}

type Popover = NonNullable<ReturnType<typeof useChipPopover>['popover']>;

/** Pixels between the popover and the edge of the window. */
const MARGIN = 8;

interface ChipPopoverProps {
  popover: Popover;
  children: ReactNode;
}

/** The popover of a chip: below it, or above it near the end of the window. It touches the chip, so the pointer can reach it. */
export function ChipPopover({ popover, children }: ChipPopoverProps) {
  const box = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const shown = box.current;
    const chip = shown?.previousElementSibling;
    if (!shown || !chip) return;
    const place = () => {
      const { top, bottom, left } = chip.getBoundingClientRect();
      const { width, height } = shown.getBoundingClientRect();
      const isBelow = bottom + height + MARGIN <= window.innerHeight;
      shown.style.top = `${isBelow ? bottom : Math.max(MARGIN, top - height)}px`;
      shown.style.left = `${Math.max(MARGIN, Math.min(left, window.innerWidth - width - MARGIN))}px`;
    };
    // In the top layer, since the cells of a calendar clip what they hold.
    shown.showPopover();
    place();
    window.addEventListener('scroll', place, { passive: true });
    return () => window.removeEventListener('scroll', place);
  }, []);

  return (
    <div ref={box} popover="manual" role="tooltip" className={styles.whole} {...popover}>
      {children}
    </div>
  );
}

/** The whole text of a post. */
function WholePost({
  post,
  timeZone,
  popover,
}: Pick<PostChipProps, 'post' | 'timeZone'> & { popover: Popover }) {
  const reason = reasonOf(post);
  return (
    <ChipPopover popover={popover}>
      <p className={prose.strong}>
        {`${STATUS[shownStatus(post)].label}, ${timeWords(new Date(post.publishAt), timeZone)}`}
      </p>
      <LocationTime locationId={post.locationId} at={new Date(post.publishAt)} timeZone={timeZone} />
      <p>{post.locationName}</p>
      <p className={cx(common.written, styles.summary)}>{post.summary}</p>
      {reason && <p className={cx(styles.reason, post.status === 'FAILED' && styles.failed)}>{reason}</p>}
    </ChipPopover>
  );
}
