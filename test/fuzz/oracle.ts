import {
  type ApiDocument,
  differencesFrom,
  type DocumentedOperation,
  type Schema,
} from '../support/api-document.ts';
import type { HostileRequest } from './hostile-request.ts';
import type { Leaks } from './leaks.ts';
import type { Answer } from './send.ts';

/** What the rules for all requests can answer, whatever the operation. */
const ANYWHERE = [400, 403, 413, 415, 421, 429];
/** What the address alone decides: on another path it is another operation that answers. */
const ODD_PATH = [401, 404];
const REDIRECT = 302;
const NOT_MODIFIED = 304;
const EMPTY = 204;

export interface Rules {
  document: ApiDocument;
  leaks: Leaks;
  /** Texts that only other people's data has. */
  canaries: string[];
  /** Where a redirection may lead: the beginnings of paths and addresses. */
  destinations: string[];
  /** How long an answer may take. */
  slowestMs: number;
}

/** What is wrong about an answer, in words; nothing if it is as it should be. */
export function faultsOfAnswer(
  rules: Rules,
  operation: DocumentedOperation,
  { hasOddPath }: Pick<HostileRequest, 'hasOddPath'>,
  answer: Answer,
): string[] {
  const { status, headers, text, ms } = answer;
  const faults = faultsOfText(rules, `${text}\n${JSON.stringify(headers)}`);
  if (status >= 500) faults.push(`it fails: ${status}`);
  if (ms > rules.slowestMs) faults.push(`it takes ${Math.round(ms)} ms`);
  if (headers['cache-control'] !== 'no-store') faults.push('it may be stored');
  if (headers['access-control-allow-origin'] !== undefined) faults.push('other sites may read it');
  if (status >= 400) faults.push(...faultsOfError(rules, operation, hasOddPath, answer));
  // HTTP's own answer to `If-None-Match: *` (RFC 9110, 13.1.2), whatever is asked for.
  else if (status === NOT_MODIFIED) faults.push(...(text === '' ? [] : ['it has a body']));
  else if (!hasOddPath) faults.push(...faultsOfSuccess(rules, operation, answer));
  return faults;
}

/** What a text tells that it should not. */
export function faultsOfText({ leaks, canaries }: Pick<Rules, 'leaks' | 'canaries'>, text: string): string[] {
  const others = canaries.filter((canary) => text.includes(canary));
  return [...leaks.in(text), ...others.map((canary) => `it tells somebody else's data: ${canary}`)];
}

function faultsOfError(
  { document }: Rules,
  { answers }: DocumentedOperation,
  hasOddPath: boolean,
  { status, headers, text }: Answer,
): string[] {
  const faults: string[] = [];
  const allowed = [...answers.keys(), ...ANYWHERE, ...(hasOddPath ? ODD_PATH : [])];
  if (!allowed.includes(status)) faults.push(`its status is not documented: ${status}`);
  const body = bodyOf(text, headers['content-type']);
  if (body === undefined) return [...faults, `its error is no JSON: ${text.slice(0, 80)}`];
  const error: Schema = { $ref: '#/components/schemas/ErrorDto' };
  faults.push(...differencesFrom(document, error, body));
  const { statusCode, requestId } = (body ?? {}) as Record<string, unknown>;
  if (statusCode !== status) faults.push(`it says ${String(statusCode)} and is a ${status}`);
  if (requestId !== headers['x-request-id']) faults.push('its request id is not the one of its header');
  return faults;
}

function faultsOfSuccess(
  { document, destinations }: Rules,
  { answers }: DocumentedOperation,
  { status, headers, text }: Answer,
): string[] {
  if (!answers.has(status)) return [`its status is not documented: ${status}`];
  if (status === REDIRECT) {
    const location = headers.location ?? '';
    return destinations.some((beginning) => location.startsWith(beginning))
      ? []
      : [`it leads to ${location}`];
  }
  if (status === EMPTY) return text === '' ? [] : ['it has a body'];
  const schema = answers.get(status);
  if (!schema) return ['its body is not documented'];
  const body = bodyOf(text, headers['content-type']);
  return body === undefined ? ['its body is no JSON'] : differencesFrom(document, schema, body);
}

/** Undefined for what is not JSON, or does not say that it is. */
function bodyOf(text: string, type: string | undefined): unknown {
  if (!/^application\/json(;|$)/.test(type ?? '')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
