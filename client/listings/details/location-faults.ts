import { figure } from '../../lib/count-of';
import type { FieldErrors as FormErrors } from '../../lib/field-errors';
import { phoneNumberFault } from '../../lib/phone-number';
import { isBlank } from '../../lib/visible-text';
import { faultOfWebsite } from '../../lib/web-address';
import type { LocationDetails } from '../use-listings';
import { faultsOfHours, type PeriodFault, toHours } from './hours-model';
import { API_FIELD, isOpeningDate, type LocationChange, type LocationDraft } from './location-draft';
import { faultsOfDays } from './special-hours-model';

export const MAX_CATEGORIES = 10;
export const MAX_DESCRIPTION = 750;
const MAX_NAME = 200;
const MAX_ADDRESS = 300;
const MAX_WEBSITE = 2048;
/** What Google takes for a web address in a description, by the rule of the API. */
const WEB_ADDRESS = /https?:\/\/|\bwww\.|\b[a-z\d-]+\.(com|org|net|co\.uk|shop)\b/i;

/** Messages by the API's path of the field: `name`, `regularHours.periods.3.openTime`. */
export type FieldErrors = Readonly<FormErrors<string>>;

/** The errors of a change, with the server's rules and messages (`server/listings/location-change.dto.ts`). */
export function faultsOf(change: LocationChange): FieldErrors {
  const { name, address, phoneNumber, websiteUri, openingDate, categoryIds, description } = change;
  const faults: Record<string, string> = {};

  if (name !== undefined && isBlank(name)) faults.name = 'Business name is required';
  else if (isLonger(name, MAX_NAME)) faults.name = `Business name must be at most ${MAX_NAME} characters`;

  if (address !== undefined && isBlank(address)) faults.address = 'Address is required';
  else if (isLonger(address, MAX_ADDRESS))
    faults.address = `Address must be at most ${MAX_ADDRESS} characters`;

  const phoneFault = phoneNumber && phoneNumberFault(phoneNumber);
  if (phoneFault) faults.phoneNumber = phoneFault;

  const websiteFault = websiteUri && faultOfWebsite(websiteUri);
  if (websiteFault) faults.websiteUri = `Website ${websiteFault}`;
  else if (isLonger(websiteUri, MAX_WEBSITE))
    faults.websiteUri = `Website must be at most ${figure(MAX_WEBSITE)} characters`;

  if (openingDate && !isOpeningDate(openingDate))
    faults.openingDate = 'Opening date needs a month and a year. The day may be left out';

  if (categoryIds?.length === 0) faults.categoryIds = 'A primary category is required';

  if (isLonger(description, MAX_DESCRIPTION))
    faults.description = `Description must be at most ${MAX_DESCRIPTION} characters`;
  else if (description && WEB_ADDRESS.test(description))
    faults.description = 'Google doesn’t allow web addresses in the description';

  return { ...faults, ...atPeriods('regularHours', faultsOfHours(change.regularHours?.periods ?? [])) };
}

/** The errors that the change alone does not show: of special hours, of more hours, and of dates that were not added. */
export function faultsOfDraft(
  { specialHours, moreHours }: LocationChange,
  draft: Pick<LocationDraft, 'special' | 'week'>,
): FieldErrors {
  const faults: Record<string, string> = {};
  const { first, last } = draft.special.adding;
  if (first || last)
    faults[`specialHours.${first ? 'first' : 'last'}`] = 'Add these days to the list, or clear the dates.';
  if (specialHours) {
    Object.assign(faults, atPeriods('specialHours', faultsOfDays(draft.special)));
    if (draft.special.days.length > 0 && !toHours(draft.week))
      faults.specialHours = 'Google needs business hours before it accepts special hours';
  }
  for (const [index, { periods }] of moreHours?.entries() ?? []) {
    Object.assign(faults, atPeriods(`moreHours.${index}`, faultsOfHours(periods)));
    if (periods.length === 0) faults[`moreHours.${index}`] = 'Open at least one day, or remove these hours';
  }
  return faults;
}

function atPeriods(parent: string, found: PeriodFault[]): FieldErrors {
  return Object.fromEntries(
    found.map(({ index, field, message }) => [
      [`${parent}.periods.${index}`, field].filter(Boolean).join('.'),
      message,
    ]),
  );
}

/** Counts code points, as the server does: a surrogate pair is one. */
function isLonger(text: string | null | undefined, max: number): boolean {
  return countCharacters(text ?? '') > max;
}

export function countCharacters(text: string): number {
  return [...text].length;
}

const FIELDS: readonly string[] = Object.values(API_FIELD);

/**
 * Maps the path of a server's error (`categoryIds.2`, `regularHours.periods[4].closeDay`) to the path in `FieldErrors` where
 * the form shows it; undefined when the form has no field for it.
 */
export function errorPathOf(
  path: string,
  { isAddressEditable }: LocationDetails,
  { regularHours, specialHours, moreHours }: LocationChange,
): string | undefined {
  const parts = path.replaceAll(/\[(\d+)\]/g, '.$1').split('.');
  const [field = ''] = parts;
  if (!FIELDS.includes(field) || (field === 'address' && !isAddressEditable)) return undefined;
  const ofType = field === 'moreHours' ? moreHours?.[Number(parts[1])] : undefined;
  const hours = { regularHours, specialHours, moreHours: ofType }[field];
  const parent = ofType ? `moreHours.${parts[1]}` : field;
  const [part, index, time] = parts.slice(ofType ? 2 : 1);
  if (part !== 'periods' || hours?.periods[Number(index)] === undefined) return parent;
  const end = ['open', 'close'].find((start) => time?.startsWith(start));
  return `${parent}.periods.${index}${end ? `.${end}Time` : ''}`;
}
