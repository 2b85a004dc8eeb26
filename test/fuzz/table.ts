import type { Row } from './tally.ts';

/** One line for each operation: requests, answers by status, the slowest in ms. */
export function toTable(rows: Row[]): string {
  const width = Math.max(...rows.map(({ operation }) => operation.length), 'operation'.length);
  const lines = rows.map(({ operation, requests, statuses, slowestMs }) => {
    const answers = [...statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, times]) => `${status || 'closed'}: ${times}`);
    return [
      operation.padEnd(width),
      String(requests).padStart(8),
      String(Math.round(slowestMs)).padStart(10),
      ` ${answers.join(', ')}`,
    ];
  });
  const head = ['operation'.padEnd(width), 'requests'.padStart(8), 'slowest ms'.padStart(10), ' answers'];
  const total = rows.reduce((sum, { requests }) => sum + requests, 0);
  return `${[head, ...lines].map((cells) => cells.join(' ')).join('\n')}\n${rows.length} operations, ${total} requests`;
}
