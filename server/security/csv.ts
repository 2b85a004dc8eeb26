/** The byte order mark that spreadsheets need to see UTF-8; a table begins with it. */
export const CSV_MARK = '\uFEFF';

/** A line of a table (RFC 4180). */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

/** A text that begins like a formula gets an apostrophe, so that no spreadsheet runs it. */
function cellOf(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
