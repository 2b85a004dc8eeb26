import { Link } from 'react-router-dom';
import { countOf, figure } from '../../lib/count-of';
import { rangeWords, untilWords } from '../../statistics/statistics-words';
import { useOverviewStatistics } from '../../statistics/main-statistics';
import { StatisticsSum } from '../../statistics/statistics-sum';
import { viewUrl } from '../../lib/views';
import { Panel } from '../../ui/layout/panel';
import styles from './overview-statistics.module.css';

/**
 * The panel of what customers did at Google in the last 28 days, with the way to the view of statistics. It is only there if
 * there are any.
 */
export function OverviewStatistics() {
  const { data } = useOverviewStatistics();
  if (!data || data.locationsWithFigures === 0) return null;
  const { metrics, period, dataUntil, locations, locationsToRead } = data;
  const note = [
    rangeWords(period),
    untilWords(dataUntil),
    ...(locationsToRead > 0
      ? [`${figure(locations - locationsToRead)} of ${countOf(locations, 'location')} read`]
      : []),
  ];
  return (
    <Panel
      title="Last 28 days on Google"
      note={note.join(' · ')}
      actions={<Link to={viewUrl('statistics')}>Statistics</Link>}
      flush
    >
      <ul className={styles.statistics}>
        {metrics.map((series) => (
          <li key={series.metric} className={styles.statistic}>
            <StatisticsSum series={series} name={series.metric} shown={data} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
