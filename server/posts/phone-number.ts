/** Seven to fifteen digits, as telephone numbers have them, with the usual separators. */
const PHONE_LIKE = /(?<![\w.,/-])(?:\+|00)?\(?\d(?:[ ()./-]{0,3}\d){6,14}(?![\w/-])/;
/** Dates, times of day and years that look like one. */
const NO_PHONES = [
  /\b\d{4}[-./]\d{1,2}[-./]\d{1,2}\b/g,
  /\b\d{1,2}[-./]\d{1,2}[-./]\d{2,4}\b/g,
  /\b\d{1,2}[:.]\d{2}\b/g,
  /\b(?:19|20)\d{2}\b/g,
];

/** Whether a text seems to hold a telephone number. */
export function hasPhoneNumber(text: string): boolean {
  const rest = NO_PHONES.reduce((left, pattern) => left.replace(pattern, ' _ '), text);
  return rest.search(PHONE_LIKE) >= 0;
}
