import { isDeepStrictEqual } from 'node:util';
import type { LocationChange, VerificationState } from '../business-profile/port/location.js';
import { dayOf, overlapInWords } from '../business-profile/port/special-hours.js';
import { toSpecialPeriods } from '../business-profile/translation/google-hours.js';
import type { GoogleLocation, GoogleSpecialPeriod } from '../business-profile/translation/google-types.js';
import { toCityAndStreet, toPatch } from '../business-profile/translation/mapping.js';
import {
  fieldsOfMask,
  isSame,
  type ProfileField,
  type RawValue,
  valueIn,
  withValues,
} from '../business-profile/translation/profile-fields.js';
import { LocationText } from '../campaigns/plan/location-text.js';
import { dayAfter } from '../config/days.js';
import type { BulkFinding, BulkTargetRow, BulkValue } from '../database/bulk-edits.schema.js';
import { MAX_DESCRIPTION, NO_WEB_ADDRESS } from '../listings/location-change.dto.js';
import { faultOfSpecialDays } from '../listings/special-days.js';
import { faultOfWebsite, MAX_URL } from '../security/web-address.js';
import { type BulkChange, type BulkField, fieldsOf } from './bulk-change.js';
import type { BulkRuleId } from './bulk-edit-rules.js';
import { changeAt } from './holiday-answers.js';
import { hoursOn, type MergedSpecialHours, mergeSpecialHours } from './special-hours-merge.js';

/** What is known of a location, for the preview of a bulk edit. */
export interface PreviewedPlace {
  google: GoogleLocation;
  state: VerificationState;
  /** The day there. */
  today: string;
  /** The values that changes which wait give to its fields. */
  waiting: ReadonlyMap<ProfileField, RawValue>;
  /** The fields that a lock keeps. */
  locked: ReadonlySet<string>;
}

/** What becomes of a location. */
export type LocationPreview = Pick<BulkTargetRow, 'state' | 'reason' | 'warnings' | 'changes' | 'otherDates'>;

/** What becomes of a field: it gets a value, or it stays because Google does not let it change. */
type Outcome = { after: RawValue } | { stays: BulkRuleId };

/** Works out what becomes of a location: which values it gets, why it is left out, and what may go wrong. */
export function previewLocation(wanted: BulkChange, place: PreviewedPlace): LocationPreview {
  // What waits is sent first, so that this is what the edit finds.
  const google = withValues(place.google, place.waiting);
  const change = changeAt(wanted, google);
  const text = new LocationText(variablesOf(google));
  const rendered = {
    ...change,
    ...(change.description && { description: text.fill(change.description) }),
    ...(change.websiteUri && { websiteUri: text.link(change.websiteUri) }),
  };
  const present = google.specialHours?.specialHourPeriods ?? [];
  const merged = change.specialHours && mergeSpecialHours(present, change.specialHours, place.today);
  const fault = place.state === 'SUSPENDED' ? found('location-suspended') : faultIn(text, rendered, merged);
  if (fault) return leftOut(fault);
  const outcomes = fieldsOf(change).map((field) => ({
    field,
    before: valueIn(google, field),
    outcome: outcomeOf(field, rendered, google, merged),
  }));
  const changes = outcomes.map(({ field, before, outcome }): BulkValue => {
    const after = 'after' in outcome ? outcome.after : before;
    return { field, before, after, isSame: isSame(field, before, after, google) };
  });
  const staying = outcomes.flatMap(({ field, outcome }) =>
    'stays' in outcome ? [found(outcome.stays, field)] : [],
  );
  const changing = changes.filter((value) => !value.isSame);
  if (changing.length === 0 && staying[0]) return leftOut(staying[0]);
  const isChanged = changing.length > 0;
  return {
    state: isChanged ? 'changes' : 'same',
    reason: null,
    warnings: isChanged ? [...staying, ...warningsOf(place, changing, merged, present)] : [],
    changes,
    otherDates: merged?.otherDates ?? 0,
  };
}

/** A location that is left out for a reason. */
export function leftOut(reason: BulkFinding): LocationPreview {
  return { state: 'left_out', reason, warnings: [], changes: [], otherDates: 0 };
}

/** A rule that applies, perhaps to one field, perhaps in more precise words. */
export function found(id: BulkRuleId, field: string | null = null, message?: string): BulkFinding {
  return { id, field, ...(message !== undefined && { message }) };
}

function variablesOf(google: GoogleLocation) {
  const { title = '', storeCode = null, websiteUri = null } = google;
  return { name: title, ...toCityAndStreet(google), storeCode, website: websiteUri };
}

/** The first reason why a location can have none of it. */
function faultIn(
  { lacks }: LocationText,
  { description, websiteUri }: Pick<LocationChange, 'description' | 'websiteUri'>,
  merged: MergedSpecialHours | undefined,
): BulkFinding | undefined {
  const [lack] = lacks;
  if (lack) return found(lack);
  if (description && [...description].length > MAX_DESCRIPTION)
    return found('description-too-long', 'description');
  if (description && !NO_WEB_ADDRESS.test(description)) return found('description-with-link', 'description');
  if (websiteUri && (faultOfWebsite(websiteUri) !== undefined || websiteUri.length > MAX_URL))
    return found('link-invalid', 'websiteUri');
  const overlap = merged && faultOfSpecialDays(around(merged));
  return overlap === undefined ? undefined : found('hours-overlap', 'specialHours', `${overlap}.`);
}

