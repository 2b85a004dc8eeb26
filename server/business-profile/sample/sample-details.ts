import { frozen } from '../../config/frozen.js';
import type {
  Location,
  LocationChange,
  LocationDetails,
  MoreHours,
  MoreHoursType,
} from '../port/location.js';
import { DESCRIPTIONS } from './data/descriptions.js';
import { findCategory } from './data/sample-categories.js';

/** The types of hours that every sample location can have besides its regular ones. */
export const SAMPLE_MORE_HOURS: readonly MoreHoursType[] = frozen([
  { id: 'ACCESS', name: 'Access' },
  { id: 'DELIVERY', name: 'Delivery' },
  { id: 'ONLINE_SERVICE_HOURS', name: 'Online service hours' },
  { id: 'PICKUP', name: 'Pickup' },
  { id: 'SENIOR_HOURS', name: 'Senior hours' },
]);

/** A location with a workspace's changes to what lists show; an empty list of periods means no hours. */
export function edited(location: Location, change: LocationChange = {}): Location {
  const { name, address, phoneNumber, websiteUri, categoryIds, regularHours, openStatus } = change;
  return {
    ...location,
    ...(name !== undefined && { name }),
    ...(address !== undefined && { address }),
    ...(phoneNumber !== undefined && { phoneNumber }),
    ...(websiteUri !== undefined && { websiteUri }),
    ...(categoryIds !== undefined && { categories: categoryIds.flatMap((id) => findCategory(id) ?? []) }),
    ...(regularHours !== undefined && { regularHours: regularHours?.periods.length ? regularHours : null }),
    ...(openStatus !== undefined && { openStatus }),
  };
}

/** A location with everything that the sample has of it, and a workspace's changes. */
export function toSampleDetails(location: Location, change: LocationChange = {}): LocationDetails {
  const { description = DESCRIPTIONS[location.id] ?? null, specialHours, moreHours = [] } = change;
  return {
    ...edited(location, change),
    description,
    specialHours: specialHours?.periods.length ? specialHours : null,
    moreHours: moreHours.flatMap((hours) => toMoreHours(hours) ?? []),
    canReopen: true,
    openingDate: change.openingDate ?? null,
    additionalPhones: [],
    labels: [],
    languageCode: 'en',
    coordinates: null,
    serviceArea: null,
    services: [],
    canEditServices: false,
    newReviewUrl: null,
    isDuplicate: false,
    basis: '',
    readAt: null,
  };
}

function toMoreHours({ hoursTypeId, periods }: Omit<MoreHours, 'name'>): MoreHours | undefined {
  const type = SAMPLE_MORE_HOURS.find(({ id }) => id === hoursTypeId);
  return type && periods.length > 0 ? { hoursTypeId, name: type.name, periods } : undefined;
}
