import { Injectable } from '@nestjs/common';
import type { PostBody } from '../../database/schema.js';
import { AppError } from '../../errors/app-error.js';
import {
  type BusinessAccount,
  BusinessProfileProvider,
  type GoogleOwner,
  type LocationPage,
  type LocationQuery,
  type Owner,
  type ChangedBy,
} from '../port/business-profile-provider.js';
import { toGoogleOwner } from '../port/google-owner.js';
import {
  type Category,
  LOCATION_FIELDS,
  type LocationAttribute,
  type LocationChange,
  type LocationDetails,
  type MoreHoursType,
} from '../port/location.js';
import type { PostPlace, PublishOptions, PublishRequest, RemotePost } from '../port/remote-post.js';
import { toChangeValue } from '../changes/change-values.js';
import { hasChangedSince, isSame, valueIn } from '../translation/profile-fields.js';
import type { PlannedChange } from '../changes/planned-changes.js';
import { MirrorRepository } from '../mirror/mirror.repository.js';
import type { RawLocation } from '../changes/raw-location.js';
import { CategorySearch } from './category-search.js';
import { GoogleApi } from '../calls/google-api.js';
import { GooglePosts } from './google-posts.js';
import type { GoogleTurn } from '../calls/google-calls.js';
import { GoogleTimeouts } from '../calls/google-clock.js';
import type { GoogleLocation } from '../translation/google-types.js';
import { toPatch } from '../translation/mapping.js';
import { ProfileChanger } from './profile-changer.js';
import { DEFAULT_REGION, ProfileCatalogue } from './profile-catalogue.js';
import { LocationReader } from './location-reader.js';
import { GoogleQuota } from '../calls/quota.js';
import { API_ALLOWANCE } from '../port/api-allowance.js';
import { toRefusal } from '../calls/google-errors.js';

/** On these errors a place is shown as last read. */
const AWAY = [
  'google/unavailable',
  'google/unreadable',
  'google/busy',
  'google/no-quota',
  'google/reconnect',
  'connect/held',
];

/**
 * A connected user's own accounts and places. Lists and searches read the mirror; single places and changes go to Google. A
 * place that the mirror does not show to the user is `not_found` before anything is sent.
 */
@Injectable()
export class GoogleProvider extends BusinessProfileProvider {
  readonly source = 'google';
  readonly postAllowance = API_ALLOWANCE;

  constructor(
    private readonly mirror: MirrorRepository,
    private readonly api: GoogleApi,
    private readonly reader: LocationReader,
    private readonly changer: ProfileChanger,
    private readonly categories: CategorySearch,
    private readonly catalogue: ProfileCatalogue,
    private readonly posts: GooglePosts,
    private readonly quota: GoogleQuota,
    private readonly timeouts: GoogleTimeouts,
  ) {
    super();
  }

  async listAccounts(owner: Owner): Promise<BusinessAccount[]> {
    return this.mirror.listAccounts(toGoogleOwner(owner));
  }

  async listLocations(owner: Owner, query: LocationQuery): Promise<LocationPage> {
    return this.mirror.listLocations(toGoogleOwner(owner), query);
  }

  async countListings(owner: Owner): Promise<{ accounts: number; locations: number }> {
    return this.mirror.count(toGoogleOwner(owner));
  }

  async getLocation(owner: Owner, id: string): Promise<LocationDetails> {
    const own = toGoogleOwner(owner);
    const copy = await this.copyOf(own, id);
    const isFresh = await this.refresh(own, id, { priority: 'read', withinMs: this.timeouts.showMs });
    return isFresh ? this.copyOf(own, id) : copy;
  }

  async knownLocation(owner: Owner, id: string): Promise<LocationDetails | undefined> {
    return this.mirror.findLocation(toGoogleOwner(owner), id);
  }

  async listAttributes(owner: Owner, id: string): Promise<LocationAttribute[]> {
    const own = toGoogleOwner(owner);
    return this.catalogue.attributes(own, await this.rawOf(own, id));
  }

  async listMoreHoursTypes(owner: Owner, id: string): Promise<MoreHoursType[]> {
    const own = toGoogleOwner(owner);
    return this.catalogue.hoursTypes(own, await this.rawOf(own, id));
  }

  async postPlace(owner: Owner, locationId: string) {
    const place = await this.mirror.findPlace(toGoogleOwner(owner), locationId);
    return place && { ...place, locationId };
  }

  async placesOnMap(owner: Owner, ids: readonly string[]) {
    return this.mirror.placesOnMap(toGoogleOwner(owner), ids);
  }

