import { isObject } from './api/request-format.js';

/** Fields of an answer, by the name of their object or its end (`reviews/…`); under `''` those of the answer itself. */
export type OddValues = Record<string, Record<string, unknown>>;

/**
 * An answer in which other values stand, of whatever type: in the objects that `OddValues` names. Null takes a field away.
 */
export function withOddValues(answer: unknown, values: OddValues): unknown {
  const inside = within(answer, values);
  return isObject(inside) && values[''] ? withFields(inside, values['']) : inside;
}

function within(json: unknown, values: OddValues): unknown {
  if (Array.isArray(json)) return json.map((item) => within(item, values));
  if (!isObject(json)) return json;
  const { name } = json;
  const fields = Object.entries(values).find(
    ([end]) => end !== '' && typeof name === 'string' && `/${name}`.endsWith(`/${end}`),
  )?.[1];
  if (fields) return withFields(json, fields);
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, within(value, values)]));
}

function withFields(json: Record<string, unknown>, fields: OddValues[string]): Record<string, unknown> {
  return Object.fromEntries(Object.entries({ ...json, ...fields }).filter(([, value]) => value !== null));
}
