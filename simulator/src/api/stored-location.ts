import { isDeepStrictEqual } from 'node:util';
import type { Location, LocationFields, SpecialHourPeriod, TimePeriod } from '../model.js';
import type { FieldChanges } from '../profile/fields.js';
import { attributesFor } from '../seed/attributes.js';
import { hoursTypesOf, serviceTypesOf } from '../seed/category-details.js';
import { categoryKeys } from './location-faults.js';
import { withoutZeros } from './request-format.js';

/**
 * The fields as Google stores them: times without zeros, categories without display names, a trimmed title, closed days
 * with their date alone, each service once, and nothing of what only Google writes.
 */
export function tidy(fields: LocationFields, before: LocationFields): LocationFields {
  const { regularHours, specialHours, moreHours, serviceItems, openInfo, ...others } = fields;
  const { primaryCategory, additionalCategories = [] } = fields.categories;
  const onlyName = ({ name }: { name: string }) => ({ name });
  const { canReopen } = before.openInfo ?? {};
  const periods = (regularHours?.periods ?? []).map(tidyPeriod);
  const specialHourPeriods = (specialHours?.specialHourPeriods ?? []).map(tidySpecialPeriod);
  const services = (serviceItems ?? []).filter(
    (item, at, all) => all.findIndex((other) => isDeepStrictEqual(other, item)) === at,
  );
  return {
    ...others,
    title: fields.title.trim(),
    categories: {
      primaryCategory: onlyName(primaryCategory),
      ...(additionalCategories.length > 0 && { additionalCategories: additionalCategories.map(onlyName) }),
    },
    ...(periods.length > 0 && { regularHours: { periods } }),
    ...(specialHourPeriods.length > 0 && { specialHours: { specialHourPeriods } }),
    ...(moreHours?.length && {
      moreHours: moreHours.map((more) => ({ ...more, periods: (more.periods ?? []).map(tidyPeriod) })),
    }),
    ...(services.length > 0 && { serviceItems: services }),
    ...(openInfo && { openInfo: { ...openInfo, ...(canReopen !== undefined && { canReopen }) } }),
  };
}

function tidyPeriod({ openDay, openTime, closeDay, closeTime }: TimePeriod): TimePeriod {
  return { openDay, openTime: withoutZeros(openTime), closeDay, closeTime: withoutZeros(closeTime) };
}

function tidySpecialPeriod({
  openTime = {},
  closeTime = {},
  ...period
}: SpecialHourPeriod): SpecialHourPeriod {
  if (period.closed) return { startDate: period.startDate, closed: true };
  return { ...period, openTime: withoutZeros(openTime), closeTime: withoutZeros(closeTime) };
}

/**
 * What a change of categories takes away by itself: services and more hours that none of the new ones has.
 * @returns nothing where all stay.
 */
export function lostWith(fields: LocationFields): FieldChanges {
  const keys = categoryKeys(fields);
  const types = serviceTypesOf(keys).map(({ serviceTypeId }) => serviceTypeId);
  const names = keys.map((key) => `categories/gcid:${key}`);
  const hours = hoursTypesOf(keys).map(({ hoursTypeId }) => hoursTypeId);
  const serviceItems = fields.serviceItems?.filter(({ structuredServiceItem, freeFormServiceItem }) =>
    structuredServiceItem
      ? types.includes(structuredServiceItem.serviceTypeId ?? '')
      : names.includes(freeFormServiceItem?.category ?? ''),
  );
  const moreHours = fields.moreHours?.filter(({ hoursTypeId }) => hours.includes(hoursTypeId));
  return {
    ...(serviceItems?.length !== fields.serviceItems?.length && { serviceItems: orNull(serviceItems) }),
    ...(moreHours?.length !== fields.moreHours?.length && { moreHours: orNull(moreHours) }),
  };
}

/** The location without the attributes that none of its categories has; the same one where all stay. */
export function withFitAttributes(location: Location): Location {
  const available = attributesFor(categoryKeys(location.fields)).map(({ name }) => name);
  const attributes = location.attributes?.filter(({ name }) => available.includes(name));
  return attributes?.length === location.attributes?.length ? location : { ...location, attributes };
}

function orNull<T>(list: T[] | undefined): T[] | null {
  return list && list.length > 0 ? list : null;
}
