/**
 * A kind that has run, with how long it took by the clock and how much of the processor, in seconds.
 * @typedef {import('./kinds.mjs').Result & { name: string, wall: number, processor: number }} Row
 */

/** So many files are named. */
const DEAREST = 20;

/**
 * Where the time went: the lines of two tables, of the kinds and of the dearest spec files. Columns are seconds by the
 * clock and seconds of the processor; what no one can tell is a dash.
 * @param {Row[]} rows
 * @returns {string[]}
 */
export function timesOf(rows) {
  const files = rows
    .flatMap(({ name, files = [] }) => files.map((file) => ({ kind: name, ...file })))
    .sort((a, b) => (b.processor ?? b.wall) - (a.processor ?? a.wall));
  const kinds = rows.map(({ name, wall, processor, files: own = [] }) => [
    name,
    ...[wall, processor, medianOf(own.flatMap(({ loading }) => loading ?? []))].map(seconds),
    own.length > 0 ? String(own.length) : '–',
  ]);
  const sum = rows.reduce((all, { processor }) => all + processor, 0);
  const dearest = files
    .slice(0, DEAREST)
    .map(({ file, kind, wall, processor, loading }) => [
      `${file} (${kind})`,
      ...[wall, processor, loading].map(seconds),
    ]);
  return [
    ...table(
      ['kind', 'wall', 'processor', 'a file’s loading', 'files'],
      [...kinds, ['together', '', seconds(sum), '', String(files.length)]],
    ),
    '',
    ...(dearest.length > 0 ? table(['dearest files', 'wall', 'processor', 'loading'], dearest) : []),
  ];
}

/** @param {number[]} numbers */
function medianOf(numbers) {
  return numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

/** @param {number | undefined} value */
const seconds = (value = NaN) => (Number.isNaN(value) ? '–' : value.toFixed(1));

/**
 * @param {string[]} head
 * @param {string[][]} rows
 */
function table(head, rows) {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  return [head, ...rows].map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  );
}
