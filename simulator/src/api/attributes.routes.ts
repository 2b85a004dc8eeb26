import { invalidArgument } from '../errors.js';
import type { Attribute, Location } from '../model.js';
import type { ApiExchange, ApiRoute } from '../routes.js';
import { ATTRIBUTES, attributesFor, type AttributeType } from '../seed/attributes.js';
import { CATEGORIES } from '../seed/categories.js';
import type { State } from '../state.js';
import { locationFor } from './access.js';
import { attributeFault, ATTRIBUTES_SCHEMA, faultsOfAttribute } from './attribute-rules.js';
import { categoryKeys } from './location-faults.js';
import { readPayload } from './payload.js';
import { pageOf, readMask } from './request-format.js';

const RULES = { defaultSize: 200, maxSize: 200 };
const OTHER_PARAMETERS = ['categoryName', 'regionCode', 'languageCode', 'showAll'];

/** My Business Business Information, v1: the catalogue of attributes, and those of a location. */
export function attributeRoutes(state: State): ApiRoute[] {
  const theirs = ({ person, params }: ApiExchange) => locationFor(state, person, params.location ?? '');
  return [
    {
      operation: 'attributes.list',
      api: 'information',
      method: 'GET',
      path: '/v1/attributes',
      query: ['parent', 'categoryName', 'regionCode', 'languageCode', 'showAll', 'pageSize', 'pageToken'],
      answer: (exchange) => {
        const { items, nextPageToken } = pageOf(offered(state, exchange), exchange.query, RULES, refuse);
        return {
          json: {
            ...(items.length > 0 && { attributeMetadata: items.map(toMetadata) }),
            ...(nextPageToken && { nextPageToken }),
          },
        };
      },
    },
    {
      operation: 'locations.getAttributes',
      api: 'information',
      method: 'GET',
      path: '/v1/locations/{location}/attributes',
      query: [],
      answer: (exchange) => {
        const location = theirs(exchange);
        return { json: toResource(location, location.attributes) };
      },
    },
    {
      operation: 'locations.attributes.getGoogleUpdated',
      api: 'information',
      method: 'GET',
      path: '/v1/locations/{location}/attributes:getGoogleUpdated',
      query: [],
      answer: (exchange) => {
        const location = theirs(exchange);
        return { json: toResource(location, publicAttributes(location)) };
      },
    },
    {
      operation: 'locations.updateAttributes',
      api: 'information',
      method: 'PATCH',
      path: '/v1/locations/{location}/attributes',
      query: ['attributeMask'],
      isEdit: () => true,
      answer: (exchange) => {
        const edited = withAttributes(theirs(exchange), exchange);
        state.putLocation(edited);
        return { json: toResource(edited, edited.attributes), accepted: `locations/${edited.id}/attributes` };
      },
    },
  ];
}

/** The attributes that a query asks about: those of a location, of a category, or all. @throws GoogleError. */
function offered(state: State, { person, query }: ApiExchange): readonly AttributeType[] {
  const parent = query.get('parent');
  if (parent !== null) {
    const id = /^locations\/([^/]+)$/.exec(parent)?.[1];
    if (id === undefined) throw refuse('parent', 'Invalid parent.');
    if (OTHER_PARAMETERS.some((name) => query.has(name)))
      throw refuse('parent', 'With a parent no other parameter can be set.');
    return attributesFor(categoryKeys(locationFor(state, person, id).fields));
  }
  if (!/^[A-Za-z]{2}$/.test(query.get('regionCode') ?? ''))
    throw refuse('region_code', 'Invalid region code.');
  if (!query.get('languageCode')) throw refuse('language_code', 'A language code is required.');
  if (query.get('showAll') === 'true') return ATTRIBUTES;
  const category = query.get('categoryName') ?? '';
  if (!Object.hasOwn(CATEGORIES, category)) throw refuse('category_name', 'Invalid category name.');
  return attributesFor([category.replace('categories/gcid:', '')]);
}

/** The location with the masked attributes as the body has them; those that the body lacks are gone. @throws GoogleError 400. */
function withAttributes(location: Location, { query, body }: ApiExchange): Location {
  const mask = readMask(query.get('attributeMask'));
  if (mask.length === 0) throw refuse('attribute_mask', 'Field is required');
  const read = readPayload(body, ATTRIBUTES_SCHEMA, 'attributes');
  const given = ((read.attributes ?? []) as Attribute[]).filter(({ name }) => mask.includes(name));
  const available = attributesFor(categoryKeys(location.fields));
  const violations = mask.flatMap((name) => {
    const type = ATTRIBUTES.find((known) => known.name === name);
    if (!type) return [attributeFault(name, 'INVALID_ATTRIBUTE_NAME')];
    if (!available.includes(type)) return [attributeFault(name, 'ATTRIBUTE_NOT_AVAILABLE')];
    return given.filter((each) => each.name === name).flatMap((each) => faultsOfAttribute(each, type));
  });
  if (violations.length > 0) throw invalidArgument('information', violations);
  const kept = (location.attributes ?? []).filter(({ name }) => !mask.includes(name));
  const saved = given.flatMap((attribute) => {
    const type = available.find(({ name }) => name === attribute.name);
    return type && !type.isDeprecated ? [{ ...attribute, valueType: type.valueType }] : [];
  });
  const shown = Object.entries(location.attributesOfGoogle ?? {}).filter(([name]) => !mask.includes(name));
  return {
    ...location,
    attributes: [...kept, ...saved],
    attributesOfGoogle: Object.fromEntries(shown),
  };
}

/** The attributes as everybody sees them. */
function publicAttributes({ attributes = [], attributesOfGoogle = {} }: Location): Attribute[] {
  const own = attributes.filter(({ name }) => !Object.hasOwn(attributesOfGoogle, name));
  return [...own, ...Object.values(attributesOfGoogle).filter((attribute) => attribute !== null)];
}

function toResource({ id }: Location, attributes: Attribute[] = []): object {
  return { name: `locations/${id}/attributes`, ...(attributes.length > 0 && { attributes }) };
}

function toMetadata({ name, valueType, displayName, groupDisplayName, ...type }: AttributeType): object {
  const values =
    valueType === 'BOOL' ? { true: displayName, false: `No ${displayName}` } : (type.values ?? {});
  const valueMetadata = Object.entries(values).map(([value, label]) => ({
    value: valueType === 'BOOL' ? value === 'true' : value,
    displayName: label,
  }));
  return {
    parent: name,
    valueType,
    displayName,
    groupDisplayName,
    ...((type.isRepeatable || valueType === 'REPEATED_ENUM') && { repeatable: true }),
    ...(valueMetadata.length > 0 && { valueMetadata }),
    ...(type.isDeprecated && { deprecated: true }),
  };
}

function refuse(field: string, description: string): Error {
  return invalidArgument('information', [{ field, description }]);
}
