import type { ChangeValue } from '../business-profile/record/change-values.js';
import type { OpeningPeriod } from '../business-profile/location.js';
import { CSV_MARK, csvRow } from '../security/csv.js';
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
  'State',
  'Back at',
] as const;

/** The lines as a table (RFC 4180), page by page, with the byte order mark that spreadsheets need to see UTF-8. */
export async function* csvOf(pages: AsyncIterable<ChangeDto[]>): AsyncGenerator<string> {
  yield CSV_MARK + csvRow(COLUMNS);
  for await (const page of pages)
    if (page.length > 0) yield page.map((change) => csvRow(cellsOf(change))).join('');
}

function cellsOf(change: ChangeDto): string[] {
  const { at, seenAfter, locationName, storeCode, locationId, field, origin, actor, reason, state, backAt } =
    change;
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
