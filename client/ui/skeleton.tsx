import { cx } from './cx';
import styles from './skeleton.module.css';

/** A grey stand-in for content that is loading; invisible for the first 300 ms. Put it inside a Loading. */
export function Skeleton({
  shape = 'line',
}: {
  shape?: 'line' | 'short' | 'title' | 'control' | 'card' | 'row';
}) {
  if (shape !== 'card')
    return <span aria-hidden="true" className={cx(styles.bar, styles.late, styles[shape])} />;
  return (
    <span aria-hidden="true" className={cx(styles.card, styles.late)}>
      <span className={cx(styles.bar, styles.title)} />
      <span className={cx(styles.bar, styles.short)} />
      <span className={cx(styles.bar, styles.line)} />
      <span className={cx(styles.bar, styles.line)} />
    </span>
  );
}

/** Skeletons of cards, laid out as the CardGrid lays out the cards to come. */
export function SkeletonGrid({ cards }: { cards: number }) {
  return (
    <div className={styles.grid}>
      {Array.from({ length: cards }, (_, index) => (
        <Skeleton key={index} shape="card" />
      ))}
    </div>
  );
}
