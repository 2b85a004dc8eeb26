import { Link } from 'react-router-dom';
import { rangeWords, untilWords } from '../../statistics/statistics-words';
import { useOverviewFigures } from '../../statistics/main-statistics';
import { MetricSum } from '../../statistics/statistics-sum';
import { viewUrl } from '../../lib/views';
import { Panel } from '../../ui/layout/panel';
import styles from './overview-figures.module.css';

/**
 * The panel of what customers did at Google in the last 28 days, with the way to the figures over time. It is only there if
 * there are figures.
 */
export function OverviewFigures() {
  const { data: figures } = useOverviewFigures();
  if (!figures || figures.locationsWithFigures === 0) return null;
  const { metrics, period, dataUntil, locations, locationsToRead } = figures;
  const note = [
    rangeWords(period),
    untilWords(dataUntil),
    ...(locationsToRead > 0 ? [`${locations - locationsToRead} of ${locations} locations read`] : []),
  ];
  return (
    <Panel
      title="Last 28 days on Google"
      note={note.join(' · ')}
      actions={<Link to={viewUrl('statistics')}>Statistics</Link>}
      flush
    >
      <ul className={styles.figures}>
        {metrics.map((series) => (
          <li key={series.metric} className={styles.figure}>
            <MetricSum series={series} name={series.metric} shown={figures} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
