// The things that the simulator keeps, in Google's words where Google has them.

/** A person with a Google account. */
export interface Person {
  /** Google's stable id of the person. */
  sub: string;
  email: string;
  name: string;
  givenName: string;
  familyName: string;
  /** What the account chooser says about them. */
  about: string;
  /** They have a private world: the consent page neither lists nor takes them. */
  isPrivate?: true;
}

export const ACCOUNT_TYPES = Object.freeze([
  'PERSONAL',
  'LOCATION_GROUP',
  'USER_GROUP',
  'ORGANIZATION',
] as const);
export const ACCOUNT_ROLES = Object.freeze(['PRIMARY_OWNER', 'OWNER', 'MANAGER', 'SITE_MANAGER'] as const);
export type AccountRole = (typeof ACCOUNT_ROLES)[number];

/** A business account, with the role of each member by `sub`. */
export interface Account {
  id: string;
  accountName: string;
  type: (typeof ACCOUNT_TYPES)[number];
  verificationState: 'VERIFIED' | 'UNVERIFIED' | 'VERIFICATION_REQUESTED';
  vettedState: 'NOT_VETTED' | 'VETTED' | 'INVALID';
  members: Record<string, AccountRole>;
  /** The organizations and user groups that it is directly below; their members may use it too. */
  parentIds?: string[];
}

export const DAYS = Object.freeze([
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
  'SUNDAY',
] as const);
export type Day = (typeof DAYS)[number];

/** Zero values are left out, as Google does: 00:00 is `{}`. */
export interface TimeOfDay {
  hours?: number;
  minutes?: number;
  seconds?: number;
  nanos?: number;
}

export interface GoogleDate {
  year: number;
  month: number;
  day: number;
}

/** The day may be left out. */
export type OpeningDate = Omit<GoogleDate, 'day'> & { day?: number };

/** A service that a business offers: of a type of Google's, or in the owner's own words. */
export interface ServiceItem {
  price?: { currencyCode?: string; units?: string; nanos?: number };
  structuredServiceItem?: { serviceTypeId?: string; description?: string };
  freeFormServiceItem?: {
    category?: string;
    label?: { displayName?: string; description?: string; languageCode?: string };
  };
}

/** A day, or several hours of one, that differ from the week. */
export interface SpecialHourPeriod {
  startDate: GoogleDate;
  endDate?: GoogleDate;
  openTime?: TimeOfDay;
  closeTime?: TimeOfDay;
  closed?: boolean;
}

export interface TimePeriod {
  openDay: Day;
  openTime: TimeOfDay;
  closeDay: Day;
  closeTime: TimeOfDay;
}

interface PostalAddress {
  regionCode: string;
  languageCode?: string;
  postalCode?: string;
  administrativeArea?: string;
  locality?: string;
  sublocality?: string;
  addressLines?: string[];
}

/** The fields of a location that its owner writes. */
export interface LocationFields {
  title: string;
  languageCode: string;
  storeCode?: string;
  labels?: string[];
  phoneNumbers?: { primaryPhone?: string; additionalPhones?: string[] };
  categories: { primaryCategory: { name: string }; additionalCategories?: { name: string }[] };
  storefrontAddress?: PostalAddress;
  websiteUri?: string;
  regularHours?: { periods: TimePeriod[] };
  specialHours?: { specialHourPeriods: SpecialHourPeriod[] };
  moreHours?: { hoursTypeId: string; periods: TimePeriod[] }[];
  serviceArea?: {
    businessType: string;
    regionCode?: string;
    places?: { placeInfos?: { placeId?: string; placeName?: string }[] };
  };
  serviceItems?: ServiceItem[];
  adWordsLocationExtensions?: object;
  relationshipData?: object;
  openInfo?: { status?: string; canReopen?: boolean; openingDate?: OpeningDate };
  profile?: { description?: string };
  /** Only approved programs may write it. */
  latlng?: { latitude: number; longitude: number };
}

