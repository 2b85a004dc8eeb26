import type { ACTION_TYPES, PostBody } from '../database/schema.js';
import type { PostPlace, PublishOptions, PublishRequest, RemotePost } from './remote-post.js';

export const ACCOUNT_TYPES = Object.freeze([
  'PERSONAL',
  'LOCATION_GROUP',
  'USER_GROUP',
  'ORGANIZATION',
] as const);
export const VERIFICATION_STATES = Object.freeze(['VERIFIED', 'UNVERIFIED', 'SUSPENDED'] as const);
export const OPEN_STATUSES = Object.freeze(['OPEN', 'CLOSED_TEMPORARILY', 'CLOSED_PERMANENTLY'] as const);
export const DAYS = Object.freeze([
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
  'SUNDAY',
] as const);

export type VerificationState = (typeof VERIFICATION_STATES)[number];
export type OpenStatus = (typeof OPEN_STATUSES)[number];
export type ActionType = (typeof ACTION_TYPES)[number];

/** A business account (specification, section 3). */
export interface BusinessAccount {
  id: string;
  name: string;
  /** Null where the source does not tell. */
  type: (typeof ACCOUNT_TYPES)[number] | null;
  state: VerificationState;
  locationCount: number;
  profilePhotoUrl: string | null;
}

/** A Google business category, such as `gcid:bakery`, Bakery. */
export interface Category {
  id: string;
  name: string;
}

/** What of a location can be saved, by the names of `LocationChange`. */
export const LOCATION_FIELDS = Object.freeze([
  'name',
  'address',
  'phoneNumber',
  'websiteUri',
  'categoryIds',
  'regularHours',
] as const);
export type LocationField = (typeof LOCATION_FIELDS)[number];

/** One span of opening; it may close on the next day. Times are `HH:mm`, `24:00` at the end of a day. */
export interface OpeningPeriod {
  openDay: (typeof DAYS)[number];
  openTime: string;
  closeDay: (typeof DAYS)[number];
  closeTime: string;
}

/** A place of business (specification, section 3). */
export interface Location {
  id: string;
  accountId: string;
  name: string;
  address: string;
  phoneNumber: string | null;
  websiteUri: string | null;
  /** The first is the primary category. */
  categories: Category[];
  state: VerificationState;
  /** Whether the business goes on at all, whatever its hours say. Nothing known counts as open. */
  openStatus: OpenStatus;
  storeCode: string | null;
  photos: string[];
  /** Null: hours not set. */
  regularHours: { periods: OpeningPeriod[] } | null;
  /** Fields whose saved values are still under review, so that the public sees former ones. */
  pendingFields: LocationField[];
  /** Whether the address can be changed here; else only in Google's own editor, at `editUrl`. */
  isAddressEditable: boolean;
  editUrl: string | null;
  /** The place on Google Maps. */
  mapsUrl: string | null;
}

/** Where posts to a location appear, and whether the business goes on, as it was last told. */
export type KnownPlace = PostPlace & Pick<Location, 'openStatus'>;

/** Where each figure of a location comes from is in Google's Performance API; null where Google gives none. */
export interface LocationStats {
  /**
   * The 30 calendar days that are covered, both included: `YYYY-MM-DD`. The last is the last that the source has counted;
   * null while it has counted none.
   */
  from: string | null;
  to: string | null;
  profileViews: Figure | null;
  searchQueries: Figure | null;
  directionRequests: Figure | null;
  phoneCalls: Figure | null;
}

/** A figure; Google tells small ones only as "below" a number. */
export interface Figure {
  value: number;
  isBelow: boolean;
}

/** The fields of a location that can be saved; those left out keep their value. */
export interface LocationChange {
  name?: string;
  address?: string;
  phoneNumber?: string | null;
  websiteUri?: string | null;
  /** Ids, the primary category first. */
  categoryIds?: string[];
  regularHours?: { periods: OpeningPeriod[] } | null;
}

export interface LocationQuery {
  accountId?: string;
  /** Part of a name or an address, without regard to case. */
  search?: string;
  /** Only places that are not verified. */
  needsAttention?: boolean;
  /** Places to skip. */
  offset: number;
  /** Places to answer, 1 to 100. */
  limit: number;
}

/** A part of a list of locations. */
export interface LocationPage {
  items: Location[];
  /** How many places match the search, and need attention if only those are wanted. */
  matched: number;
  /** How many places there are without the search. */
  total: number;
}

/**
 * The business data of one user, wherever it comes from. Every method answers for the user `uid` alone;
 * an id that is unknown or somebody else's is `not_found`.
 */
export abstract class BusinessProfileProvider {
  /** Where the data comes from; posts are kept apart by it. */
  abstract readonly source: 'sample' | 'google';

  /** All business accounts, the personal one first. */
  abstract listAccounts(uid: string): Promise<BusinessAccount[]>;

  /** Locations by name, of one account or of all. Errors: `not_found` for an unknown account. */
  abstract listLocations(uid: string, query: LocationQuery): Promise<LocationPage>;

  /** One location. Errors: `not_found`. */
  abstract getLocation(uid: string, id: string): Promise<Location>;

  /** One location as it was last told, without asking the source; undefined for one that is not the user's. */
  abstract knownLocation(uid: string, id: string): Promise<Location | undefined>;

  /** Where posts to a location appear, as it was last told, without asking the source; undefined for one that is not the user's. */
  abstract postPlace(uid: string, locationId: string): Promise<KnownPlace | undefined>;

  /** Saves the given fields and answers the location as it is then. Errors: `not_found`, `validation_failed`. */
  abstract updateLocation(uid: string, id: string, change: LocationChange): Promise<Location>;

  /** The figures of a location of the last 30 days that the source has counted; null where the source has none. Errors: `not_found`. */
  abstract locationStats(uid: string, id: string): Promise<LocationStats | null>;

  /** Categories whose name contains the words, at most 20, best match first. */
  abstract searchCategories(uid: string, search: string): Promise<Category[]>;

  /** Called before a user's posts are listed whole: waits where the source takes its time. */
  abstract beforePostsAreListed(): Promise<void>;

  /** Announces a post that is about to be stored. Errors: `not_found` for an unknown location. */
  abstract schedulePost(
    uid: string,
    post: { locationId: string; publishAt: Date; body: PostBody },
  ): Promise<Location>;

  /**
   * Publishes a post, in one request that is never repeated by itself. Whose place it is has been checked.
   * Errors: `PublishFailure`, which says whether it may have been taken all the same; what `beforeSending` throws.
   */
  abstract publishPost(uid: string, request: PublishRequest, options: PublishOptions): Promise<RemotePost>;

  /** All published posts of a place, in pages, in no certain order. Errors: `not_found`, `google/…`. */
  abstract listPublished(uid: string, place: PostPlace): AsyncIterable<RemotePost[]>;

  /** What has become of a published post, by its `RemotePost.name`. Errors: `not_found`, `google/…`. */
  abstract getPublished(uid: string, name: string): Promise<Pick<RemotePost, 'state' | 'searchUrl'>>;

  /**
   * Deletes a published post by its `RemotePost.name`; one that is gone already is as good. Errors: `google/…`, and then
   * it may still be there.
   */
  abstract deletePublished(uid: string, name: string): Promise<void>;
}
