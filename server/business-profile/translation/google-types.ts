import type { CalendarDate } from '../../config/wall-time.js';
import type { PostContent } from '../port/remote-post.js';

/** The parts of Google's own shapes that we use. Google leaves out empty fields, so all but names are optional. */

export interface GoogleAccount {
  /** `accounts/{id}` */
  name: string;
  accountName?: string;
  type?: string;
  role?: string;
  verificationState?: string;
}

/** A time of day. Parts that are 0 are left out; 24:00 is `{ hours: 24 }`. */
export interface GoogleTimeOfDay {
  hours?: number;
  minutes?: number;
}

export interface GoogleOpeningPeriod {
  openDay?: string;
  openTime?: GoogleTimeOfDay;
  closeDay?: string;
  closeTime?: GoogleTimeOfDay;
}

/** The hours of one day. Where closed, Google ignores the rest. */
export interface GoogleSpecialPeriod {
  startDate?: Partial<CalendarDate>;
  /** The same day or the next; absent for the same. */
  endDate?: Partial<CalendarDate>;
  openTime?: GoogleTimeOfDay;
  closeTime?: GoogleTimeOfDay;
  closed?: boolean;
}

export interface GoogleMoreHours {
  hoursTypeId?: string;
  periods?: GoogleOpeningPeriod[];
}

export interface GoogleServiceItem {
  structuredServiceItem?: { serviceTypeId?: string; description?: string };
  freeFormServiceItem?: { category?: string; label?: { displayName?: string; description?: string } };
  price?: { currencyCode?: string; units?: string; nanos?: number };
}

export interface GoogleCategory {
  /** `categories/gcid:…` */
  name: string;
  displayName?: string;
}

/** A type of hours that a category offers besides the regular ones. */
export interface GoogleHoursType {
  hoursTypeId?: string;
  displayName?: string;
  localizedDisplayName?: string;
}

/** An attribute that a category offers. */
export interface GoogleAttributeType {
  /** `attributes/has_delivery` */
  parent?: string;
  displayName?: string;
  groupDisplayName?: string;
  valueMetadata?: { value?: unknown; displayName?: string }[];
}

/** An attribute of a location that is set: by values, by those of a list that apply and those that do not, or by links. */
export interface GoogleAttribute {
  /** `attributes/has_delivery` */
  name: string;
  values?: unknown[];
  repeatedEnumValue?: { setValues?: string[]; unsetValues?: string[] };
  uriValues?: { uri?: string }[];
}

export interface GoogleCategories {
  primaryCategory?: GoogleCategory;
  additionalCategories?: GoogleCategory[];
}

export interface GooglePostalAddress {
  regionCode?: string;
  postalCode?: string;
  administrativeArea?: string;
  locality?: string;
  sublocality?: string;
  addressLines?: string[];
}

export interface GoogleLocation {
  /** `locations/{id}`, without the account. */
  name: string;
  title?: string;
  storeCode?: string;
  phoneNumbers?: { primaryPhone?: string; additionalPhones?: string[] };
  /** Absent for a business that only visits its customers. */
  storefrontAddress?: GooglePostalAddress;
  serviceArea?: {
    businessType?: string;
    regionCode?: string;
    places?: { placeInfos?: { placeId?: string; placeName?: string }[] };
  };
  serviceItems?: GoogleServiceItem[];
  websiteUri?: string;
  categories?: GoogleCategories;
  /** The opening date has a year and a month, and maybe a day. */
  openInfo?: { status?: string; canReopen?: boolean; openingDate?: Partial<CalendarDate> };
  /** Absent when hours are not set. */
  regularHours?: { periods?: GoogleOpeningPeriod[] };
  specialHours?: { specialHourPeriods?: GoogleSpecialPeriod[] };
  moreHours?: GoogleMoreHours[];
  profile?: { description?: string };
  labels?: string[];
  languageCode?: string;
  /** Absent unless the owner set it. Parts that are 0 are left out. */
  latlng?: { latitude?: number; longitude?: number };
  metadata?: {
    hasVoiceOfMerchant?: boolean;
    hasPendingEdits?: boolean;
    hasGoogleUpdated?: boolean;
    placeId?: string;
    mapsUri?: string;
    newReviewUri?: string;
    /** `locations/{id}` of the other location. */
    duplicateLocation?: string;
    canModifyServiceList?: boolean;
  };
  /** Which saved fields are under review: `pendingMask` of `getGoogleUpdated`, added by `MirrorReadings`. */
  pendingMask?: string;
}

/** What the public sees of a location. */
export interface GoogleUpdatedLocation {
  location?: GoogleLocation;
  /** Field masks: names separated by commas. */
  diffMask?: string;
  pendingMask?: string;
}

export interface GoogleVoiceOfMerchant {
  hasVoiceOfMerchant?: boolean;
  hasBusinessAuthority?: boolean;
  verify?: { hasPendingVerification?: boolean };
  waitForVoiceOfMerchant?: object;
  resolveOwnershipConflict?: object;
  complyWithGuidelines?: { recommendationReason?: string };
}

/** A calendar month. */
export interface GoogleMonth {
  year: number;
  month: number;
}

export const DAILY_METRICS = Object.freeze([
  'BUSINESS_IMPRESSIONS_DESKTOP_MAPS',
  'BUSINESS_IMPRESSIONS_DESKTOP_SEARCH',
  'BUSINESS_IMPRESSIONS_MOBILE_MAPS',
  'BUSINESS_IMPRESSIONS_MOBILE_SEARCH',
  'BUSINESS_DIRECTION_REQUESTS',
  'CALL_CLICKS',
  'WEBSITE_CLICKS',
  'BUSINESS_BOOKINGS',
  'BUSINESS_FOOD_MENU_CLICKS',
] as const);

/** The number of a day, as text. Without one it is 0, or not counted yet. */
export interface GoogleDatedValue {
  date?: Partial<CalendarDate>;
  value?: string;
}

/** The values of one metric by day. */
export interface GoogleMetricSeries {
  dailyMetric?: string;
  timeSeries?: { datedValues?: GoogleDatedValue[] };
}

/** How often one search led to the place: a number, or a threshold that it was below. */
export interface GoogleKeywordCount {
  searchKeyword?: string;
  insightsValue?: { value?: string; threshold?: string };
}

/** A post, v4. */
export interface GoogleLocalPost extends Partial<PostContent> {
  /** `accounts/{id}/locations/{id}/localPosts/{id}` */
  name?: string;
  state?: string;
  /** RFC 3339. */
  createTime?: string;
  searchUrl?: string;
}

/** A review, v4. */
export interface GoogleReview {
  /** `accounts/{id}/locations/{id}/reviews/{id}` */
  name?: string;
  reviewId?: string;
  reviewer?: { displayName?: string; profilePhotoUrl?: string; isAnonymous?: boolean };
  /** `ONE` to `FIVE` */
  starRating?: string;
  /** With Google’s translation inside; absent for stars alone. */
  comment?: string;
  /** RFC 3339. */
  createTime?: string;
  updateTime?: string;
  reviewReply?: GoogleReviewReply;
  reviewMediaItems?: { thumbnailUrl?: string; thumbnailLabel?: string; videoUrl?: string }[];
  reviewReplyUrl?: string;
}

export interface GoogleReviewReply {
  comment?: string;
  updateTime?: string;
  /** `PENDING`, `APPROVED` or `REJECTED`; older replies have none. */
  reviewReplyState?: string;
  policyViolation?: string;
}
