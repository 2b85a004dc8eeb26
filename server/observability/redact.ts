/** Names of secrets and of what people write. Our own code logs none of them; this guards against later additions. */
const SECRETS = new Set([
  'accessToken',
  'authorization',
  'body',
  'cookie',
  'headers',
  'idToken',
  'password',
  'postBody',
  'query',
  'refreshToken',
  'secret',
  'set-cookie',
  'summary',
  'token',
]);

/** OAuth's parameters. Only redacted at the top level, because errors have a `code` too. */
const PARAMETERS = new Set([...SECRETS, 'code', 'state']);

const REDACTED = '[redacted]';
const MAX_DEPTH = 5;

type Facts = Record<string, unknown>;

/**
 * The properties of a log line without secrets, at any depth. (Pino's own redaction needs a wildcard for each depth and
 * takes ten times as long as the rest of the line.)
 */
export function redact(facts: Facts): Facts {
  return without(PARAMETERS, facts, 0);
}

function without(names: ReadonlySet<string>, facts: Facts, depth: number): Facts {
  let clean = facts;
  for (const [name, value] of Object.entries(facts)) {
    const shown = names.has(name) ? REDACTED : shownOf(value, depth);
    if (shown === value) continue;
    if (clean === facts) clean = { ...facts };
    clean[name] = shown;
  }
  return clean;
}

function shownOf(value: unknown, depth: number): unknown {
  if (Array.isArray(value)) return value.map((item) => shownOf(item, depth));
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value;
  return depth < MAX_DEPTH ? without(SECRETS, value as Facts, depth + 1) : REDACTED;
}

/** Dates and errors have serializers of their own. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
