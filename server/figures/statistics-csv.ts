import { CSV_MARK, csvRow } from '../security/csv.js';
import type {
  FigureEventListDto,
  KeywordFigureDto,
  KeywordListDto,
  RankingDto,
  StatisticsDto,
} from './statistics.dto.js';
import { RANKED_METRICS } from './statistics-query.dto.js';

/** Metrics over time: a line for each period. What is not counted or not known has no number. */
export function csvOfSeries({ metrics, comparedWith }: StatisticsDto): string {
  const names = metrics.flatMap(({ metric }) => (comparedWith ? [metric, `${metric} before`] : [metric]));
  const periods = metrics[0]?.points ?? [];
  const known = metrics.filter(({ total }) => total !== null);
  const rows = periods.map(({ from, to }, index) => {
    const points = metrics.map(({ points: own }) => own[index]);
    const isWhole = known.length > 0 && known.every((metric) => metric.points[index]?.isWhole);
    const numbers = points.flatMap((point) =>
      comparedWith ? [textOf(point?.value), textOf(point?.before)] : [textOf(point?.value)],
    );
    return csvRow([from, to, isWhole ? 'yes' : 'no', ...numbers]);
  });
  return CSV_MARK + csvRow(['From', 'To', 'All counted', ...names]) + rows.join('');
}

/** A line for each location. */
export function csvOfRanking({ items, comparedWith }: RankingDto): string {
  const names = RANKED_METRICS.flatMap((metric) => [
    metric,
    ...(comparedWith ? [`${metric} before`] : []),
    ...(metric === 'IMPRESSIONS' ? [] : [`${metric} per 1,000 impressions`]),
  ]);
  const rows = items.map(
    ({ locationName, storeCode, locationId, figures, averageRating, reviewCount, answeredShare }) =>
      csvRow([
        locationName,
        storeCode ?? '',
        locationId,
        ...figures.flatMap(({ metric, value, before, per1000 }) => [
          textOf(value),
          ...(comparedWith ? [textOf(before)] : []),
          ...(metric === 'IMPRESSIONS' ? [] : [textOf(per1000)]),
        ]),
        textOf(averageRating),
        textOf(reviewCount),
        textOf(answeredShare),
      ]),
  );
  const head = ['Location', 'Store code', 'Location ID', ...names, 'Rating', 'Reviews', 'Answered share'];
  return CSV_MARK + csvRow(head) + rows.join('');
}

/** A line for each word. A number below Google’s threshold stands in a column of its own, so that no sum includes it. */
export function csvOfWords({ month, isOpen, items }: KeywordListDto): string {
  const columns = (figure: KeywordFigureDto | null) => [
    textOf(figure?.value),
    figure && figure.locationsBelow > 0 ? `fewer than ${figure.fewerThan} at ${figure.locationsBelow}` : '',
  ];
  const rows = items.map(({ word, figure, before, change }) =>
    csvRow([month ?? '', isOpen ? 'open' : '', word, ...columns(figure), ...columns(before), change ?? '']),
  );
  const head = [
    'Month',
    'State',
    'Word',
    'Searches',
    'Locations below',
    'Before',
    'Locations below before',
    'Change',
  ];
  return CSV_MARK + csvRow(head) + rows.join('');
}

/** A line for each kind of event of a day. */
export function csvOfEvents({ items }: FigureEventListDto): string {
  const rows = items.map(({ day, kind, field, name, count, locations }) =>
    csvRow([day, kind, field ?? '', name ?? '', String(count), String(locations)]),
  );
  return CSV_MARK + csvRow(['Day', 'Kind', 'Field', 'Campaign', 'Count', 'Locations']) + rows.join('');
}

function textOf(number: number | null | undefined): string {
  return number === null || number === undefined ? '' : String(number);
}
