const DATES = /\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b/g;
const SEPARATED_DIGITS = /\+?\(?\d[\d ().-]{5,}\d/g;

/** Whether a text holds what Google's review takes for a telephone number: 7 to 15 digits in one row, save dates. */
export function hasPhoneNumber(text: string): boolean {
  const rows = text.replace(DATES, '|').match(SEPARATED_DIGITS) ?? [];
  return rows.some((row) => {
    const { length } = row.replace(/\D/g, '');
    return length >= 7 && length <= 15;
  });
}
