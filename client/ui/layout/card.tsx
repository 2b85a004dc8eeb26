import { useRef, type ReactElement, type ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { StatusBadge, STATUS, type Status } from '../basics/labels';
import { cx } from '../basics/cx';
import tones from '../basics/tones.module.css';
import styles from './card.module.css';
import common from './common.module.css';
import { spacerStyle, usePageList } from './use-virtual-list';

interface CardProps {
  to: LinkProps['to'];
  title: string;
  status: Status;
  /** Added to the link's name after title and state, for example "Personal, 3 locations". */
  details?: string;
  /** Before the title: an Avatar. */
  media?: ReactNode;
  /** Below the title: a Plate, a Badge, a link. */
  plate?: ReactNode;
  /** MetaLines. */
  children?: ReactNode;
  footer?: ReactNode;
  headingLevel?: 2 | 3;
}

/** A location or an account. The whole card is one link, and other controls lie above it. */
export function Card({
  to,
  title,
  status,
  details,
  media,
  plate,
  children,
  footer,
  headingLevel = 2,
}: CardProps) {
  const Heading = `h${headingLevel}` as const;
  const name = [title, STATUS[status].label, details].filter(Boolean).join(', ');
  return (
    <article className={cx(common.box, styles.card, tones[STATUS[status].tone])}>
      <div className={styles.head}>
        {media}
        <Heading className={styles.title}>
          <Link to={to} className={styles.link} aria-label={name}>
            {title}
          </Link>
        </Heading>
        <StatusBadge status={status} />
      </div>
      {plate && <div className={styles.plate}>{plate}</div>}
      {children && <div className={common.stack1}>{children}</div>}
      {footer && <div className={cx(common.spread, common.small, styles.footer)}>{footer}</div>}
    </article>
  );
}

/** The cards of a block, which are rendered together: full rows in one, two and three columns. */
const BLOCK = 6;
/** The estimated height of a row (px), divided by the usual number of columns. */
const CARD_HEIGHT = 208 / 3;

interface CardGridProps {
  count: number;
  /** Identifies the list that is shown, such as the search that found it. */
  list?: string;
  /** The card at an index of the list, with a key. */
  card: (index: number) => ReactElement | undefined;
}

/**
 * A list of cards in as many columns as fit. Of a long list only the cards near the screen are rendered. For screen
 * readers each card has its position and the number of cards.
 */
export function CardGrid({ count, list, card }: CardGridProps) {
  const box = useRef<HTMLDivElement>(null);
  const sizes = Array.from({ length: Math.ceil(count / BLOCK) }, (_, block) =>
    Math.min(BLOCK, count - block * BLOCK),
  );
  const { pieces, measure, onFocus } = usePageList({
    box,
    sizes,
    itemHeight: CARD_HEIGHT,
    ...(list && { name: list }),
  });
  return (
    <div ref={box} role="list" className={styles.list} onFocus={onFocus}>
      {pieces.map(({ index: block, spacer }) =>
        spacer !== undefined ? (
          <div key={`spacer ${block}`} style={spacerStyle(spacer)} />
        ) : (
          <div key={block} ref={measure} data-block={block} className={styles.grid}>
            {Array.from({ length: sizes[block] ?? 0 }, (_, offset) => {
              const at = block * BLOCK + offset;
              const shown = card(at);
              return (
                <div key={shown?.key ?? at} role="listitem" aria-posinset={at + 1} aria-setsize={count}>
                  {shown}
                </div>
              );
            })}
          </div>
        ),
      )}
    </div>
  );
}
