import { sql } from 'drizzle-orm';
import { mirrorLocations } from '../../database/mirror.schema.js';
import type { ChangeSetRow } from '../../database/changes.schema.js';
import { AppError } from '../../errors/app-error.js';
import type { GoogleLocation } from '../translation/google-types.js';

/** A location in Google's shape, and the account under which the list of all locations shows it. */
export interface RawLocation {
  accountId: string;
  google: GoogleLocation;
  /** Whether its last reading says what the public sees. */
  isPublicKnown: boolean;
}

/** The columns that `toRaw` needs. */
export const RAW_COLUMNS = Object.freeze({
  accountId: mirrorLocations.accountId,
  data: mirrorLocations.data,
  isPublicKnown: sql<boolean>`${mirrorLocations.publicReadAt} is not distinct from ${mirrorLocations.readAt}`,
});

/** A location from those columns. */
export function toRaw({
  accountId,
  data,
  isPublicKnown,
}: Pick<typeof mirrorLocations.$inferSelect, 'accountId' | 'data'> & {
  isPublicKnown: boolean;
}): RawLocation {
  return { accountId, google: data as unknown as GoogleLocation, isPublicKnown };
}

/**
 * To be called before changes are compared with a reading: answers to edits of Google depend on what the public sees.
 * Errors: `google/unavailable` if Google did not say it in this reading, so that another edit may be there.
 */
export function requirePublic(
  { isPublicKnown }: RawLocation,
  kind: ChangeSetRow['kind'],
  changes: readonly { view: 'owner' | 'public' }[],
): void {
  const isAboutPublic = kind === 'decision' || changes.some(({ view }) => view === 'public');
  if (isAboutPublic && !isPublicKnown) throw AppError.of('google/unavailable');
}
