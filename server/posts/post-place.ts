import type { BusinessProfileProvider, Location } from '../business-profile/business-profile-provider.js';
import { AppError } from '../errors/app-error.js';
import type { PostRow } from './posts.repository.js';

/** A place that must be the user's own, as it was last told. Errors: `not_found`. */
export async function placeOf(provider: BusinessProfileProvider, uid: string, id: string): Promise<Location> {
  const location = await provider.knownLocation(uid, id);
  if (location === undefined) throw AppError.of('not_found');
  return location;
}

/**
 * Where a post is to go out after a change; null when an unchanged place is no longer one of the user's.
 * Errors: `not_found` for a new one.
 */
export async function placeAfter(
  provider: BusinessProfileProvider,
  { uid, locationId: current }: PostRow,
  { locationId }: { locationId?: string },
): Promise<Location | null> {
  if (locationId && locationId !== current) return placeOf(provider, uid, locationId);
  return (await provider.knownLocation(uid, current)) ?? null;
}

/** What a move changes of a post; one that stays keeps the name that its place had. */
export function movedTo(location: Location | null, post: PostRow): Partial<PostRow> {
  if (!location || location.id === post.locationId) return {};
  return { accountId: location.accountId, locationId: location.id, locationName: location.name };
}
