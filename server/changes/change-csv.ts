import type { ChangeValue } from '../business-profile/changes/change-values.js';
import type { OpeningPeriod } from '../business-profile/port/location.js';
import type { ChangeDto } from './change.dto.js';

const COLUMNS = [
  'At',
  'Seen after',
  'Location',
  'Store code',
  'Location ID',
  'Field',
  'Before',
  'After',
  'Origin',
  'By',
  'Reason',
  'Name',
  'State',
  'Back at',
] as const;

/** The lines as rows of a table, page by page. */
export async function* changeRows(pages: AsyncIterable<ChangeDto[]>): AsyncGenerator<readonly string[]> {
  yield COLUMNS;
  for await (const page of pages) yield* page.map(cellsOf);
}

function cellsOf(change: ChangeDto): string[] {
  const {
    at,
    seenAfter,
    locationName,
    storeCode,
    locationId,
    field,
    origin,
    actor,
    reason,
    setName,
    state,
    backAt,
  } = change;
  return [
    at,
    seenAfter ?? '',
    locationName,
    storeCode ?? '',
    locationId,
    field,
    textOf(change.before),
    textOf(change.after),
    origin,
    actor?.name ?? '',
    reason ?? '',
    setName ?? '',
    state,
    backAt ?? '',
  ];
}

/** A value in one line. Hours name the closing day only where it is not the opening day. */
function textOf({ text, items, hours, specialHours, moreHours }: ChangeValue): string {
  if (items) return items.join('; ');
  if (hours) return weekOf(hours);
  if (moreHours) return moreHours.map(({ name, periods }) => `${name}: ${weekOf(periods)}`).join('; ');
  if (specialHours)
    return specialHours
      .map(
        ({ date, isClosed, openTime, closeTime, closeDate }) =>
          `${date} ${isClosed ? 'closed' : `${openTime}-${closeDate === date ? '' : `${closeDate} `}${closeTime}`}`,
      )
      .join('; ');
  return text ?? '';
}

function weekOf(periods: OpeningPeriod[]): string {
  return periods
    .map(
      ({ openDay, openTime, closeDay, closeTime }) =>
        `${openDay.slice(0, 3)} ${openTime}-${closeDay === openDay ? '' : `${closeDay.slice(0, 3)} `}${closeTime}`,
    )
    .join('; ');
}
