import type { Ends } from '../support/processes/ends.ts';
import type { StoreName } from './options.ts';

/** One line of the bench's table. Ours and the peer are measured in the same run, on the same machine. */
export interface Row {
  /** What tells the row apart in every run: the bench, then words joined by dashes, such as `request-path/session`. */
  name: string;
  /** What is measured, for a reader who knows the product and not its code. */
  what: string;
  ours: number;
  /** Of ours and of the peer: `requests/s`, `ms`, `kB`, `MB`, `requests`, `points` … */
  unit: string;
  /** A peer that does the same, or the limit that nobody can pass. */
  peer?: { what: string; value: number };
  /** Ours to the peer. */
  ratio?: number;
  /** In words, such as `at least 3 x`; `stated` when the figure is only told. */
  target: string;
  /** Null when the figure is only told. */
  held: boolean | null;
}

/** What a bench is given by the command. */
export interface Bench {
  /** For its files; it is removed at the end. */
  folder: string;
  /** The build of the server that is measured, a copy: others may build meanwhile. */
  server: string;
  /** How long a round of load lasts (s). */
  seconds: number;
  /** How often each measurement is repeated; the row shows the median. */
  rounds: number;
  /** What `neighbours` is limited to. */
  stores: StoreName[];
  attacks: string[];
  /** Takes what has to be called at the end, in the reverse order, also when the command is broken off. */
  ends: Ends;
  /** Tells how far it is. */
  say: (line: string) => void;
}

/** What every file of a bench exports under the name `rows`. */
export type Rows = (bench: Bench) => Promise<Row[]>;

type Measured = Pick<Row, 'name' | 'what' | 'ours' | 'unit'>;
type Compared = Measured & { peer: NonNullable<Row['peer']> };

/** A row whose ratio to its peer must be at least so much. */
export function atLeastTimes(least: number, row: Compared): Row {
  const ratio = row.ours / row.peer.value;
  return { ...row, ratio, target: `at least ${least} x`, held: ratio >= least };
}

/** A row whose figure must be at most so much, in its own unit. */
export function atMost(most: number, row: Measured & Pick<Row, 'peer'>): Row {
  return { ...withRatio(row), target: `at most ${most} ${row.unit}`, held: row.ours <= most };
}

/** A row whose figure must be at least so much, in its own unit. */
export function atLeast(least: number, row: Measured & Pick<Row, 'peer'>): Row {
  return { ...withRatio(row), target: `at least ${least} ${row.unit}`, held: row.ours >= least };
}

/** A row that is told and nothing asked of. */
export function stated(row: Measured & Pick<Row, 'peer'>): Row {
  return { ...withRatio(row), target: 'stated', held: null };
}

/** The value in the middle; of an even number of them the mean of the two. */
export function median(values: number[]): number {
  return quantile(values, 0.5);
}

/** The value below which a share of the values lies, between neighbours in proportion; NaN of none. */
export function quantile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(place)] ?? NaN, sorted[Math.ceil(place)] ?? NaN];
  return below + (above - below) * (place - Math.floor(place));
}

/** The rows as a table of text: what, ours, peer or limit, ratio, target, held or not. */
export function toTable(rows: Row[]): string {
  const cells = rows.map((row) => [
    row.name,
    row.what,
    `${figure(row.ours)} ${row.unit}`,
    row.peer ? `${figure(row.peer.value)} (${row.peer.what})` : '',
    row.ratio === undefined ? '' : figure(row.ratio),
    row.target,
    row.held === null ? '' : row.held ? 'held' : 'MISSED',
  ]);
  const all = [['name', 'what', 'ours', 'peer or limit', 'ratio', 'target', ''], ...cells];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((line) => line[column]?.length ?? 0))) ?? [];
  const toLine = (line: string[]) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return all.map((line) => toLine(line).trimEnd()).join('\n');
}

function withRatio<Some extends Measured & Pick<Row, 'peer'>>(row: Some): Some & Pick<Row, 'ratio'> {
  return row.peer ? { ...row, ratio: row.ours / row.peer.value } : row;
}

/** Three digits that count. */
function figure(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en-US', { maximumFractionDigits: digits });
}
