import type { FaultKind } from './faults.js';
import type { Operation } from './operations.js';

/** A request that reached the simulator. It never holds a token, a code or a secret. */
export interface Call {
  /** Counts up from 1 while the simulator runs. */
  number: number;
  /** ISO 8601, by the simulator's clock. */
  at: string;
  operation: Operation;
  method: string;
  path: string;
  query: Record<string, string>;
  /** Null: no answer was given (yet). */
  status: number | null;
  fault?: FaultKind;
  /** The e-mail address of the person on whose behalf it was made. */
  person?: string;
  /** The name of the resource that was accepted. */
  accepted?: string;
}

export type CallFilter = Partial<Pick<Call, 'operation' | 'method' | 'path' | 'status' | 'fault' | 'person'>>;

const MOST_KEPT = 100_000;
/** Parameters whose value is not recorded. */
const SECRET = ['state', 'nonce', 'code_challenge', 'access_token', 'token', 'code', 'id_token_hint'];

/** The requests so far, oldest first. */
export class Calls {
  private kept: Call[] = [];
  private made = 0;

  add(call: Omit<Call, 'number' | 'query' | 'status'>, query: URLSearchParams): Call {
    const shown = [...query].filter(([name]) => !SECRET.includes(name));
    const added: Call = { number: ++this.made, ...call, query: Object.fromEntries(shown), status: null };
    this.kept.push(added);
    if (this.kept.length > MOST_KEPT) this.kept.shift();
    return added;
  }

  list(filter: CallFilter = {}): Call[] {
    const wanted = Object.entries(filter).filter(([, value]) => value !== undefined);
    return this.kept
      .filter((call) => wanted.every(([name, value]) => call[name as keyof CallFilter] === value))
      .map((call) => ({ ...call }));
  }

  count(filter: CallFilter = {}): number {
    return this.list(filter).length;
  }

  clear(): void {
    this.kept = [];
  }
}
