import type { ChangeValueDto } from '../../../dist/server/changes/change.dto.js';

/** The names that the product's API has for the fields of Google's documentation. */
export const FIELD_NAMES: Readonly<Record<string, string>> = Object.freeze({
  title: 'name',
  storeCode: 'storeCode',
  labels: 'labels',
  'phoneNumbers.primaryPhone': 'phoneNumber',
  'phoneNumbers.additionalPhones': 'additionalPhones',
  categories: 'categoryIds',
  storefrontAddress: 'address',
  websiteUri: 'websiteUri',
  regularHours: 'regularHours',
  specialHours: 'specialHours',
  moreHours: 'moreHours',
  serviceArea: 'serviceArea',
  serviceItems: 'services',
  'openInfo.status': 'openStatus',
  'openInfo.openingDate': 'openingDate',
  'profile.description': 'description',
});

const DAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];
const MINUTES_OF_DAY = 24 * 60;
const MINUTE_MS = 60_000;

interface Time {
  hours?: number;
  minutes?: number;
}

interface Day {
  year?: number;
  month?: number;
  day?: number;
}

interface Period {
  openDay: string;
  openTime: Time;
  closeDay: string;
  closeTime: Time;
}

interface SpecialPeriod {
  startDate: Day;
  endDate?: Day;
  openTime?: Time;
  closeTime?: Time;
  closed?: boolean;
}

interface ServiceItem {
  structuredServiceItem?: { serviceTypeId: string };
  freeFormServiceItem?: { label: { displayName: string } };
  price?: { units?: string; nanos?: number };
}

interface Categories {
  primaryCategory: { name: string };
  additionalCategories?: { name: string }[];
}

/** A value of Google's journal as the text that is compared; empty for none. `field` is the product's name of it. */
export function textOfGoogles(field: string, value: unknown): string {
  if (value === null) return field === 'openStatus' ? 'OPEN' : '';
  switch (field) {
    case 'regularHours':
      return weekOf((value as { periods: Period[] }).periods);
    case 'moreHours':
      return (value as { hoursTypeId: string; periods: Period[] }[])
        .map(({ hoursTypeId, periods }) => `${hoursTypeId}: ${weekOf(periods)}`)
        .sort()
        .join('; ');
    case 'specialHours':
      return (value as { specialHourPeriods: SpecialPeriod[] }).specialHourPeriods
        .map(({ startDate, endDate = startDate, openTime, closeTime, closed }) =>
          closed
            ? `${dayOf(startDate)} closed`
            : `${instantOf(dayOf(startDate), minutesOf(openTime))}-${instantOf(dayOf(endDate), minutesOf(closeTime))}`,
        )
        .sort()
        .join(' ');
    case 'openingDate':
      return dayOf(value as Day);
    case 'categoryIds': {
      const { primaryCategory, additionalCategories = [] } = value as Categories;
      return [primaryCategory, ...additionalCategories]
        .map(({ name }) => plain(name.replace('categories/gcid:', '')))
        .join('; ');
    }
    case 'services':
      return (value as ServiceItem[])
        .map(({ structuredServiceItem, freeFormServiceItem, price }) => {
          const id = structuredServiceItem?.serviceTypeId.split(':')[1] ?? '';
          const name = freeFormServiceItem?.label.displayName ?? id;
          const amount = price && Number(price.units ?? 0) + (price.nanos ?? 0) / 1e9;
          return serviceText(name, amount);
        })
        .join('; ');
    case 'address': {
      const { addressLines, sublocality, locality, administrativeArea, postalCode, regionCode } =
        value as Record<string, string> & { addressLines?: string[] };
      return plain(
        [...(addressLines ?? []), sublocality, locality, administrativeArea, postalCode, regionCode].join(
          ' ',
        ),
      );
    }
    case 'serviceArea':
      return (
        (value as { places?: { placeInfos?: { placeName: string }[] } }).places?.placeInfos
          ?.map(({ placeName }) => placeName)
          .join('; ') ?? ''
      );
    case 'additionalPhones':
      return (value as string[]).map(digitsOf).join('; ');
    case 'phoneNumber':
      return digitsOf(value as string);
    case 'labels':
      return (value as string[]).map(trimmed).join('; ');
    default:
      return trimmed(value as string);
  }
}

/** A value as the product's API shows it, as the text that is compared. */
export function textOfShown(
  field: string,
  { text, items, hours, specialHours, moreHours }: ChangeValueDto,
): string {
  if (hours) return weekOf(hours.map(toPeriod));
  if (moreHours)
    return moreHours
      .map(({ hoursTypeId, periods }) => `${hoursTypeId}: ${weekOf(periods.map(toPeriod))}`)
      .sort()
      .join('; ');
  if (specialHours)
    return specialHours
      .map(({ date, isClosed, openTime, closeTime, closeDate }) =>
        isClosed
          ? `${date} closed`
          : `${instantOf(date, minutesIn(openTime))}-${instantOf(closeDate ?? date, minutesIn(closeTime))}`,
      )
      .sort()
      .join(' ');
  if (items) return items.map((item) => itemText(field, item)).join('; ');
  if (text === null) return field === 'openStatus' ? 'OPEN' : '';
  if (field === 'phoneNumber') return digitsOf(text);
  return field === 'address' ? plain(text) : trimmed(text);
}

function itemText(field: string, item: string): string {
  if (field === 'categoryIds') return plain(item);
  if (field === 'additionalPhones') return digitsOf(item);
  if (field !== 'services') return trimmed(item);
  const [name = '', price] = item.split(' · ');
  return serviceText(name, price === undefined ? undefined : Number(price.replace(/[^\d.]/g, '')));
}

function serviceText(name: string, amount: number | undefined): string {
  return `${plain(name)}${amount === undefined ? '' : ` ${amount.toFixed(2)}`}`;
}

/** Each period from a minute of the week to another, so that the end of a day is the beginning of the next. */
function weekOf(periods: Period[]): string {
  const minuteOfWeek = (day: string, time: Time) =>
    (DAYS.indexOf(day) * MINUTES_OF_DAY + minutesOf(time)) % (7 * MINUTES_OF_DAY);
  return periods
    .map(
      ({ openDay, openTime, closeDay, closeTime }) =>
        `${minuteOfWeek(openDay, openTime)}-${minuteOfWeek(closeDay, closeTime)}`,
    )
    .sort()
    .join(' ');
}

function toPeriod(shown: { openDay: string; openTime: string; closeDay: string; closeTime: string }): Period {
  return {
    ...shown,
    openTime: { minutes: minutesIn(shown.openTime) },
    closeTime: { minutes: minutesIn(shown.closeTime) },
  };
}

function minutesOf({ hours = 0, minutes = 0 }: Time = {}): number {
  return hours * 60 + minutes;
}

/** The minutes of `HH:mm`. */
function minutesIn(time: string | null): number {
  const [hours = 0, minutes = 0] = (time ?? '').split(':').map(Number);
  return hours * 60 + minutes;
}

function instantOf(day: string, minutes: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + minutes * MINUTE_MS).toISOString();
}

function dayOf({ year = 0, month = 0, day }: Day): string {
  return [year, month, ...(day ? [day] : [])].map((part) => String(part).padStart(2, '0')).join('-');
}

function trimmed(text: string): string {
  return text.normalize('NFC').trim();
}

/** The letters and digits, for names that Google has as an id or in words. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The digits of a British number with its country, or of any that begins with `+`. */
function digitsOf(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  return phone.trim().startsWith('+') ? digits : digits.replace(/^0/, '44');
}
