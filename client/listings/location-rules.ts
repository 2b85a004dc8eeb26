import type { Schemas } from '../api/client';
import { isWebAddress } from '../api/web-address';
import type { FieldErrors as FormErrors } from '../ui/use-form-faults';
import { faultsOfHours } from './hours-rules';
import { API_FIELD } from './location-draft';

/** Messages by the API's path of the field: `name`, `regularHours.periods.3.openTime`. */
export type FieldErrors = Readonly<FormErrors<string>>;

const FIELDS: readonly string[] = Object.values(API_FIELD);

/**
 * Where the form shows what the server says of a path of a change (`categoryIds.2`, `regularHours.periods[4].closeDay`),
 * as a path in `FieldErrors`; undefined: it has no place for it.
 */
export function placeOf(
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

export const MAX_CATEGORIES = 10;
const MAX_NAME = 200;
const MAX_ADDRESS = 300;
const MAX_WEBSITE = 2048;
/** The same as the server's: the digits of any country, and separators between them. */
const PHONE_NUMBER = /^(?=.{5,30}$)(?=(?:\D*\d){5,15}\D*$)\+? ?(?:\(\d+\)|\d)(?:[ ./-]{0,3}(?:\(\d+\)|\d))*$/;

/** The rules that a change breaks, those of the server in the server's words (`server/listings/location.dto.ts`). */
export function faultsOf(change: Schemas['UpdateLocationDto']): FieldErrors {
  const { name, address, phoneNumber, websiteUri, categoryIds, regularHours } = change;
  const faults: Record<string, string> = {};

  if (name === '') faults.name = 'Business name is required';
  else if (isLonger(name, MAX_NAME)) faults.name = `Business name must be at most ${MAX_NAME} characters`;

  if (address === '') faults.address = 'Address is required';
  else if (isLonger(address, MAX_ADDRESS))
    faults.address = `Address must be at most ${MAX_ADDRESS} characters`;

  if (phoneNumber && !PHONE_NUMBER.test(phoneNumber))
    faults.phoneNumber = 'Phone number must be 5 to 15 digits, with only spaces and + ( ) . - / between them';

  if (websiteUri && !isWebAddress(websiteUri))
    faults.websiteUri = 'Website must be an address such as https://www.example.com';
  else if (isLonger(websiteUri, MAX_WEBSITE))
    faults.websiteUri = `Website must be at most ${MAX_WEBSITE} characters`;

  if (categoryIds?.length === 0) faults.categoryIds = 'A primary category is required';

  for (const { index, field, message } of faultsOfHours(regularHours?.periods ?? []))
    faults[['regularHours.periods', index, field].filter((part) => part !== undefined).join('.')] = message;

  return faults;
}

/** Counted in characters, as the server does: a pair of surrogates is one. */
function isLonger(text: string | null | undefined, max: number): boolean {
  return [...(text ?? '')].length > max;
}
