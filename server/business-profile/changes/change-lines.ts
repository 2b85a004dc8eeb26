import { randomUUID } from 'node:crypto';
import { cut } from '../../config/cut.js';
import type { changeLines } from '../../database/changes.schema.js';
import type { GoogleOwner } from '../port/business-profile-provider.js';
import type { GoogleLocation, GoogleUpdatedLocation } from '../translation/google-types.js';
import { idOf } from '../translation/mapping.js';
import { toSearchText } from '../port/search-text.js';
import type { ChangeField } from '../translation/profile-fields.js';

/** How many characters of a line are searched. */
const SEARCHED = 1_000;

/** A line of the change log, to be stored. */
export type Line = typeof changeLines.$inferInsert;

/** A location as it is known at a moment. */
export interface KnownLocation {
  accountId: string;
  now: GoogleLocation;
  at: Date;
}

/** What was known of a location, and what a reading of it says now. */
export interface Observation extends KnownLocation {
  /** Undefined when the location is read for the first time: there is nothing to compare with. */
  before: GoogleLocation | undefined;
  /** What the public sees; undefined when Google was not asked. */
  updated: GoogleUpdatedLocation | undefined;
  /** When the location was read before. */
  seenAfter: Date | null;
}

/** The columns that say which location a row is about, as it is called now. */
export function placeOf({ workspaceId, subject }: GoogleOwner, { accountId, now }: KnownLocation) {
  return {
    workspaceId,
    subject,
    accountId,
    locationId: idOf(now),
    locationName: now.title ?? '',
    storeCode: now.storeCode ?? null,
  };
}

/** A line about a field of a location. */
export function toLine(
  owner: GoogleOwner,
  location: KnownLocation & { seenAfter?: Date | null },
  change: Pick<Line, 'view' | 'before' | 'after' | 'origin' | 'state'> &
    Partial<Line> & { field: ChangeField },
): Line {
  const place = placeOf(owner, location);
  const texts = [place.locationName, place.storeCode, change.before, change.after].flatMap(textsIn);
  return {
    id: randomUUID(),
    ...place,
    seenAfter: location.seenAfter ?? null,
    at: location.at,
    // No search contains a line break, so that no match spans two of them.
    searchText: cut(texts.map(toSearchText).join('\n'), SEARCHED),
    ...change,
  };
}

/** All texts in a value in Google's shape. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}
