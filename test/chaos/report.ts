/** A part of a report: its name, or none where it goes on with the part before, and some text. */
export type Line = [name: string, text: string];
export type Cell = string | number;

/** A run in words and figures, for a terminal; the rows are those of the table in docs/reliability.md. */
export function layOut(lines: Line[], verdict: object, rows: Cell[][]): string {
  const counts = countsOf(verdict);
  const judged: Line[] = Object.keys(counts).length > 0 ? [['verdict', inWords(counts)]] : [];
  const text = [...lines, ...judged].map(([name, words]) => `${name.padEnd(11)} ${words}`);
  const table = rows.map((cells) => `| ${cells.join(' | ')} |`);
  return [...text, ...(table.length > 0 ? ['', ...table] : [])].join('\n');
}

/** How many sentences each list of a verdict has. */
export function countsOf(verdict: object): Record<string, number> {
  return Object.fromEntries(listsOf(verdict).map(([name, list]) => [name, list.length]));
}

/** The sentences of a verdict, each with the name of its list. */
export function sentencesIn(verdict: object): string[] {
  return listsOf(verdict).flatMap(([name, list]) => list.map((sentence) => `${name}: ${sentence}`));
}

function listsOf(verdict: object): [string, string[]][] {
  return Object.entries(verdict) as [string, string[]][];
}

export function inWords(counts: Record<string, number>): string {
  const words = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
  return words.join(', ') || 'none';
}

export function tally(names: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

export function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((all, count) => all + count, 0);
}
