import { type ReactNode, useId } from 'react';
import { ActionMenu } from '../ui/layers/action-menu';
import { TabList, TabPanel } from '../ui/layout/tabs';
import { MAIN_STATISTICS, type Statistic, type Statistics } from './main-statistics';
import styles from './metric-tabs.module.css';
import { StatisticsSum } from './statistics-sum';
import { STATISTIC_NAMES } from './statistics-words';

/** The statistics that are not always in sight, but in a menu. */
const OTHERS = (Object.keys(STATISTIC_NAMES) as Statistic[]).filter(
  (name) => !MAIN_STATISTICS.includes(name),
);

interface MetricTabsProps {
  shown: Statistics;
  statistic: Statistic;
  onChoose: (statistic: Statistic) => void;
  /** The chosen statistic over time. */
  children: ReactNode;
}

/** A tab with the sum of each main statistic, one more for another that is chosen, and a menu of the others. */
export function MetricTabs({ shown, statistic, onChoose, children }: MetricTabsProps) {
  const id = useId();
  const names = MAIN_STATISTICS.includes(statistic) ? MAIN_STATISTICS : [...MAIN_STATISTICS, statistic];
  return (
    <>
      <div className={styles.row}>
        <TabList
          id={id}
          label="Metric"
          tabs={names.map((name) => ({
            id: name,
            content: (
              <StatisticsSum
                series={shown.metrics.find((each) => each.metric === name)}
                name={name}
                shown={shown}
                inTab
              />
            ),
          }))}
          value={statistic}
          onChange={onChoose}
          className={styles.list}
          tabClassName={styles.tab}
        />
        <ActionMenu
          label="More metrics"
          words="More"
          className={styles.more}
          actions={OTHERS.map((name) => ({ label: STATISTIC_NAMES[name], onClick: () => onChoose(name) }))}
        />
      </div>
      <TabPanel id={id} value={statistic} className={styles.panel}>
        {children}
      </TabPanel>
    </>
  );
}