  async arePlacesKnown(owner: Owner): Promise<boolean> {
    return this.mirror.isComplete(toGoogleOwner(owner));
  }

  async updateLocation(
    owner: Owner,
    id: string,
    change: LocationChange,
    by: ChangedBy,
  ): Promise<LocationDetails> {
    const own = toGoogleOwner(owner);
    const copy = await this.copyOf(own, id);
    if (change.address !== undefined && change.address !== copy.address)
      throw AppError.invalid([{ field: 'address', message: 'The address can only be edited on Google' }]);
    const fields = LOCATION_FIELDS.filter((field) => field !== 'address' && change[field] !== undefined);
    if (fields.length === 0) return this.getLocation(owner, id);
    const plan = ({ google }: RawLocation) => {
      if (change.phoneNumber === null) refuseWhileThereAreFurtherPhones(google);
      const { body } = toPatch(change);
      const changes = fields
        .map((field) => ({
          field,
          view: 'owner' as const,
          before: valueIn(google, field),
          after: valueIn(body, field),
        }))
        .filter(({ field, before, after }) => !isSame(field, before, after, google));
      refuseChangedSince(by.basedOn, changes, google);
      return changes;
    };
    await this.changer
      .changeNow(own, id, plan, { kind: 'save', actor: by.actor, reason: by.reason ?? null })
      .catch((error: unknown) => {
        throw toRefusal(error, change);
      });
    return this.copyOf(own, id);
  }

  async searchCategories(owner: Owner, search: string): Promise<Category[]> {
    const own = toGoogleOwner(owner);
    const region = await this.mirror.mainRegion(own);
    return this.categories.find(own, region ?? DEFAULT_REGION, search);
  }

  beforePostsAreListed(): Promise<void> {
    return Promise.resolve();
  }

  async schedulePost(owner: Owner, { locationId }: { locationId: string; publishAt: Date; body: PostBody }) {
    return this.copyOf(toGoogleOwner(owner), locationId);
  }

  publishingCapacity(): number {
    return this.quota.lastLeft('v4');
  }

  async publishPost(owner: Owner, request: PublishRequest, options: PublishOptions): Promise<RemotePost> {
    return this.posts.publish(toGoogleOwner(owner), request, options);
  }

  listPublished(owner: Owner, place: PostPlace): AsyncIterable<RemotePost[]> {
    return this.posts.list(toGoogleOwner(owner), place);
  }

  async getPublished(owner: Owner, name: string): Promise<RemotePost> {
    return this.posts.get(toGoogleOwner(owner), name);
  }

  async deletePublished(owner: Owner, name: string, signal?: AbortSignal): Promise<boolean> {
    return this.posts.delete(toGoogleOwner(owner), name, signal);
  }

  private async rawOf(owner: GoogleOwner, id: string): Promise<GoogleLocation> {
    const place = await this.mirror.findRaw(owner, id);
    if (!place) throw AppError.of('not_found');
    return place.google;
  }

  private async copyOf(owner: GoogleOwner, id: string): Promise<LocationDetails> {
    const copy = await this.mirror.findLocation(owner, id);
    if (!copy) throw AppError.of('not_found');
    return copy;
  }

  /** Updates the copy; false when Google cannot be asked right now. */
  private async refresh(owner: GoogleOwner, id: string, turn: GoogleTurn): Promise<boolean> {
    try {
      await this.reader.refresh(owner, id, turn);
      return true;
    } catch (error) {
      if (error instanceof AppError && AWAY.includes(error.code)) return false;
      throw error;
    }
  }
}

/** A field that has another value by now than the person saw is not overwritten. */
function refuseChangedSince(
  basedOn: string | undefined,
  changes: readonly PlannedChange[],
  google: GoogleLocation,
): void {
  const conflicts = changes.filter(({ field }) => basedOn && hasChangedSince(basedOn, field, google));
  if (conflicts.length === 0) return;
  throw AppError.changedSince(
    conflicts.map(({ field, before, after }) => ({
      field,
      current: toChangeValue(field, before),
      wanted: toChangeValue(field, after),
    })),
  );
}

/** Google accepts no additional numbers without a primary one, and we cannot know what they are for. */
function refuseWhileThereAreFurtherPhones({ phoneNumbers }: GoogleLocation): void {
  if (phoneNumbers?.additionalPhones?.length)
    throw AppError.invalid([
      { field: 'phoneNumber', message: 'Google needs a primary phone number before any others' },
    ]);
}
