import type { ACTION_TYPES, PostBody } from '../../database/schema.js';
import type { Allowance } from '../../database/token-bucket.js';
import type {
  Category,
  Location,
  LocationAttribute,
  LocationChange,
  LocationDetails,
  MoreHoursType,
  PlaceOnMap,
  VerificationState,
} from './location.js';
import type { PostPlace, PublishOptions, PublishRequest, RemotePost } from './remote-post.js';

export const ACCOUNT_TYPES = Object.freeze([
  'PERSONAL',
  'LOCATION_GROUP',
  'USER_GROUP',
  'ORGANIZATION',
] as const);

export type ActionType = (typeof ACTION_TYPES)[number];

/** The counts of an account's locations. */
export interface AccountCounts {
  locationCount: number;
  /** How many of its locations are not verified. */
  attentionCount: number;
  /** How many of these are suspended. */
  suspendedCount: number;
  /** How many of its locations another account shows too. */
  sharedCount: number;
}

/** A business account (specification, section 3). */
export interface BusinessAccount extends AccountCounts {
  id: string;
  name: string;
  /** Null where the source does not say. */
  type: (typeof ACCOUNT_TYPES)[number] | null;
  state: VerificationState;
  profilePhotoUrl: string | null;
}

/** The most categories that a search returns. */
export const MAX_CATEGORIES = 20;

/** Where posts to a location appear, and whether the business operates, as last read. */
export type KnownPlace = PostPlace & Pick<Location, 'openStatus'>;

/** Who changes a location, and why. */
export interface ChangedBy {
  /** The uid of the person. */
  actor: string;
  /** The `basis` of the details that the person saw. */
  basedOn?: string;
  /** Why, in the person's words. */
  reason?: string;
}

/** Orders of the list of locations: by name, what needs attention first, or by store code, those without one last. */
export const LOCATION_SORTS = Object.freeze(['name', 'state', 'storeCode'] as const);
export type LocationSort = (typeof LOCATION_SORTS)[number];

export interface LocationQuery {
  accountId?: string;
  /** Part of a name, an address or a store code, without regard to case. */
  search?: string;
  /** Only locations that are not verified. */
  needsAttention?: boolean;
  /** Only locations in this state. */
  state?: VerificationState;
  /** Only locations with this label, as the owner wrote it. */
  label?: string;
  /** By name, unless given; equals are by name, and then by id. */
  sort?: LocationSort;
  /** How many to skip. */
  offset: number;
  /** How many to return, 1 to 100. */
  limit: number;
}

/** A part of a list of locations. */
export interface LocationPage {
  items: Location[];
  /** How many locations match the search, the state, the label and, if asked for, need attention. */
  matched: number;
  /** How many locations the account has, or there are in all. */
  total: number;
}

/**
 * The owner of business data: a workspace, and the source that its data comes from. It is resolved once for each request, by
 * `BusinessProfileProviders.sourceOf`; posts are kept apart by it.
 */
export interface Owner {
  workspaceId: string;
  source: 'sample' | 'google';
  /** Google's stable key of the connected Google account (`sub`); null for the sample. */
  subject: string | null;
}

/** An owner whose data comes from Google: a workspace with one Google account. */
export interface GoogleOwner extends Pick<Owner, 'workspaceId'> {
  subject: string;
}

/**
 * The business data of an owner, whatever its source. Every method covers only that owner: an id that is unknown or belongs
 * to another owner is `not_found`.
 */
export abstract class BusinessProfileProvider {
  /** Where the data comes from. */
  abstract readonly source: Owner['source'];

  /** All business accounts, the personal one first. */
  abstract listAccounts(owner: Owner): Promise<BusinessAccount[]>;

  /** Locations of one account or of all. Errors: `not_found` for an unknown account. */
  abstract listLocations(owner: Owner, query: LocationQuery): Promise<LocationPage>;

  /** How many accounts and locations there are, each counted once, without asking the source. */
  abstract countListings(owner: Owner): Promise<{ accounts: number; locations: number }>;

  /** One location. Errors: `not_found`. */
  abstract getLocation(owner: Owner, id: string): Promise<LocationDetails>;

  /** One location as last read, without asking the source; undefined unless it is the owner's. */
  abstract knownLocation(owner: Owner, id: string): Promise<LocationDetails | undefined>;

  /** The attributes of a location that are set. Errors: `not_found`, `google/…`. */
  abstract listAttributes(owner: Owner, id: string): Promise<LocationAttribute[]>;

  /** The types of hours that a location of its category can have besides the regular ones. Errors: as above. */
  abstract listMoreHoursTypes(owner: Owner, id: string): Promise<MoreHoursType[]>;

  /**
   * Where posts to a location appear, as last read, without asking the source; undefined unless it is the owner's.
   */
  abstract postPlace(owner: Owner, locationId: string): Promise<KnownPlace | undefined>;

  /** Where locations are, as last read, by id; those that are not the owner's are left out. */
  abstract placesOnMap(owner: Owner, ids: readonly string[]): Promise<Map<string, PlaceOnMap>>;

  /** Whether all locations have been read from the source, so that one that is missing does not exist. */
  abstract arePlacesKnown(owner: Owner): Promise<boolean>;

  /**
   * Changes the given fields and returns the resulting location. Errors: `not_found`, `validation_failed`; `changed_since`
   * with both values of each field that is not as it was shown, and then nothing is sent.
   */
  abstract updateLocation(
    owner: Owner,
    id: string,
    change: LocationChange,
    by: ChangedBy,
  ): Promise<LocationDetails>;

  /** Categories whose name contains the words, at most `MAX_CATEGORIES`, best match first. */
  abstract searchCategories(owner: Owner, search: string): Promise<Category[]>;

  /** Called before the posts are listed. Waits where the source simulates a delay. */
  abstract beforePostsAreListed(): Promise<void>;

  /** Announces a post that is about to be stored. Errors: `not_found` for an unknown location. */
  abstract schedulePost(
    owner: Owner,
    post: { locationId: string; publishAt: Date; body: PostBody },
  ): Promise<Location>;

  /** How many posts the source takes of all people together: at once, and then in each minute. */
  abstract readonly postAllowance: Readonly<Allowance>;

  /**
   * How many posts the source takes right now without making them wait, as far as this process knows; Infinity where
   * it has no limit.
   */
  abstract publishingCapacity(): number;

  /**
   * Publishes a post in one request that is never repeated automatically. The caller has checked that the location is the
   * owner's. Errors: `WriteFailure`, which says whether it may have been accepted anyway; what `beforeSending` throws.
   */
  abstract publishPost(owner: Owner, request: PublishRequest, options: PublishOptions): Promise<RemotePost>;

  /** All published posts of a location, in pages, in no particular order. Errors: `not_found`, `google/…`. */
  abstract listPublished(owner: Owner, place: PostPlace): AsyncIterable<RemotePost[]>;

  /** The current state of a published post, by its `RemotePost.name`. Errors: `not_found`, `google/…`. */
  abstract getPublished(owner: Owner, name: string): Promise<Pick<RemotePost, 'state' | 'searchUrl'>>;

  /**
   * Deletes a published post by its `RemotePost.name`. Errors: `google/…`, and then it may still exist; the reason of the
   * signal, and then nothing was sent.
   * @param signal once this is aborted nothing leaves any more
   * @returns whether it was there. A post that was accepted a moment ago may not be there yet.
   */
  abstract deletePublished(owner: Owner, name: string, signal?: AbortSignal): Promise<boolean>;
}
