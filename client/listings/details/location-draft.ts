import type { Schemas } from '../../api/client';
import { isDay } from '../../lib/calendar-days';
import { isBlank } from '../../lib/visible-text';
import type { LocationDetails } from '../use-listings';
import { isSameHours, toHours, toWeek, type Week } from './hours-model';
import { isSameSpecialHours, type SpecialDraft, toSpecialDraft, toSpecialHours } from './special-hours-model';

export type LocationChange = Schemas['UpdateLocationDto'];

/** A part of the details that has a button to edit them. */
export type EditedPart = 'details' | 'description' | 'hours' | 'special-hours' | 'more-hours' | 'status';

/** The API's name of each part of the draft, also in its errors. */
export const API_FIELD = Object.freeze({
  name: 'name',
  address: 'address',
  phoneNumber: 'phoneNumber',
  websiteUri: 'websiteUri',
  openingDate: 'openingDate',
  categories: 'categoryIds',
  description: 'description',
  week: 'regularHours',
  special: 'specialHours',
  moreHours: 'moreHours',
  openStatus: 'openStatus',
} as const satisfies Record<keyof LocationDraft, keyof LocationChange>);

/** The hours of one type while they are being edited. */
export interface MoreHoursDraft {
  hoursTypeId: string;
  name: string;
  week: Week;
}

/** The parts of a date as they were typed. */
export interface DateDraft {
  year: string;
  /** 1 to 12 */
  month: string;
  day: string;
}

/** A location while it is being edited. */
export interface LocationDraft {
  name: string;
  address: string;
  phoneNumber: string;
  websiteUri: string;
  openingDate: DateDraft;
  /** The first is the primary category. */
  categories: Schemas['CategoryDto'][];
  description: string;
  week: Week;
  special: SpecialDraft;
  moreHours: MoreHoursDraft[];
  openStatus: LocationDetails['openStatus'];
}

/** The initial draft of the form. */
export function toDraft(location: LocationDetails): LocationDraft {
  const [year = '', month = '', day = ''] = location.openingDate?.split('-') ?? [];
  const withoutZero = (digits: string) => digits.replace(/^0/, '');
  return {
    name: location.name,
    address: location.address,
    phoneNumber: location.phoneNumber ?? '',
    websiteUri: location.websiteUri ?? '',
    openingDate: { year, month: withoutZero(month), day: withoutZero(day) },
    categories: location.categories,
    description: location.description ?? '',
    week: toWeek(location.regularHours),
    special: toSpecialDraft(location.specialHours),
    moreHours: location.moreHours.map(({ hoursTypeId, name, periods }) => ({
      hoursTypeId,
      name,
      week: toWeek({ periods }),
    })),
    openStatus: location.openStatus,
  };
}

/** A value that was proposed for a field, as the change log has values. */
export interface ProposedValue {
  field: string | null;
  after: Pick<Schemas['ChangeValueDto'], 'text' | 'hours'> | null;
}

/** The part of a draft with a proposed value; empty for a field that people fill in themselves. */
export function proposedPart({ field, after }: ProposedValue): Partial<LocationDraft> {
  if (after?.hours && field === 'regularHours') return { week: toWeek({ periods: after.hours }) };
  const isText =
    field === 'name' || field === 'description' || field === 'phoneNumber' || field === 'websiteUri';
  return isText && after ? { [field]: after.text ?? '' } : {};
}

/** The fields in which the draft differs from the location, in the API's form. */
export function changesOf(location: LocationDetails, draft: LocationDraft): LocationChange {
  const name = draft.name.trim();
  const address = draft.address.trim();
  const phoneNumber = draft.phoneNumber.trim() || null;
  const websiteUri = draft.websiteUri.trim() || null;
  const openingDate = toOpeningDate(draft.openingDate);
  const categoryIds = draft.categories.map(({ id }) => id);
  const description = isBlank(draft.description) ? null : draft.description.trim();
  const regularHours = toHours(draft.week);
  const specialHours = toSpecialHours(draft.special);
  const moreHours = draft.moreHours.map(({ hoursTypeId, week }) => ({
    hoursTypeId,
    periods: toHours(week)?.periods ?? [],
  }));
  const { openStatus } = draft;
  return {
    ...(name !== location.name && { name }),
    ...(address !== location.address && { address }),
    ...(phoneNumber !== location.phoneNumber && { phoneNumber }),
    ...(websiteUri !== location.websiteUri && { websiteUri }),
    ...(openingDate !== location.openingDate && { openingDate }),
    ...(categoryIds.join() !== location.categories.map(({ id }) => id).join() && { categoryIds }),
    ...(description !== (location.description?.trim() || null) && { description }),
    ...(!isSameHours(regularHours, location.regularHours) && { regularHours }),
    ...(!isSameSpecialHours(specialHours, location.specialHours) && { specialHours }),
    ...(!isSameMoreHours(moreHours, location.moreHours) && { moreHours }),
    ...(openStatus !== location.openStatus && { openStatus }),
  };
}

/**
 * The draft for a location that has changed at Google while it was edited: with the edited fields as they are, and the
 * others as they are at Google now.
 */
export function rebased(
  draft: LocationDraft,
  before: LocationDetails,
  current: LocationDetails,
): LocationDraft {
  const edited = changesOf(before, draft);
  const kept = (Object.keys(draft) as (keyof LocationDraft)[]).filter((part) => API_FIELD[part] in edited);
  return { ...toDraft(current), ...Object.fromEntries(kept.map((part) => [part, draft[part]])) };
}

/** The draft with the parts of `other` that have these names in the API. */
export function withFieldsOf(draft: LocationDraft, other: LocationDraft, field: string): LocationDraft {
  const part = (Object.keys(API_FIELD) as (keyof LocationDraft)[]).find((key) => API_FIELD[key] === field);
  return part ? { ...draft, [part]: other[part] } : draft;
}

/** The date as the API has it: null if nothing was typed. A date that does not exist is returned as it was typed. */
function toOpeningDate({ year, month, day }: DateDraft): string | null {
  const parts = [year.trim(), ...[month, day.trim()].map((digits) => digits && digits.padStart(2, '0'))];
  return parts.every((part) => part === '') ? null : parts.join('-').replace(/-$/, '');
}

/** Whether a text is a month or a day that exists. */
export function isOpeningDate(text: string): boolean {
  // Only days from 2000 on are days of the calendar, and months repeat after 400 years.
  const [, year = '', rest = ''] = /^(\d{4})(-\d{2}(?:-\d{2})?)$/.exec(text) ?? [];
  const day = `${2000 + (Number(year) % 400)}${rest.length > 3 ? rest : `${rest}-01`}`;
  return year > '0000' && isDay(day);
}

type ChangedMoreHours = NonNullable<LocationChange['moreHours']>;

function isSameMoreHours(one: ChangedMoreHours, other: ChangedMoreHours): boolean {
  return (
    one.length === other.length &&
    one.every(({ hoursTypeId, periods }) => {
      const same = other.find((hours) => hours.hoursTypeId === hoursTypeId);
      return same !== undefined && isSameHours({ periods }, same);
    })
  );
}
