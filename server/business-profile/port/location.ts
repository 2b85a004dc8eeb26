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

/** A Google business category, such as `gcid:bakery`, Bakery. */
export interface Category {
  id: string;
  name: string;
}

/** The fields of a location that can be saved, by their names in `LocationChange`. */
export const LOCATION_FIELDS = Object.freeze([
  'name',
  'address',
  'phoneNumber',
  'websiteUri',
  'categoryIds',
  'regularHours',
  'description',
  'specialHours',
  'moreHours',
  'openStatus',
  'openingDate',
] as const);
export type LocationField = (typeof LOCATION_FIELDS)[number];

/** One opening period, which may close on the next day. Times are `HH:mm`, `24:00` at the end of a day. */
export interface OpeningPeriod {
  openDay: (typeof DAYS)[number];
  openTime: string;
  closeDay: (typeof DAYS)[number];
  closeTime: string;
}

/** The hours of one day that replace the regular ones. A day has several of them when it closes in between. */
export interface SpecialPeriod {
  /** `YYYY-MM-DD` */
  date: string;
  isClosed: boolean;
  /** `HH:mm`; null where closed. */
  openTime: string | null;
  /** `HH:mm`, `24:00` at the end of a day; null where closed. */
  closeTime: string | null;
  /** The same day or the next; null where closed. */
  closeDate: string | null;
}

/** A kind of hours besides the regular ones, such as `DELIVERY`. */
export interface MoreHoursType {
  id: string;
  name: string;
}

/** The hours of one kind, besides the regular ones. */
export interface MoreHours {
  hoursTypeId: string;
  name: string;
  periods: OpeningPeriod[];
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
  /** Whether the business operates at all, regardless of its hours. Unknown counts as open. */
  openStatus: OpenStatus;
  storeCode: string | null;
  photos: string[];
  /** Null: hours not set. */
  regularHours: { periods: OpeningPeriod[] } | null;
  /** Fields whose saved values are still under review, so that the public sees the previous ones. */
  pendingFields: LocationField[];
  /** Whether the address can be changed here; else only in Google's own editor, at `editUrl`. */
  isAddressEditable: boolean;
  editUrl: string | null;
  /** The place on Google Maps. */
  mapsUrl: string | null;
}

/** The parts of a location on which its posts depend, besides when it is open. */
export type PostingLocation = Omit<
  Location,
  'photos' | 'regularHours' | 'pendingFields' | 'isAddressEditable' | 'editUrl' | 'mapsUrl'
>;

export const SERVICE_AREA_KINDS = Object.freeze([
  'CUSTOMER_LOCATION_ONLY',
  'CUSTOMER_AND_BUSINESS_LOCATION',
] as const);

/** Where a business visits its customers. */
export interface ServiceArea {
  businessType: (typeof SERVICE_AREA_KINDS)[number] | null;
  /** ISO 3166-1. */
  regionCode: string | null;
  /** Names of regions. */
  places: string[];
}

/** Something that a business offers. */
export interface Service {
  name: string;
  description: string | null;
  /** With its currency, such as `£25.00`. */
  price: string | null;
}

/** What a source says of where a location is. */
export interface PlaceOnMap {
  /** ISO 3166-1. */
  regionCode: string | null;
  /** A state or province, by its code or its name. */
  administrativeArea: string | null;
  postalCode: string | null;
  coordinates: { latitude: number; longitude: number } | null;
  /** Null: the source does not know it. Google never does. */
  timeZone: string | null;
}

/** A location with everything that its source has. Lists carry only a `Location`. */
export interface LocationDetails extends Location {
  description: string | null;
  /** By date and time, past days included. Null: none. */
  specialHours: { periods: SpecialPeriod[] } | null;
  moreHours: MoreHours[];
  /** Whether a closed business can be marked as open again; null where the source does not say. */
  canReopen: boolean | null;
  /** `YYYY-MM-DD`, or `YYYY-MM` where the source has no day. */
  openingDate: string | null;
  additionalPhones: string[];
  /** For the owner alone; the public does not see them. */
  labels: string[];
  languageCode: string | null;
  coordinates: { latitude: number; longitude: number } | null;
  /** Null for a business that does not visit its customers. */
  serviceArea: ServiceArea | null;
  services: Service[];
  canEditServices: boolean;
  /** Where customers write a review. */
  newReviewUrl: string | null;
  /** Whether Google takes it for the same business as another location. */
  isDuplicate: boolean;
  /** Stands for the values that are shown. A form gives it back as `basedOn`; empty if the source does not need it. */
  basis: string;
  /** When it was last read from its source, ISO 8601; null if the source is not read. */
  readAt: string | null;
}

/** A property of a location that is set, such as wheelchair access, in words. */
export interface LocationAttribute {
  id: string;
  name: string;
  group: string;
  values: string[];
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
  description?: string | null;
  specialHours?: { periods: SpecialPeriod[] } | null;
  /** Replaces those of all types; a type without periods is removed. */
  moreHours?: Pick<MoreHours, 'hoursTypeId' | 'periods'>[];
  openStatus?: OpenStatus;
  openingDate?: string | null;
}