export const OPEN_STATUSES = Object.freeze(['OPEN', 'CLOSED_PERMANENTLY', 'CLOSED_TEMPORARILY'] as const);
export type OpenStatus = (typeof OPEN_STATUSES)[number];

export const VERIFICATIONS = Object.freeze([
  'VERIFIED',
  'UNVERIFIED',
  'VERIFICATION_PENDING',
  'WAITING',
  'OWNERSHIP_CONFLICT',
  'SUSPENDED',
  'DISABLED',
] as const);
export type Verification = (typeof VERIFICATIONS)[number];

/** What the public sees instead of the owner's value of a field; no `value`: nothing at all. */
export interface PublicDifference {
  /** `owner`: an edit of the owner that Google has not let through yet. `google`: an edit that Google made. */
  editedBy: 'owner' | 'google';
  value?: unknown;
  /** Of an edit that is pending where Google made one too: the owner's value before it. */
  former?: { value?: unknown };
  /** When Google lets a pending edit through by itself, in ms since 1970. */
  reviewedAt?: number;
}

/** An edit that Google makes again each time when the owner has refused it. */
export interface Reapplied {
  value?: unknown;
  by: 'google' | 'public';
  /** How long after the owner's edit. */
  afterMs: number;
  /** When it is next, in ms since 1970; none while the public sees it. */
  dueAt?: number;
}

/** A fact about a location from Google's catalogue of attributes; which of the values it has goes by its type. */
export interface Attribute {
  /** `attributes/has_delivery` */
  name: string;
  valueType?: string;
  values?: unknown[];
  repeatedEnumValue?: { setValues?: string[]; unsetValues?: string[] };
  uriValues?: { uri?: string }[];
}

export interface Location {
  id: string;
  /** Every account that shows it; the first is the one that owns it. */
  accountIds: string[];
  /** The `sub` of people who may use it without any of its accounts: only `accounts/-` lists it to them. */
  managers?: string[];
  fields: LocationFields;
  /** By the path of the field. */
  differences: Record<string, PublicDifference>;
  /** By the path of the field. */
  reapplied?: Record<string, Reapplied>;
  /** As the owner set them; none unless given. */
  attributes?: Attribute[];
  /** What the public sees instead of some of them, by name; null: nothing. */
  attributesOfGoogle?: Record<string, Attribute | null>;
  verification: Verification;
  /** The id of the location that Google takes to be the same place. */
  duplicateOf?: string;
  isRemoved: boolean;
  /** What readings show until a time (ms since 1970), where they are behind. */
  behind?: { until: number; shown: Location };
}

/** What the author of a post writes. */
export interface PostFields {
  topicType: string;
  languageCode?: string;
  summary?: string;
  callToAction?: { actionType: string; url?: string };
  scheduledTime?: string;
  event?: PostEvent;
  offer?: { couponCode?: string; redeemOnlineUrl?: string; termsConditions?: string };
  media?: PostMedia[];
}

export interface PostMedia {
  mediaFormat: string;
  sourceUrl: string;
}

export interface PostEvent {
  title: string;
  schedule: { startDate: GoogleDate; startTime: TimeOfDay; endDate: GoogleDate; endTime: TimeOfDay };
  recurrenceInfo?: object;
}

/** What was found at the `sourceUrl` of a photo. */
export interface FetchedPhoto {
  type: 'image/jpeg' | 'image/png';
  bytes: number;
  width: number;
  height: number;
}

/** All times of a post are in ms since 1970, by the simulator's clock. */
export interface Post {
  id: string;
  /** The account in whose name it was made. */
  accountId: string;
  locationId: string;
  /** The `sub` of the person who made it. */
  author: string;
  fields: PostFields;
  createTime: number;
  updateTime: number;
  /** Until then it is PROCESSING, from then on the verdict holds. */
  reviewedAt: number;
  verdict: 'LIVE' | 'REJECTED';
  /** From when on lists show it. */
  listedFrom: number;
  /** Its photo, as it was fetched when the post was made. */
  photo?: FetchedPhoto;
}
