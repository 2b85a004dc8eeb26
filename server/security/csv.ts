import { isPhoneNumber } from './phone-number.js';

/** The byte order mark that spreadsheets need to see UTF-8; a table begins with it. */
export const CSV_MARK = '\uFEFF';

/**
 * What a spreadsheet may take for a formula, with what stands before it. A spreadsheet that expects another separator than
 * the comma begins a cell after that, or after a line break, whatever the quotes say. Some also read full-width signs, and
 * leave spaces before them out.
 */
const FORMULAS = /((?:^|[,;|\t\r\n])[^\S\t\r\n]*)([=+\-@＝＋－＠][^,;|\t\r\n]*)/g;
/** What spreadsheets leave out at the beginning of a cell. */
const LEFT_OUT = /^[\t\r\n]/;

/** A line of a table (RFC 4180). */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

/**
 * What looks like a formula gets an apostrophe, so that no spreadsheet runs it. A telephone number stays as it is: at worst
 * a spreadsheet takes its digits for one number.
 */
function cellOf(text: string): string {
  const safe = text.replace(FORMULAS, (_whole, before: string, part: string) =>
    isPhoneNumber(part.trim()) ? before + part : `${before}'${part}`,
  );
  return `"${(LEFT_OUT.test(safe) ? `'${safe}` : safe).replaceAll('"', '""')}"`;
}
