/** Digits of any country's phone number, with separators between them. */
const PHONE_NUMBER = /^(?=.{5,30}$)(?=(?:\D*\d){5,15}\D*$)\+? ?(?:\(\d+\)|\d)(?:[ ./-]{0,3}(?:\(\d+\)|\d))*$/;

/** Why a text is no phone number, by the rule of the API (`server/security/phone-number.ts`); undefined if it is one. */
export function phoneNumberFault(text: string): string | undefined {
  return PHONE_NUMBER.test(text)
    ? undefined
    : 'Phone number must be 5 to 15 digits, with only spaces and + ( ) . - / between them';
}