/** The periods of the dates that change, and of the days beside them: what was there before is not judged. */
function around({ periods, dates }: MergedSpecialHours) {
  const near = new Set(dates.flatMap((date) => [dayAfter(date, -1), date, dayAfter(date)]));
  return toSpecialPeriods(periods).filter(({ date }) => near.has(date));
}

function outcomeOf(
  field: BulkField,
  change: BulkChange,
  google: GoogleLocation,
  merged: MergedSpecialHours | undefined,
): Outcome {
  const { specialHours: _specialHours, labels, ...plain } = change;
  switch (field) {
    case 'specialHours':
      return merged ? ofSpecialHours(change, google, merged) : { after: valueIn(google, field) };
    case 'labels': {
      const kept = (google.labels ?? []).filter((label) => !labels?.remove.includes(label));
      const after = [...new Set([...kept, ...(labels?.add ?? [])])];
      return { after: after.length > 0 ? after : null };
    }
    case 'regularHours': {
      const isCleared = !plain.regularHours?.periods.length;
      const special = merged?.periods ?? google.specialHours?.specialHourPeriods ?? [];
      return isCleared && special.length > 0
        ? { stays: 'no-regular-hours' }
        : { after: valueIn(toPatch({ regularHours: plain.regularHours }).body, field) };
    }
    case 'openStatus': {
      const { status, canReopen = false } = google.openInfo ?? {};
      const isStuck = status === 'CLOSED_PERMANENTLY' && !canReopen && plain.openStatus !== status;
      return isStuck ? { stays: 'cannot-reopen' } : { after: plain.openStatus };
    }
    case 'phoneNumber':
      return plain.phoneNumber === null && google.phoneNumbers?.additionalPhones?.length
        ? { stays: 'phone-required' }
        : { after: plain.phoneNumber };
    default:
      return { after: valueIn(toPatch({ [field]: plain[field] }).body, field) };
  }
}

function ofSpecialHours(
  { specialHours, regularHours }: BulkChange,
  google: GoogleLocation,
  { periods, dates, past }: MergedSpecialHours,
): Outcome {
  if (dates.length === 0 && past.length > 0) return { stays: 'date-past' };
  const hasRegular =
    regularHours === undefined
      ? Boolean(google.regularHours?.periods?.length)
      : Boolean(regularHours?.periods.length);
  if (specialHours?.periods.length && !hasRegular) return { stays: 'no-regular-hours' };
  return { after: periods.length > 0 ? { specialHourPeriods: periods } : null };
}

function warningsOf(
  { google, state, waiting, locked }: PreviewedPlace,
  changing: readonly BulkValue[],
  merged: MergedSpecialHours | undefined,
  present: readonly GoogleSpecialPeriod[],
): BulkFinding[] {
  const inReview = google.metadata?.hasPendingEdits ? fieldsOfMask(google.pendingMask) : new Set<string>();
  const fields = changing.map(({ field }) => field);
  return [
    ...(merged && fields.includes('specialHours') ? ofDates(merged, present) : []),
    ...fields
      .filter((field) => inReview.has(field as ProfileField))
      .map((field) => found('in-review', field)),
    ...fields
      .filter((field) => waiting.has(field as ProfileField))
      .map((field) => found('waits-elsewhere', field)),
    ...fields.filter((field) => locked.has(field)).map((field) => found('field-locked', field)),
    ...(state === 'UNVERIFIED' ? [found('location-unverified')] : []),
  ];
}

function ofDates(merged: MergedSpecialHours, present: readonly GoogleSpecialPeriod[]): BulkFinding[] {
  const field = 'specialHours';
  const { dates, past, periods } = merged;
  const night = overlapInWords(around(merged));
  const [before, after] = [present, periods].map((some) => toSpecialPeriods([...some]));
  const replaced = dates.filter((date) => {
    const [was, is] = [hoursOn(before ?? [], date), hoursOn(after ?? [], date)];
    return was !== null && is !== null && !isDeepStrictEqual(was, is);
  });
  return [
    ...(past.length > 0 ? [found('dates-past', field, sentence(past, 'has', 'have', PAST))] : []),
    ...(night === undefined ? [] : [found('closed-after-midnight', field, `${night}.`)]),
    ...(replaced.length > 0 ? [found('hours-replaced', field, sentence(replaced, 'had', 'had', HAD))] : []),
  ];
}

const PAST = 'already passed at this location. What it has there stays.';
const HAD = 'special hours here already. They are replaced.';

/** `December 24, 2026 had …`, or `3 dates had …, December 24, 2026 first`. */
function sentence(dates: readonly string[], one: string, many: string, rest: string): string {
  const [first = ''] = dates;
  const day = dayOf({ date: first, isClosed: true, openTime: null, closeTime: null, closeDate: null });
  return dates.length === 1
    ? `${day} ${one} ${rest}`
    : `${dates.length} dates, ${day} among them, ${many} ${rest}`;
}
