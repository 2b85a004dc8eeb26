import { figure } from '../config/figure.js';
import type { RankedLocations } from './ranking-read-model.js';
import type {
  StatisticsEventListDto,
  KeywordCountDto,
  KeywordListDto,
  StatisticsDto,
} from './statistics.dto.js';
import { RANKED_STATISTICS } from './statistics-query.dto.js';

/**
 * Statistics over time: a row for each period. A number that is not counted or not known is left out, and each number says
 * over how many of the locations it goes.
 */
export function* seriesRows({ metrics, comparedWith, locations }: StatisticsDto): Generator<string[]> {
  const names = metrics.flatMap(({ metric }) => [
    metric,
    `${metric} locations`,
    ...(comparedWith ? [`${metric} before`] : []),
  ]);
  yield ['From', 'To', 'All counted', 'Locations', ...names];
  const known = metrics.filter(({ total }) => total !== null);
  for (const [index, { from, to }] of (metrics[0]?.points ?? []).entries()) {
    const isWhole = known.length > 0 && known.every(({ points }) => points[index]?.isWhole);
    const numbers = metrics.flatMap(({ points }) => {
      const point = points[index];
      return [
        textOf(point?.value),
        textOf(point?.locations),
        ...(comparedWith ? [textOf(point?.before)] : []),
      ];
    });
    yield [from, to, isWhole ? 'yes' : 'no', String(locations), ...numbers];
  }
}

/** A row for each location. */
export async function* rankingRows({ pages, comparedWith }: RankedLocations): AsyncGenerator<string[]> {
  const names = RANKED_STATISTICS.flatMap((metric) => [
    metric,
    ...(comparedWith ? [`${metric} before`] : []),
    ...(metric === 'IMPRESSIONS' ? [] : [`${metric} per 1,000 impressions`]),
  ]);
  yield [
    'Location',
    'Store code',
    'Location ID',
    'Data until',
    ...names,
    'Rating',
    'Reviews',
    'Answered share',
  ];
  for await (const page of pages)
    for (const { locationName, storeCode, locationId, dataUntil, figures, ...rating } of page)
      yield [
        locationName,
        storeCode ?? '',
        locationId,
        dataUntil ?? '',
        ...figures.flatMap(({ metric, value, before, per1000 }) => [
          textOf(value),
          ...(comparedWith ? [textOf(before)] : []),
          ...(metric === 'IMPRESSIONS' ? [] : [textOf(per1000)]),
        ]),
        textOf(rating.averageRating),
        textOf(rating.reviewCount),
        textOf(rating.answeredShare),
      ];
}

/** A row for each word. A count below Google’s threshold is in a column of its own, so that no sum includes it. */
export function* wordRows(list: KeywordListDto): Generator<string[]> {
  const { month, isOpen, items, locations, locationsToRead } = list;
  const columns = (searches: KeywordCountDto | null) => [
    textOf(searches?.value),
    searches && searches.locationsBelow > 0
      ? `fewer than ${searches.fewerThan} at ${figure(searches.locationsBelow)}`
      : '',
  ];
  yield [
    'Month',
    'State',
    'Locations',
    'Locations to read',
    'Word',
    'Searches',
    'Locations below',
    'Before',
    'Locations below before',
    'Change',
  ];
  for (const { word, figure: searches, before, change } of items)
    yield [
      month ?? '',
      isOpen ? 'open' : '',
      String(locations),
      String(locationsToRead),
      word,
      ...columns(searches),
      ...columns(before),
      change ?? '',
    ];
}

/** A row for each kind of event of a day. */
export function* eventRows({ items }: StatisticsEventListDto): Generator<string[]> {
  yield ['Day', 'Kind', 'Field', 'Campaign', 'Count', 'Locations'];
  for (const { day, kind, field, name, count, locations } of items)
    yield [day, kind, field ?? '', name ?? '', String(count), String(locations)];
}

function textOf(number: number | null | undefined): string {
  return number === null || number === undefined ? '' : String(number);
}
