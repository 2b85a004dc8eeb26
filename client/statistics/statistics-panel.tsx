import type { ReactNode } from 'react';
import { afterTries } from '../api/swr';
import { cx } from '../ui/basics/cx';
import { Field } from '../ui/form/field';
import { Select } from '../ui/form/inputs';
import common from '../ui/layout/common.module.css';
import { ErrorState } from '../ui/messages/banner';
import { Loading, SkeletonRows } from '../ui/messages/loading';
import { Panel } from '../ui/layout/panel';
import styles from './statistics-panel.module.css';

interface StatisticsPanelProps {
  title: string;
  note?: string | undefined;
  /** SWR’s answer with what is shown. */
  loaded: { data: unknown; error: unknown; isValidating: boolean; mutate: () => unknown };
  failure: string;
  /** How many rows are drawn while it loads. */
  rows: number;
  /** The sentence when there is nothing to show. */
  empty: string | undefined;
  /** In the title’s line: what of it is shown. */
  picks?: ReactNode;
  tools?: ReactNode;
  children: ReactNode;
  foot: ReactNode;
}

/** A panel below the chart, with its loading state and its failure. */
export function StatisticsPanel({ loaded, ...props }: StatisticsPanelProps) {
  const { data, isValidating, mutate } = loaded;
  const { error, isTrying } = afterTries(loaded.error);
  return (
    <Panel title={props.title} note={props.note} actions={props.picks} flush>
      {props.tools && <div className={cx(common.wrap, styles.tools)}>{props.tools}</div>}
      {error !== undefined && (
        <ErrorState message={props.failure} onRetry={() => void mutate()} retrying={isValidating} />
      )}
      <Loading
        busy={data === undefined && error === undefined}
        isTrying={isTrying}
        skeleton={<SkeletonRows rows={props.rows} />}
      >
        {props.empty && <p className={cx(common.small, styles.note)}>{props.empty}</p>}
        {props.children}
      </Loading>
      {props.foot && <div className={cx(common.small, common.line, styles.foot)}>{props.foot}</div>}
    </Panel>
  );
}

interface HeadSelectProps<Name extends string> {
  label: string;
  value: Name;
  /** Their names with their words, in order. */
  options: readonly (readonly [Name, string])[];
  onChange: (name: Name) => void;
}

/** A choice in the title’s line of a panel. */
export function HeadSelect<Name extends string>({ label, value, options, onChange }: HeadSelectProps<Name>) {
  return (
    <div className={styles.pick}>
      <Field label={label} hideLabel>
        <Select value={value} onChange={({ target }) => onChange(target.value as Name)}>
          {options.map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  );
}
