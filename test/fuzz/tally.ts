import type { DocumentedOperation } from '../support/api-document.ts';
import type { HostileRequest } from './hostile-request.ts';

/** What became of the requests of one operation. */
export interface Row {
  operation: string;
  requests: number;
  /** How many answers had each status; 0: the connection was closed without one. */
  statuses: Map<number, number>;
  slowestMs: number;
}

export interface Finding {
  operation: string;
  fault: string;
  /** What was sent, so that it can be sent again. */
  request: string;
}

/** Counts answers and keeps what is wrong about them. */
export class Tally {
  readonly rows = new Map<string, Row>();
  readonly findings: Finding[] = [];

  count({ id }: DocumentedOperation, status: number, ms: number): void {
    const row = this.rows.get(id) ?? { operation: id, requests: 0, statuses: new Map(), slowestMs: 0 };
    row.requests += 1;
    row.statuses.set(status, (row.statuses.get(status) ?? 0) + 1);
    row.slowestMs = Math.max(row.slowestMs, ms);
    this.rows.set(id, row);
  }

  note(operation: string, faults: string[], request: string): void {
    for (const fault of faults) this.findings.push({ operation, fault, request });
  }
}

/** A request in a line; the cookie is left out. */
export function inWords({ wire, harms }: HostileRequest): string {
  const { method, target, headers, body = '' } = wire;
  const { Cookie, ...others } = headers;
  const who = Cookie ? 'with a cookie' : 'without a cookie';
  const content = String(body).slice(0, 300);
  return `${method} ${target} ${who} ${JSON.stringify(others)} ${content} [${harms.join(', ')}]`;
}
