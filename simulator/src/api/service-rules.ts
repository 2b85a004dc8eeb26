import { isDeepStrictEqual } from 'node:util';
import type { FieldViolation } from '../errors.js';
import type { ServiceItem } from '../model.js';
import { serviceTypesOf } from '../seed/category-details.js';
import { categoryKeys, fault, isText, text, type Rule } from './location-faults.js';

const MAX_AREAS = 20;

/** Each service is of a type of the categories, or in the owner's words; both kinds may have a price. */
export const faultsOfServices: Rule = (value, { after }) => {
  const items = (value ?? []) as ServiceItem[];
  const keys = categoryKeys(after);
  const types = serviceTypesOf(keys).map(({ serviceTypeId }) => serviceTypeId);
  const categories = keys.map((key) => `categories/gcid:${key}`);
  return items.flatMap((item, at) => {
    const path = `serviceItems[${at}]`;
    const { structuredServiceItem, freeFormServiceItem, price } = item;
    if ((structuredServiceItem === undefined) === (freeFormServiceItem === undefined))
      return [fault(path, 'INVALID_SERVICE_ITEM')];
    const kind = structuredServiceItem
      ? faultsOfStructured(path, item, { items, types })
      : faultsOfFreeForm(path, item, { items, categories });
    return [...kind, ...faultsOfPrice(path, price)];
  });
};

function faultsOfStructured(
  path: string,
  item: ServiceItem,
  { items, types }: { items: ServiceItem[]; types: string[] },
): FieldViolation[] {
  const { serviceTypeId, description } = item.structuredServiceItem ?? {};
  const field = `${path}.structuredServiceItem`;
  if (!isText(serviceTypeId)) return [fault(field, 'SERVICE_ITEM_WITH_NO_SERVICE_TYPE_ID')];
  if (!types.includes(serviceTypeId)) return [fault(`${field}.serviceTypeId`, 'INVALID_SERVICE_ITEM')];
  const isSecond = othersBefore(items, item).some(
    (other) => other.structuredServiceItem?.serviceTypeId === serviceTypeId,
  );
  if (isSecond) return [fault(`${field}.serviceTypeId`, 'SERVICE_TYPE_ID_DUPLICATE')];
  return description === undefined ? [] : text(`${field}.description`, description, 0, 300);
}

function faultsOfFreeForm(
  path: string,
  item: ServiceItem,
  { items, categories }: { items: ServiceItem[]; categories: string[] },
): FieldViolation[] {
  const { category, label } = item.freeFormServiceItem ?? {};
  const field = `${path}.freeFormServiceItem`;
  if (!isText(category)) return [fault(field, 'FREE_FORM_SERVICE_ITEM_WITH_NO_CATEGORY_ID')];
  if (!categories.includes(category)) return [fault(`${field}.category`, 'INVALID_SERVICE_ITEM')];
  if (!label) return [fault(field, 'FREE_FORM_SERVICE_ITEM_WITH_NO_LABEL')];
  const { displayName, description, languageCode } = label;
  if (!isText(displayName)) return [fault(`${field}.label`, 'SERVICE_ITEM_LABEL_NO_DISPLAY_NAME')];
  if (languageCode !== undefined && !isLanguage(languageCode))
    return [fault(`${field}.label.languageCode`, 'INVALID_LANGUAGE')];
  const isSecond = othersBefore(items, item).some(
    ({ freeFormServiceItem: other }) =>
      other?.category === category && other.label?.displayName === displayName,
  );
  if (isSecond) return [fault(`${field}.label.displayName`, 'SERVICE_ITEM_LABEL_DUPLICATE_DISPLAY_NAME')];
  return [
    ...text(`${field}.label.displayName`, displayName, 1, 140),
    ...(description === undefined ? [] : text(`${field}.label.description`, description, 0, 250)),
  ];
}

/** The items before one that differ from it; the same one again is no fault, Google keeps it once. */
function othersBefore(items: ServiceItem[], item: ServiceItem): ServiceItem[] {
  return items.slice(0, items.indexOf(item)).filter((other) => !isDeepStrictEqual(other, item));
}

function faultsOfPrice(path: string, price: ServiceItem['price']): FieldViolation[] {
  if (price === undefined) return [];
  const { currencyCode } = price;
  if (!isText(currencyCode)) return [fault(`${path}.price`, 'PRICE_CURRENCY_MISSING')];
  const isKnown = Intl.supportedValuesOf('currency').includes(currencyCode);
  return isKnown ? [] : [fault(`${path}.price.currencyCode`, 'PRICE_CURRENCY_INVALID')];
}

function isLanguage(code: string): boolean {
  try {
    return Intl.getCanonicalLocales(code).length === 1;
  } catch {
    return false;
  }
}

/** A service area names up to 20 regions of its country; without one there has to be an address. */
export const faultsOfServiceArea: Rule = (value, { before, after }) => {
  const area = value as (typeof after)['serviceArea'];
  if (!area)
    return after.storefrontAddress ? [] : [fault('serviceArea', 'MISSING_STOREFRONT_ADDRESS_OR_SAB')];
  if (!area.businessType) return [fault('serviceArea.businessType', 'REQUIRED_FIELD_MISSING_VALUE')];
  const known = before.fields.serviceArea?.regionCode;
  if (known !== undefined && area.regionCode !== undefined && area.regionCode !== known)
    return [fault('serviceArea.regionCode', 'INVALID_AREA_TYPE_FOR_SERVICE_AREA')];
  const places = area.places?.placeInfos ?? [];
  if (places.length > MAX_AREAS) return [fault('serviceArea.places', 'TOO_MANY_ENTRIES')];
  const wrong = places.findIndex(({ placeId }) => !isText(placeId));
  return wrong < 0
    ? []
    : [fault(`serviceArea.places.placeInfos[${wrong}].placeId`, 'INVALID_SERVICE_AREA_PLACE_ID')];
};
