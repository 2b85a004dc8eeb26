import type { FaultKind } from '../faults.js';

/** Somebody wrote or deleted a reply to a review, or tried to. */
export interface ReplyWrite {
  /** Counts up from 1, in the order in which Google carried them out. */
  seq: number;
  /** ISO 8601, by the simulator's clock. */
  at: string;
  /** The ids of the location and the review, as they were asked for. */
  location: string;
  review: string;
  write: 'put' | 'delete';
  /** The text of a `put`, if the request could be read. */
  comment?: string;
  /** `api`: a program by the API. `elsewhere`: the owner in Google's own interface. */
  by: 'api' | 'elsewhere';
  /** The e-mail address of the person on whose behalf a program asked. */
  person?: string;
  isDone: boolean;
  /** The status of the answer; null: there was none (yet), as for everything `elsewhere`. */
  status: number | null;
  fault?: FaultKind;
  /** The number of the request in the record of calls. */
  call?: number;
}

export interface ReplyWriteFilter {
  /** The id of a location. */
  location?: string;
  /** The id of a review. */
  review?: string;
  /** Only entries with a higher `seq`. */
  after?: number;
}

/** Every write of a reply that reached Google, carried out or not: the witness that no API can reach. */
export class ReplyJournal {
  private entries: ReplyWrite[] = [];
  private lastSeq = 0;

  list({ location, review, after = 0 }: ReplyWriteFilter = {}): ReplyWrite[] {
    return this.entries
      .filter((entry) => entry.seq > after)
      .filter((entry) => location === undefined || entry.location === location)
      .filter((entry) => review === undefined || entry.review === review)
      .map((entry) => ({ ...entry }));
  }

  /** Answers the entry itself, so that its status can be written down when the answer goes out. */
  add(write: Omit<ReplyWrite, 'seq'>): ReplyWrite {
    const entry = { seq: ++this.lastSeq, ...write };
    this.entries.push(entry);
    return entry;
  }

  /** Forgets what is about a location. */
  forget(location: string): void {
    this.entries = this.entries.filter((entry) => entry.location !== location);
  }

  restore(entries: readonly ReplyWrite[] = []): void {
    this.entries = entries.map((entry) => ({ ...entry }));
    this.lastSeq = entries.at(-1)?.seq ?? 0;
  }
}
