import type { GoogleLocation } from '../../business-profile/translation/google-types.js';
import type { ProfileField, RawValue } from '../../business-profile/translation/profile-fields.js';
import type { VerificationState } from '../../business-profile/port/location.js';
import { valueAt } from './payload-path.js';
import type { Siblings } from './siblings.js';
import type { SourceId } from './sources.js';

/** How grave a finding is. The order of tasks is made of this number and of how many people see the location. */
export const SEVERITIES = Object.freeze({ hidden: 5, breaks: 4, missing: 3, inconsistent: 2, stale: 1 });
export type Severity = (typeof SEVERITIES)[keyof typeof SEVERITIES];

/** A field about which something is open, and since when. */
export interface FieldSince {
  field: ProfileField;
  since: Date;
}

/** All that is known of one location. A fact that could not be read is 'unknown'. */
export interface Facts {
  id: string;
  accountId: string;
  /** The stored payload, in Google's shape, as the owner has it. */
  google: GoogleLocation;
  state: VerificationState;
  /** The day at the location, `YYYY-MM-DD`. */
  today: string;
  /** Google's edits that wait for an answer. */
  openEdits: readonly FieldSince[];
  /** Own changes that Google reviews. */
  inReview: readonly FieldSince[];
  /** Locked fields that Google changed in spite of the lock, and that wait for a person. */
  overruled: readonly ProfileField[];
  /** The public holidays of its country in the next 30 days. */
  holidays: readonly { date: string; name: string }[] | 'unknown';
  /** How often it was seen in the last 28 days; null: not counted. */
  views: number | null;
  /** What the other locations of the workspace have. */
  siblings: Siblings;
}

/** What would cure a finding. Only what follows from data is filled in; the rest is left to a person. */
export type Cure =
  | { kind: 'change'; field: ProfileField; value: RawValue }
  | { kind: 'field'; field: ProfileField }
  | { kind: 'holidays'; dates: string[] }
  | { kind: 'google-edits' }
  | { kind: 'locks' }
  | { kind: 'google'; url: string };

/** What a finding rests on: a place in the stored payload, and what it says, as the rest of a sentence. */
export interface Evidence {
  /** Such as `categories.additionalCategories[0].name`. */
  path: string;
  /** What the payload has there; null: nothing. */
  value: unknown;
  /** `is empty`, `says “20 % off”`. */
  says: string;
}

/** A rule that a location does not meet. */
export interface Fault {
  evidence: Evidence[];
  cure: Cure;
  /** Divides the findings of a rule into tasks: a holiday's date, a shared number. */
  group?: string;
  /** The ids of other locations concerned, the first ones of many. */
  also?: string[];
}

/** 'unknown': a fact that the rule needs is not there. */
export type Verdict = Fault | 'met' | 'not_applicable' | 'unknown';

export interface AdviceRule {
  id: string;
  severity: Severity;
  /** The field that it is about; null: none alone. */
  field: ProfileField | null;
  source: SourceId;
  /** Of one suggestion. */
  title: string;
  why: string;
  judge(facts: Facts): Verdict | Fault[];
  /** The title of a task over so many locations. */
  task(count: number, group?: string): string;
}

/** The evidence at a place of the payload. */
export function evidenceAt(google: GoogleLocation, path: string, says: string): Evidence {
  return { path, value: valueAt(google, path), says };
}

/** `Write a description: 6 locations` */
export function titled(what: string): (count: number) => string {
  return (count) => `${what}: ${inLocations(count)}`;
}

/** `1 location`, `1,200 locations` */
export function inLocations(count: number): string {
  return count === 1 ? '1 location' : `${count.toLocaleString('en')} locations`;
}
