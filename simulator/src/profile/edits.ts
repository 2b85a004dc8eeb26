import type { Location, LocationFields, PublicDifference, Reapplied } from '../model.js';
import { isSame } from './canonical.js';
import { put, valueAt, type FieldPath } from './fields.js';

/** Edits of a location: each answers the location as it is afterwards, and none changes the one it is given. */

/** What the public sees: the owner's fields, save those where Google shows something else. */
export function publicFields({ fields, differences }: Location): LocationFields {
  const shown = { ...fields };
  for (const [path, { value }] of Object.entries(differences)) put(shown, path, value);
  return shown;
}

/** The fields that differ for the public because Google edited them; one may be pending as well. */
export function fieldsOfGoogle({ differences }: Location): string[] {
  return Object.keys(differences).filter((path) => {
    const { editedBy, former } = differences[path] ?? {};
    return editedBy === 'google' || former !== undefined;
  });
}

/** The fields whose edit by the owner Google has not let through yet. */
export function pendingFields({ differences }: Location): string[] {
  return Object.keys(differences).filter((path) => differences[path]?.editedBy === 'owner');
}

/** Google shows the public other values; the owner's stay. */
export function editedByGoogle(
  location: Location,
  values: [FieldPath, unknown][],
  { by, reapplyAfterMs }: { by: 'google' | 'public'; reapplyAfterMs?: number },
): Location {
  const differences = { ...location.differences };
  const reapplied = { ...location.reapplied };
  for (const [path, value] of values) {
    const known = differences[path];
    delete differences[path];
    delete reapplied[path];
    const shown = { ...location.fields };
    put(shown, path, value);
    if (isSame(location.fields, shown, path)) continue;
    differences[path] = differenceOf(value, known);
    if (reapplyAfterMs !== undefined) reapplied[path] = { ...holding(value), by, afterMs: reapplyAfterMs };
  }
  return withReapplied({ ...location, differences }, reapplied);
}

/** Google's new value of a field. An edit of the owner's that was pending stays pending. */
function differenceOf(value: unknown, known: PublicDifference | undefined): PublicDifference {
  if (known?.editedBy !== 'owner') return { editedBy: 'google', ...holding(value) };
  const { former = holding(known.value), reviewedAt } = known;
  return { editedBy: 'owner', ...holding(value), former, ...(reviewedAt !== undefined && { reviewedAt }) };
}

interface OwnersEdit {
  /** The owner's fields after it. */
  fields: LocationFields;
  /** Those that were named; Google's differences in them end. */
  paths: readonly FieldPath[];
  /** Ms since 1970. */
  at: number;
  /** Fields whose edit the public sees only after Google's review; none unless given. */
  isReviewed?: (path: FieldPath) => boolean;
  /** When that review ends by itself, in ms since 1970. */
  reviewedAt?: number;
}

/** The owner writes fields, here or elsewhere. */
export function editedByOwner(
  location: Location,
  { fields, paths, at, isReviewed = () => false, reviewedAt }: OwnersEdit,
): Location {
  const shown = publicFields(location);
  const differences = { ...location.differences };
  for (const path of paths) {
    const known = differences[path];
    delete differences[path];
    if (!isReviewed(path) || isSame(shown, fields, path)) continue;
    const former = known?.editedBy === 'google' ? holding(valueAt(location.fields, path)) : known?.former;
    differences[path] = {
      editedBy: 'owner',
      ...holding(valueAt(shown, path)),
      ...(former && { former }),
      ...(reviewedAt !== undefined && { reviewedAt }),
    };
  }
  return withReapplyTimes({ ...location, fields, differences }, at);
}

/** Google lets pending edits through, or throws them away: those of the fields given, or all. */
export function withPendingDecided(
  location: Location,
  { isApproved, at, paths = pendingFields(location) }: { isApproved: boolean; at: number; paths?: string[] },
): Location {
  const fields = { ...location.fields };
  const differences = { ...location.differences };
  for (const path of paths) {
    const { value, former } = differences[path] ?? {};
    delete differences[path];
    if (isApproved) continue;
    put(fields, path, (former ?? { value }).value);
    if (former) differences[path] = { editedBy: 'google', ...holding(value) };
  }
  return withReapplyTimes({ ...location, fields, differences }, at);
}

/** What happens to a location by itself at a time: a review that ends, or an edit that Google makes once more. */
export interface Due {
  at: number;
  author: 'review' | 'google' | 'public';
  after: () => Location;
}

/** The first thing that is to happen to a location by itself. */
export function dueOf(location: Location): Due | undefined {
  const reviews = Object.entries(location.differences).flatMap(([path, { editedBy, reviewedAt }]): Due[] => {
    if (editedBy !== 'owner' || reviewedAt === undefined) return [];
    const decided = { isApproved: true, at: reviewedAt, paths: [path] };
    return [{ at: reviewedAt, author: 'review', after: () => withPendingDecided(location, decided) }];
  });
  const again = Object.entries(location.reapplied ?? {}).flatMap(
    ([path, { value, by, afterMs, dueAt }]): Due[] => {
      if (dueAt === undefined) return [];
      const values: [FieldPath, unknown][] = [[path as FieldPath, value]];
      const edit = { by, reapplyAfterMs: afterMs };
      return [{ at: dueAt, author: by, after: () => editedByGoogle(location, values, edit) }];
    },
  );
  return [...reviews, ...again].sort((a, b) => a.at - b.at)[0];
}

/** From now on Google applies none of its edits again. */
export function withoutReapplying(location: Location): Location {
  return withReapplied(location, {});
}

/** Says of each edit that Google makes again when it is next: it waits while it is shown, and ends when it was accepted. */
function withReapplyTimes(location: Location, now: number): Location {
  const reapplied: Record<string, Reapplied> = {};
  for (const [path, rule] of Object.entries(location.reapplied ?? {})) {
    const asGoogleHasIt = { ...location.fields };
    put(asGoogleHasIt, path, rule.value);
    if (isSame(location.fields, asGoogleHasIt, path as FieldPath)) continue;
    const { dueAt = now + rule.afterMs, ...waiting } = rule;
    reapplied[path] = location.differences[path] ? waiting : { ...waiting, dueAt };
  }
  return withReapplied(location, reapplied);
}

function withReapplied(
  { reapplied: _, ...location }: Location,
  reapplied: Record<string, Reapplied>,
): Location {
  return { ...location, ...(Object.keys(reapplied).length > 0 && { reapplied }) };
}

/** An object with a value, or without one where there is none. */
function holding(value: unknown): { value?: unknown } {
  return value === undefined ? {} : { value };
}
