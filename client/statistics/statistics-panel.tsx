import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../ui/basics/cx';
import common from '../ui/layout/common.module.css';
import { ErrorState } from '../ui/messages/banner';
import { DownloadLink } from '../ui/basics/button';
import { Loading, SkeletonRows } from '../ui/messages/loading';
import { Panel } from '../ui/layout/panel';
import styles from './statistics-panel.module.css';

interface StatisticsPanelProps {
  title: string;
  note: string | undefined;
  /** The file with the same statistics. */
  file: { words: string; href: string };
  /** SWR’s answer with what is shown. */
  loaded: { data: unknown; error: unknown; isValidating: boolean; mutate: () => unknown };
  failure: string;
  /** How many rows are drawn while it loads. */
  rows: number;
  /** The sentence when there is nothing to show. */
  empty: string | undefined;
  tools?: ReactNode;
  children: ReactNode;
  foot: ReactNode;
}

/** A panel below the chart, with its file, its loading state and its failure. */
export function StatisticsPanel({ loaded, file, ...props }: StatisticsPanelProps) {
  const { data, error, isValidating, mutate } = loaded;
  return (
    <Panel
      title={props.title}
      note={props.note}
      actions={
        <DownloadLink size="row" variant="quiet" icon={Download} className={styles.file} href={file.href}>
          {file.words}
        </DownloadLink>
      }
      flush
    >
      {props.tools && <div className={cx(common.wrap, styles.tools)}>{props.tools}</div>}
      {error !== undefined && (
        <ErrorState message={props.failure} onRetry={() => void mutate()} retrying={isValidating} />
      )}
      <Loading busy={data === undefined && error === undefined} skeleton={<SkeletonRows rows={props.rows} />}>
        {props.empty && <p className={cx(common.small, styles.note)}>{props.empty}</p>}
        {props.children}
      </Loading>
      {props.foot && <div className={cx(common.small, common.line, styles.foot)}>{props.foot}</div>}
    </Panel>
  );
}
