import type { Location } from '../model.js';
import { canonicalValue } from './canonical.js';
import { FIELD_PATHS, type FieldPath } from './fields.js';
import { publicFields } from './edits.js';

/**
 * Who changed a field. `api`: a program by the API. `owner`: the owner elsewhere, in Google's manager. `google` and
 * `public`: Google, on its own or as somebody suggested it. `review`: Google let a pending edit through, or threw it away.
 */
export type Author = 'api' | 'owner' | 'google' | 'public' | 'review';

/** A change of one field of a location in one view, with both values in canonical form; null is none. */
export interface JournalEntry {
  /** Counts up from 1. */
  seq: number;
  /** ISO 8601, by the simulator's clock. */
  at: string;
  location: string;
  /** `owner`: what `locations.get` answers. `public`: what everybody sees. */
  view: 'owner' | 'public';
  field: FieldPath;
  before: unknown;
  after: unknown;
  author: Author;
  /** The number of the request in the record of calls, if an API's request made the change. */
  call?: number;
}

/** Who makes an edit, and when (ms since 1970). */
export interface Authorship {
  at: number;
  author: Author;
  call?: number;
}

export interface JournalFilter {
  /** The id of a location. */
  location?: string;
  /** Only entries with a higher `seq`. */
  after?: number;
}

/** Every change of a location's fields so far. It is the one witness that no API can reach. */
export class Journal {
  private entries: JournalEntry[] = [];
  private lastSeq = 0;

  list({ location, after = 0 }: JournalFilter = {}): JournalEntry[] {
    return this.entries
      .filter((entry) => entry.seq > after && (location === undefined || entry.location === location))
      .map((entry) => ({ ...entry }));
  }

  /** Writes down in what both views of a location differ before and after an edit. */
  record(before: Location, after: Location, { at, author, call }: Authorship): void {
    const views = [
      ['owner', before.fields, after.fields],
      ['public', publicFields(before), publicFields(after)],
    ] as const;
    for (const [view, fieldsBefore, fieldsAfter] of views)
      for (const field of FIELD_PATHS) {
        const [from, to] = [canonicalValue(fieldsBefore, field), canonicalValue(fieldsAfter, field)];
        if (JSON.stringify(from) === JSON.stringify(to)) continue;
        this.entries.push({
          seq: ++this.lastSeq,
          at: new Date(at).toISOString(),
          location: after.id,
          view,
          field,
          before: from,
          after: to,
          author,
          ...(call !== undefined && { call }),
        });
      }
  }

  /** Forgets what is about a location. */
  forget(location: string): void {
    this.entries = this.entries.filter((entry) => entry.location !== location);
  }

  restore(entries: readonly JournalEntry[] = []): void {
    this.entries = [...entries];
    this.lastSeq = entries.at(-1)?.seq ?? 0;
  }
}
