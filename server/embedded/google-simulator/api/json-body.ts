/** Any object of a request's body. */
export type JsonObject = Record<string, unknown>;

/** The body as an object; undefined if it is anything else. No body is an empty object. */
export function readObject(body: string): JsonObject | undefined {
  if (body.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(body);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The names in an object that are not among the known ones. */
export function unknownNames(value: JsonObject, known: readonly string[]): string[] {
  return Object.keys(value).filter((name) => !known.includes(name));
}

/** A http or https address with a host that could exist, without a user and backslashes. */
export function isWebAddress(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > 2048 || value.includes('\\')) return false;
  const url = URL.parse(value);
  if (url === null || url.username !== '' || url.password !== '') return false;
  return /^https?:$/.test(url.protocol) && /^[^.]+(\.[^.]+)+$/.test(url.hostname);
}
