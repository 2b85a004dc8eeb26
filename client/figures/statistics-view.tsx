import { ChartColumn, Download, Table2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { RefreshBar } from '../business-profile/refresh-bar';
import { addDays } from '../lib/calendar-days';
import { countOf } from '../lib/count-of';
import { viewUrl } from '../lib/views';
import { LocationFilter } from '../posts/location-filter';
import { ErrorState } from '../ui/banner';
import { FailedLoad } from '../ui/board';
import { DownloadLink } from '../ui/button';
import { Field } from '../ui/field';
import { Select } from '../ui/inputs';
import { Loading, SkeletonRows } from '../ui/loading';
import { Segmented } from '../ui/radio-group';
import { VisuallyHidden } from '../ui/screen-reader';
import { Table } from '../ui/table';
import { FigureChart, untilWords } from './figure-chart';
import { changeWords, type Metric, METRIC_NAMES, numberWords, pointDays } from './figure-words';
import { RankingPanel } from './ranking-panel';
import styles from './statistics-view.module.css';
import { type FigureChoice, fileUrl, useStatistics } from './use-statistics';
import { WordsPanel } from './words-panel';

const FAILED = 'Failed to load the figures. Please try again.';
/** The metrics that are always in sight; the others are in a list. */
const MAIN: readonly Metric[] = ['IMPRESSIONS', 'CALLS', 'WEBSITE_CLICKS', 'DIRECTIONS'];
const OTHERS = (Object.keys(METRIC_NAMES) as Metric[]).filter((metric) => !MAIN.includes(metric));
const RANGES = { 28: '28 days', 91: '3 months', 182: '6 months', 365: 'A year' } as const;

/** How often the locations were seen and used at Google, over time. Days are those of Google’s figures, by UTC. */
export function StatisticsView() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const locationId = query.get('location') ?? undefined;
  const [days, setDays] = useState<keyof typeof RANGES>(28);
  const [by, setBy] = useState<FigureChoice['by']>('day');
  const [compare, setCompare] = useState<FigureChoice['compare']>('before');
  const [metric, setMetric] = useState<Metric>('IMPRESSIONS');
  const [look, setLook] = useState<'chart' | 'table'>('chart');
  const to = addDays(new Date().toISOString().slice(0, 10), -1);
  const choice: FigureChoice = { locationId, from: addDays(to, 1 - days), to, by, compare };
  const { data, error, isValidating, mutate } = useStatistics(choice);
  const retry = () => void mutate();
  const series = data?.metrics.find((each) => each.metric === metric);
  const isCompared = compare !== 'none';

  return (
    <div className={styles.view}>
      <div className={styles.head}>
        <h1 tabIndex={-1}>Statistics</h1>
        <DownloadLink href={fileUrl(choice)} icon={Download}>
          Export CSV
        </DownloadLink>
      </div>
      <RefreshBar />
      <div className={styles.tools}>
        <div className={styles.wide}>
          <LocationFilter
            locationId={locationId}
            onChange={(location) => void navigate(viewUrl('statistics', location ? { location } : {}))}
          />
        </div>
        <Field label="Period" hideLabel>
          <Select
            value={days}
            onChange={({ target }) => setDays(Number(target.value) as keyof typeof RANGES)}
          >
            {Object.entries(RANGES).map(([count, name]) => (
              <option key={count} value={count}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="By" hideLabel>
          <Select value={by} onChange={({ target }) => setBy(target.value as FigureChoice['by'])}>
            <option value="day">By day</option>
            <option value="week">By week</option>
            <option value="month">By month</option>
          </Select>
        </Field>
        <Field label="Compared with" hideLabel>
          <Select
            value={compare}
            onChange={({ target }) => setCompare(target.value as FigureChoice['compare'])}
          >
            <option value="before">Against the days before</option>
            <option value="year">Against a year before</option>
            <option value="none">Not compared</option>
          </Select>
        </Field>
        <Segmented
          legend="Show as"
          options={[
            { value: 'chart', label: 'Chart', icon: ChartColumn },
            { value: 'table', label: 'Table', icon: Table2 },
          ]}
          value={look}
          onChange={setLook}
        />
      </div>
      {error !== undefined && data && <ErrorState message={FAILED} onRetry={retry} retrying={isValidating} />}
      {error !== undefined && !data && (
        <FailedLoad message={FAILED} onRetry={retry} retrying={isValidating} />
      )}
      {(data || error === undefined) && (
        <Loading busy={!data} skeleton={<SkeletonRows rows={4} />}>
          {data && series && (
            <section className={styles.panel} aria-labelledby="figures-over-time">
              <VisuallyHidden>
                <h2 id="figures-over-time">Figures over time</h2>
              </VisuallyHidden>
              <div className={styles.metrics} role="group" aria-label="Metric">
                {MAIN.map((name) => {
                  const own = data.metrics.find((each) => each.metric === name);
                  const change = isCompared && own ? changeWords(own.total, own.totalBefore) : undefined;
                  return (
                    <button
                      key={name}
                      type="button"
                      className={styles.metric}
                      aria-pressed={metric === name}
                      onClick={() => setMetric(name)}
                    >
                      <span className={styles.small}>{METRIC_NAMES[name]}</span>
                      <strong className={styles.number}>{numberWords(own?.total ?? null)}</strong>
                      <span className={styles.small}>{change ? `${change} against before` : '\u00a0'}</span>
                    </button>
                  );
                })}
              </div>
              <div className={styles.more}>
                <Field label="More metrics" hideLabel>
                  <Select
                    value={MAIN.includes(metric) ? '' : metric}
                    onChange={({ target }) => setMetric((target.value || 'IMPRESSIONS') as Metric)}
                  >
                    <option value="">More metrics</option>
                    {OTHERS.map((name) => (
                      <option key={name} value={name}>
                        {METRIC_NAMES[name]}
                      </option>
                    ))}
                  </Select>
                </Field>
              </div>
              {look === 'chart' && (
                <FigureChart
                  name={METRIC_NAMES[metric]}
                  points={series.points}
                  dataUntil={data.dataUntil}
                  isCompared={isCompared}
                />
              )}
              <PointTable
                isShown={look === 'table'}
                name={METRIC_NAMES[metric]}
                points={series.points}
                dataUntil={data.dataUntil}
                isCompared={isCompared}
              />
              <p className={styles.note}>{coverage(data, series.locations)}</p>
            </section>
          )}
        </Loading>
      )}
      <div className={styles.two}>
        <RankingPanel choice={choice} />
        <WordsPanel locationId={locationId} />
      </div>
    </div>
  );
}

type Shown = NonNullable<ReturnType<typeof useStatistics>['data']>;

/** What the numbers go over, in words. */
function coverage(state: Shown, locations: number): string {
  const { dataUntil, locationsToRead } = state;
  return [
    untilWords(dataUntil),
    `${countOf(locations, 'location')} of ${state.locations} counted`,
    ...(locationsToRead > 0 ? [`${countOf(locationsToRead, 'location')} still to be read`] : []),
  ].join(' · ');
}

interface PointTableProps {
  isShown: boolean;
  name: string;
  points: Shown['metrics'][number]['points'];
  dataUntil: string | null;
  isCompared: boolean;
}

/** The same as the chart, in numbers. Screen readers have it beside the chart too. */
function PointTable({ isShown, name, points, dataUntil, isCompared }: PointTableProps) {
  const wordsOf = ({ to, value, isWhole }: PointTableProps['points'][number]) => {
    if (value === null) return dataUntil === null || to > dataUntil ? 'not counted yet' : 'unknown';
    return isWhole ? numberWords(value) : `${numberWords(value)} (in part)`;
  };
  const table = (
    <Table
      caption={name}
      columns={[
        { header: 'Days', cell: pointDays },
        { header: name, cell: wordsOf, numeric: true },
        ...(isCompared
          ? [
              {
                header: 'Before',
                cell: ({ before }: PointTableProps['points'][number]) => numberWords(before),
                numeric: true,
              },
            ]
          : []),
      ]}
      rows={points}
      rowKey={({ from }) => from}
    />
  );
  return isShown ? table : <VisuallyHidden>{table}</VisuallyHidden>;
}
