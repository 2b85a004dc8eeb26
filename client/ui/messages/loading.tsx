import { useEffect, useRef, type ReactNode } from 'react';
import { announce } from '../basics/screen-reader';
import { cx } from '../basics/cx';
import common from '../layout/common.module.css';
import styles from './loading.module.css';

interface LoadingProps {
  busy: boolean;
  /** Whether a try has failed and another one comes by itself. */
  isTrying?: boolean | undefined;
  /** Skeletons in the layout of the content. */
  skeleton: ReactNode;
  /** Announced once when loading ends, for example "24 locations loaded". */
  loadedMessage?: string | undefined;
  children: ReactNode;
}

/** A region that loads: skeletons while busy (after 300 ms), then the content. */
export function Loading({ busy, isTrying, skeleton, loadedMessage, children }: LoadingProps) {
  const wasBusy = useRef(busy);

  useEffect(() => {
    if (wasBusy.current && !busy && loadedMessage) announce(loadedMessage);
    wasBusy.current = busy;
  }, [busy, loadedMessage]);

  return (
    <div aria-busy={busy}>
      {busy && isTrying && (
        <p className={cx(common.small, common.muted)}>This is taking longer than usual. Trying again...</p>
      )}
      {busy ? skeleton : children}
    </div>
  );
}

/** A grey placeholder for content that is loading; invisible for the first 300 ms. Put it inside a Loading. */
export function Skeleton({
  shape = 'line',
}: {
  shape?: 'line' | 'short' | 'title' | 'control' | 'card' | 'row' | 'post';
}) {
  if (shape !== 'card')
    return <span aria-hidden="true" className={cx(styles.bar, styles.late, styles[shape])} />;
  return (
    <span aria-hidden="true" className={cx(common.box, styles.card, styles.late)}>
      <span className={cx(styles.bar, styles.title)} />
      <span className={cx(styles.bar, styles.short)} />
      <span className={cx(styles.bar, styles.line)} />
      <span className={cx(styles.bar, styles.line)} />
    </span>
  );
}

/** Skeletons of rows. */
export function SkeletonRows({ rows }: { rows: number }) {
  return Array.from({ length: rows }, (_, index) => <Skeleton key={index} shape="row" />);
}

/** Skeletons of cards in the layout of a CardGrid. */
export function SkeletonGrid({ cards }: { cards: number }) {
  return (
    <div className={styles.grid}>
      {Array.from({ length: cards }, (_, index) => (
        <Skeleton key={index} shape="card" />
      ))}
    </div>
  );
}
