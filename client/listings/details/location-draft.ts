import type { Schemas } from '../../api/client';
import { phoneNumberFault } from '../../lib/phone-number';
import { isWebAddress } from '../../lib/web-address';
import type { FieldErrors as FormErrors } from '../../lib/field-errors';
import { faultsOfHours, isSameHours, toHours, toWeek, type Week } from './hours-model';

type LocationDto = Schemas['LocationDto'];

/** The API's name of each part of the draft, also in its errors. */
export const API_FIELD = Object.freeze({
  name: 'name',
  address: 'address',
  phoneNumber: 'phoneNumber',
  websiteUri: 'websiteUri',
  categories: 'categoryIds',
  week: 'regularHours',
} as const satisfies Record<keyof LocationDraft, keyof Schemas['UpdateLocationDto']>);

/** A location while it is being edited. */
export interface LocationDraft {
  name: string;
  address: string;
  phoneNumber: string;
  websiteUri: string;
  /** The first is the primary category. */
  categories: Schemas['CategoryDto'][];
  week: Week;
}

/** The initial draft of the form. */
export function toDraft(location: LocationDto): LocationDraft {
  return {
    name: location.name,
    address: location.address,
    phoneNumber: location.phoneNumber ?? '',
    websiteUri: location.websiteUri ?? '',
    categories: location.categories,
    week: toWeek(location.regularHours),
  };
}

/** The fields in which the draft differs from the location, in the API's form. */
export function changesOf(location: LocationDto, draft: LocationDraft): Schemas['UpdateLocationDto'] {
  const name = draft.name.trim();
  const address = draft.address.trim();
  const phoneNumber = draft.phoneNumber.trim() || null;
  const websiteUri = draft.websiteUri.trim() || null;
  const categoryIds = draft.categories.map(({ id }) => id);
  const regularHours = toHours(draft.week);
  return {
    ...(name !== location.name && { name }),
    ...(address !== location.address && { address }),
    ...(phoneNumber !== location.phoneNumber && { phoneNumber }),
    ...(websiteUri !== location.websiteUri && { websiteUri }),
    ...(categoryIds.join() !== location.categories.map(({ id }) => id).join() && { categoryIds }),
    ...(!isSameHours(regularHours, location.regularHours) && { regularHours }),
  };
}

export const MAX_CATEGORIES = 10;
const MAX_NAME = 200;
const MAX_ADDRESS = 300;
const MAX_WEBSITE = 2048;
/** Messages by the API's path of the field: `name`, `regularHours.periods.3.openTime`. */
export type FieldErrors = Readonly<FormErrors<string>>;

/** The errors of a change, with the server's rules and messages (`server/listings/location.dto.ts`). */
export function faultsOf(change: Schemas['UpdateLocationDto']): FieldErrors {
  const { name, address, phoneNumber, websiteUri, categoryIds, regularHours } = change;
  const faults: Record<string, string> = {};

  if (name === '') faults.name = 'Business name is required';
  else if (isLonger(name, MAX_NAME)) faults.name = `Business name must be at most ${MAX_NAME} characters`;

  if (address === '') faults.address = 'Address is required';
  else if (isLonger(address, MAX_ADDRESS))
    faults.address = `Address must be at most ${MAX_ADDRESS} characters`;

  const phoneFault = phoneNumber && phoneNumberFault(phoneNumber);
  if (phoneFault) faults.phoneNumber = phoneFault;

  if (websiteUri && !isWebAddress(websiteUri))
    faults.websiteUri = 'Website must be an address such as https://www.example.com';
  else if (isLonger(websiteUri, MAX_WEBSITE))
    faults.websiteUri = `Website must be at most ${MAX_WEBSITE} characters`;

  if (categoryIds?.length === 0) faults.categoryIds = 'A primary category is required';

  for (const { index, field, message } of faultsOfHours(regularHours?.periods ?? []))
    faults[['regularHours.periods', index, field].filter((part) => part !== undefined).join('.')] = message;

  return faults;
}

/** Counts code points, as the server does: a surrogate pair is one. */
function isLonger(text: string | null | undefined, max: number): boolean {
  return [...(text ?? '')].length > max;
}

const FIELDS: readonly string[] = Object.values(API_FIELD);

/**
 * Maps the path of a server's error (`categoryIds.2`, `regularHours.periods[4].closeDay`) to the path in `FieldErrors` where
 * the form shows it; undefined when the form has no field for it.
 */
export function errorPathOf(
  path: string,
  { isAddressEditable }: Schemas['LocationDto'],
  { regularHours }: Schemas['UpdateLocationDto'],
): string | undefined {
  const [field = '', part, index, time] = path.replaceAll(/\[(\d+)\]/g, '.$1').split('.');
  if (!FIELDS.includes(field) || (field === 'address' && !isAddressEditable)) return undefined;
  const isPeriod = part === 'periods' && regularHours?.periods[Number(index)] !== undefined;
  if (field !== 'regularHours' || !isPeriod) return field;
  const end = ['open', 'close'].find((start) => time?.startsWith(start));
  return `regularHours.periods.${index}${end ? `.${end}Time` : ''}`;
}
