import type { FieldViolation } from '../errors.js';
import type { Attribute } from '../model.js';
import type { AttributeType } from '../seed/attributes.js';
import { frozen } from '../frozen.js';
import { isWebAddress } from './request-format.js';
import type { Schema } from './payload.js';

/** The resource Attributes; what `values` may hold depends on the attribute's type. */
export const ATTRIBUTES_SCHEMA = frozen<Schema>({
  fields: {
    name: 'string',
    attributes: {
      list: {
        fields: {
          name: 'string',
          valueType: {
            enum: ['ATTRIBUTE_VALUE_TYPE_UNSPECIFIED', 'BOOL', 'ENUM', 'URL', 'REPEATED_ENUM'],
            type: 'type.googleapis.com/google.mybusiness.businessinformation.v1.AttributeValueType',
          },
          values: { list: 'any' },
          repeatedEnumValue: {
            fields: { setValues: { list: 'string' }, unsetValues: { list: 'string' } },
          },
          uriValues: { list: { fields: { uri: 'string' } } },
        },
      },
    },
  },
});

/** What Google finds wrong with a value of an attribute. */
export function faultsOfAttribute(attribute: Attribute, type: AttributeType): FieldViolation[] {
  const { valueType = type.valueType, values = [], repeatedEnumValue, uriValues = [] } = attribute;
  const { setValues = [], unsetValues = [] } = repeatedEnumValue ?? {};
  const given = { BOOL: values, ENUM: values, URL: uriValues, REPEATED_ENUM: [...setValues, ...unsetValues] };
  const others = [values, uriValues, [...setValues, ...unsetValues]].filter((list) => list.length > 0);
  const isOfType = valueType === type.valueType && others.length === 1 && given[type.valueType].length > 0;
  if (!isOfType) return [attributeFault(type.name, 'ATTRIBUTE_TYPE_NOT_COMPATIBLE_FOR_CATEGORY')];
  const isMany = given[type.valueType].length > 1;
  if (isMany && type.valueType !== 'REPEATED_ENUM' && !type.isRepeatable)
    return [attributeFault(type.name, 'ATTRIBUTE_CANNOT_BE_REPEATED')];
  switch (type.valueType) {
    case 'BOOL':
      return typeof values[0] === 'boolean'
        ? []
        : [attributeFault(type.name, 'ATTRIBUTE_TYPE_NOT_COMPATIBLE_FOR_CATEGORY')];
    case 'URL':
      return uriValues.flatMap(({ uri }) => faultsOfUri(uri, type));
    default: {
      const isKnown = (value: unknown) => Object.hasOwn(type.values ?? {}, String(value));
      const isClear = setValues.every((value) => !unsetValues.includes(value));
      return given[type.valueType].every(isKnown) && isClear
        ? []
        : [attributeFault(type.name, 'ATTRIBUTE_INVALID_ENUM_VALUE')];
    }
  }
}

function faultsOfUri(uri: unknown, { name, provider }: AttributeType): FieldViolation[] {
  if (!isWebAddress(uri)) return [attributeFault(name, 'INVALID_URL')];
  const { hostname } = new URL(uri);
  const isAllowed = !provider || hostname === provider || hostname.endsWith(`.${provider}`);
  return isAllowed ? [] : [attributeFault(name, 'ATTRIBUTE_PROVIDER_URL_NOT_ALLOWED')];
}

/** A refusal that names the attribute. */
export function attributeFault(name: string, reason: string): FieldViolation {
  return { field: name, description: reason, reason, metadata: { attribute_names: name } };
}
